import { BROWSER_HEADERS, UNCACHED_HEADERS } from './answer.ts'
import { startBareServer } from './bare-server.ts'
import type { Lifetime } from './lifetime.ts'
import { measureRoute, printRoutes, QUICK, RENDERED, type RouteResult } from './measure-route.ts'
import { format } from './print-table.ts'
import type { ShopUnderTest } from './shop-under-test.ts'

/**
 * Measures requests per second and latency of the shop's routes. Compares each with a bare `node:http` server that
 * sends the same bytes.
 */
export async function benchmarkPages(shop: ShopUnderTest, lifetime: Lifetime): Promise<string> {
  const bare = await startBareServer(lifetime)
  const { home, discover, product } = shop.paths
  const pages = [
    ['home', home],
    ['discover', discover],
    ['product', product],
  ] as const
  const results: RouteResult[] = []
  for (const [name, path] of pages) {
    results.push(
      await measureRoute(shop, bare, {
        name: `${name}, warm`,
        paths: [path],
        headers: BROWSER_HEADERS,
        expectedStatus: 200,
        load: QUICK,
      }),
    )
    results.push(
      await measureRoute(shop, bare, {
        name: `${name}, rendered`,
        paths: [path],
        headers: UNCACHED_HEADERS,
        expectedStatus: 200,
        load: RENDERED,
      }),
    )
  }
  printRoutes(
    'Pages: warm = kept as bytes for anonymous visitors; rendered = with a cookie, so rendered for this request',
    results,
  )
  const warm = results.filter(({ name }) => name.endsWith('warm'))
  return `pages: ${warm.map(({ name, shop: { requestsPerSecond, p99 } }) => `${name.split(',')[0]} ${format(Math.round(requestsPerSecond))} req/s (p99 ${format(p99)} ms)`).join(', ')} warm`
}
