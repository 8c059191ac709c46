import { WebhookReceiver } from '#server/connections/receive-webhook.ts'
import type { Db } from '#server/platform/db.ts'
import { platformOf } from '#server/stores/platforms.ts'
import type { SentMessage } from './store-webhooks.ts'

/**
 * Receives a store's message like the HTTP route.
 * @returns the response's status
 */
export async function receiveMessage(
  db: Db,
  { url, headers, body }: SentMessage,
  receiver = new WebhookReceiver(db),
): Promise<number> {
  const { parseHeaders, isPing } = platformOf({ platform: 'woocommerce' })
  const header = (name: string) => (name === 'content-length' ? String(body.length) : (headers[name] ?? ''))
  if (isPing(header)) return 200
  const reception = await receiver.receive({
    address: '203.0.113.1',
    connectionId: url.split('/').at(-1) ?? '',
    body,
    ...parseHeaders(header, body),
  })
  await receiver.flush()
  return ['stored', 'known', 'not needed'].includes(reception) ? 200 : 401
}
