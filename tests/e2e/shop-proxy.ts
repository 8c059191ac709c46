import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ShopProxy {
  url: string
  /** Returns a changed or replaced response, or null for the shop's own response. */
  change: ((path: string, text: () => Promise<string>) => Promise<{ status: number; body: string } | null>) | null
  stop: () => Promise<void>
}

const OF_THE_CONNECTION = [
  'host',
  'connection',
  'accept-encoding',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'etag',
]

/**
 * Serves the shop at another address, where a test can simulate a new build or a missing file. page.route cannot,
 * because it does not see a service worker's requests.
 */
export async function startShopProxy(shopUrl: string): Promise<ShopProxy> {
  const proxy: ShopProxy = { url: '', change: null, stop: async () => undefined }
  const server = http.createServer((request, response) => {
    void (async () => {
      const path = request.url ?? '/'
      const headers = Object.entries(request.headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)) as Array<
        [string, string]
      >
      const answer = await fetch(shopUrl + path, { method: request.method ?? 'GET', headers, redirect: 'manual' })
      const changed = await proxy.change?.(path, () => answer.clone().text())
      const kept = [...answer.headers].filter(([name]) => !OF_THE_CONNECTION.includes(name))
      response.writeHead(changed?.status ?? answer.status, {
        ...Object.fromEntries(kept),
        ...(changed && { 'cache-control': 'no-cache' }),
      })
      response.end(changed?.body ?? Buffer.from(await answer.arrayBuffer()))
    })().catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  proxy.stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return proxy
}
