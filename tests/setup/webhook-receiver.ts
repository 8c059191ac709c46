import http, { type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { allowedOwnOrigins, allowOwnOrigins } from '#server/platform/fetch-public.ts'

interface ReceivedEvent {
  type: string
  timestamp: string
  data: Record<string, unknown>
}
interface Received {
  id: string
  headers: IncomingHttpHeaders
  body: string
}

/** A partner's system on this machine, which receives webhooks. */
export interface WebhookReceiver {
  url: string
  received: Received[]
  /** The receiver's response from now on; 204 at first. */
  answer: { status: number; body?: string; headers?: Record<string, string> }
  /** Called for each request, before the response. */
  onRequest: (received: Received) => void
  /**
   * Verifies the received events with a secret, and returns them. They must be at most five minutes old.
   * @param since the number of first events to leave out
   * @throws if one cannot be verified
   */
  verified: (secret: string, since?: number) => ReceivedEvent[]
  stop: () => Promise<void>
}

/** Starts a receiver that this process may call, although it is not on a public address. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { headers } = request
      const one = { id: String(headers['webhook-id']), headers, body: Buffer.concat(chunks).toString() }
      receiver.received.push(one)
      receiver.onRequest(one)
      response.writeHead(receiver.answer.status, receiver.answer.headers).end(receiver.answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  allowOwnOrigins([...allowedOwnOrigins(), origin])
  const receiver: WebhookReceiver = {
    url: `${origin}/hooks`,
    received: [],
    answer: { status: 204 },
    onRequest: () => undefined,
    verified: (secret, since = 0) =>
      receiver.received
        .slice(since)
        .map(
          ({ headers, body }) => new Webhook(secret).verify(body, headers as Record<string, string>) as ReceivedEvent,
        ),
    stop: () => {
      allowOwnOrigins(allowedOwnOrigins().filter((each) => each !== origin))
      return new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
    },
  }
  return receiver
}
