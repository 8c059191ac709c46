import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import superjson from 'superjson'
import { connect } from '#server/platform/db.ts'
import { PAGE_SIZE, searchProductsInput } from '#server/search/search.schema.ts'
import { searchProducts } from '#server/search/search.service.ts'
import { startSearch } from '#server/search/start-search.ts'
import { serializeOutput } from '#server/trpc/serialize-output.ts'
import type { Lifetime } from '../lifetime.ts'
import { FIRST, type Peer } from './engines.ts'

/**
 * Starts the shop's search over HTTP, with cards and colours, serialised as tRPC does. It runs in a separate process,
 * like the real shop, because the heap of the other engines slows down this process.
 */
export async function startShopOverHttp(databaseUrl: string, lifetime: Lifetime): Promise<Peer> {
  const child = fork(fileURLToPath(import.meta.url), [databaseUrl], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  lifetime.add(() => {
    child.disconnect()
    return gone
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(Number(message)))
    void gone.then(() => reject(new Error('The shop over HTTP stopped.')))
  })
  return {
    name: 'this shop, over HTTP',
    find: async (text) => {
      const response = await fetch(`http://127.0.0.1:${port}/?q=${encodeURIComponent(text)}`)
      const { products, nearly } = superjson.parse<Awaited<ReturnType<typeof searchProducts>>>(await response.text())
      return [...products, ...(nearly?.products ?? [])].slice(0, FIRST).map(({ id }) => id)
    },
  }
}

async function serve(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl)
  const { engine, stop } = startSearch(db, databaseUrl, { onChange: () => undefined, onCaughtUp: () => undefined })
  await engine.ready()
  const server = createServer((request, response) => {
    const q = new URL(request.url ?? '', 'http://localhost').searchParams.get('q') ?? ''
    searchProducts({ db, engine }, searchProductsInput.parse({ q, pageSize: PAGE_SIZE })).then(
      (found) => response.end(JSON.stringify(serializeOutput(found))),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  process.on('SIGINT', () => undefined)
  // The parent process has ended its run.
  process.once('disconnect', () => {
    server.closeAllConnections()
    server.close()
    void stop()
      .then(() => db.$disconnect())
      .then(() => process.exit())
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

if (import.meta.main) await serve(process.argv[2] ?? '')
