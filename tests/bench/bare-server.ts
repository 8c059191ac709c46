import { fork } from 'node:child_process'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Answer } from './answer.ts'
import type { Lifetime } from './lifetime.ts'

/**
 * The upper limit of Node, for comparison: a `node:http` server in a separate process that sends one response from
 * memory to every request.
 */
export interface BareServer {
  pid: number
  /** Without a trailing slash. */
  url: string
  /** Sets the response to all following requests. */
  serve: (answer: Answer) => Promise<void>
}

interface SentAnswer {
  status: number
  headers: Array<[string, string]>
  body: string
}

export async function startBareServer(lifetime: Lifetime): Promise<BareServer> {
  const child = fork(fileURLToPath(import.meta.url), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  lifetime.add(() => {
    child.kill('SIGKILL')
    return gone
  })
  const nextMessage = () =>
    new Promise<unknown>((resolve, reject) => {
      child.once('message', resolve)
      void gone.then(() => reject(new Error('The bare server stopped.')))
    })
  const port = await nextMessage()
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${String(port)}`,
    serve: async ({ status, headers, body }) => {
      const taken = nextMessage()
      child.send({ status, headers, body: body.toString('base64') } satisfies SentAnswer)
      await taken
    },
  }
}

function serveAnswers(): void {
  let answer: Answer = { status: 503, headers: [], body: Buffer.alloc(0) }
  const server = http.createServer((_, response) => {
    response.writeHead(answer.status, answer.headers.flat())
    response.end(answer.body)
  })
  process.on('message', ({ status, headers, body }: SentAnswer) => {
    answer = { status, headers, body: Buffer.from(body, 'base64') }
    process.send?.('taken')
  })
  // Exit with the parent process.
  process.once('disconnect', () => process.exit(0))
  process.on('SIGINT', () => undefined)
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

if (import.meta.main) serveAnswers()
