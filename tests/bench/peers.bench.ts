import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { findPostmaster } from '#server/platform/postgres/postmaster.ts'
import { fetchAnswer, UNCACHED_HEADERS } from './answer.ts'
import type { Lifetime } from './lifetime.ts'
import { measureSides, RENDERED, unexpectedOf, type Side, type SideResult } from './measure-route.ts'
import { startPeer } from './peers/start-peer.ts'
import { format, printTable } from './print-table.ts'
import { processorTimeOfFamily } from './processor-time.ts'
import type { ShopUnderTest } from './shop-under-test.ts'

const ROUNDS = 5
const LOAD = { ...RENDERED, warmUpRequests: 400, seconds: 4 }
/** Seconds per round. At 18 requests per second, 6 s are enough for a p99. */
const LATENCY_S = [3, 6] as const
const AIM = { ratio: 1.3, p50Ms: 12, htmlKb: { home: 130, discover: 90, product: 35 } }
/** The maximum number of requests of one measurement. */
const NEW_ADDRESSES = 5_000
const LOWEST_NEW = 100_000

/**
 * Compares our list with a stock Remix app that has the same page and database. Both render it for each request, in
 * turn, with 8 requests in flight. Then measures our other rendered pages and the size of their HTML.
 */
export async function benchmarkPeers(shop: ShopUnderTest, lifetime: Lifetime): Promise<string> {
  const peer = await startPeer(shop.databaseUrl, lifetime)
  const { discover } = shop.paths
  const differences: string[] = []
  for (const address of [discover, newAddress(discover, LOWEST_NEW)])
    differences.push(compareLists(await readPage(shop.url + address), await readPage(peer.url + address)))
  const postmaster = await findPostmaster(path.join(shop.dataDir, 'postgres/cluster'))
  const databaseTime = () => (postmaster ? processorTimeOfFamily(postmaster.pid) : NaN)
  const settings = { load: LOAD, rounds: ROUNDS, latencyS: LATENCY_S, databaseTime }
  const rows: Row[] = []
  const compare = async (name: string, pathsOf: () => () => string[]) => {
    console.log(`  ${name} ...`)
    const sides = [shop, peer].map((server) => sideOf(server, pathsOf()))
    const { rate, results } = await measureSides(sides, settings)
    const [ours, theirs] = results
    if (!ours || !theirs) throw new Error('There are two sides.')
    rows.push({ name, server: 'our shop', rate, result: ours }, { name, server: 'stock Remix', rate, result: theirs })
    return { ratio: ours.requestsPerSecond / theirs.requestsPerSecond, p50: ours.p50 }
  }
  const list = await compare('list', () => () => [discover])
  const newList = await compare('list, each address for the first time', () => newAddresses(discover))
  printRows('Our list beside stock Remix: the same products, filters and database', rows)
  console.log(
    `  Medians of ${ROUNDS} rounds, the two in turn. req/s and busy p50 and p99: ${LOAD.connections} connections that wait for their answers. p50 and p99: at a fixed arrival rate of 30 % of the slower one's req/s, from the moment a request was due. CPU: processor time a request, of the server and of PostgreSQL. A list asked for the first time is not in the search engine's memory of answers, as the other is; stock Remix remembers nothing.`,
  )
  for (const difference of differences.filter(Boolean)) console.log(`  ATTENTION, the two lists differ: ${difference}`)

  const pages: Row[] = []
  for (const name of ['home', 'discover', 'product'] as const) {
    console.log(`  ${name} ...`)
    const { rate, results } = await measureSides([sideOf(shop, () => [shop.paths[name]])], settings)
    for (const result of results) pages.push({ name, server: 'our shop', rate, result })
  }
  printRows('Our pages, rendered with a cookie', pages)
  const sizes: Array<{ page: string; 'HTML KB': number; 'aim KB': number; aim: string }> = []
  for (const [page, aimKb] of Object.entries(AIM.htmlKb)) {
    const kilobytes = Buffer.byteLength(await readPage(shop.url + shop.paths[page as keyof typeof AIM.htmlKb])) / 1000
    sizes.push({ page, 'HTML KB': kilobytes, 'aim KB': aimKb, aim: kilobytes <= aimKb ? 'met' : 'MISSED' })
  }
  sizes.push({
    page: 'discover, stock Remix',
    'HTML KB': Buffer.byteLength(await readPage(peer.url + discover)) / 1000,
    'aim KB': NaN,
    aim: '',
  })
  printTable('HTML, uncompressed, in kilobytes (1,000 bytes)', sizes)
  const hasMet = list.ratio >= AIM.ratio && list.p50 <= AIM.p50Ms
  return `peers: our list ${format(list.ratio)} times stock Remix, p50 ${format(list.p50)} ms (aim: at least ${AIM.ratio} times, at most ${AIM.p50Ms} ms: ${hasMet ? 'met' : 'MISSED'}); each address for the first time ${format(newList.ratio)} times`
}

interface Row {
  name: string
  server: string
  rate: number
  result: SideResult
}

const sideOf = ({ url, pid }: { url: string; pid: number }, paths: () => string[]): Side => ({
  pid,
  target: () => ({ url, paths: paths(), headers: UNCACHED_HEADERS, connections: LOAD.connections }),
})

/** Returns the same list at another address. @param highest the maximum price, above all prices */
const newAddress = (list: string, highest: number) => `${list}&priceMax=${highest}`

function newAddresses(list: string): () => string[] {
  let last = LOWEST_NEW
  return () => Array.from({ length: NEW_ADDRESSES }, () => newAddress(list, ++last))
}

async function readPage(url: string): Promise<string> {
  const { status, body, headers } = await fetchAnswer(url, UNCACHED_HEADERS)
  if (status !== 200) throw new Error(`${url} answered ${status}.`)
  const isZipped = headers.some(([name, value]) => name.toLowerCase() === 'content-encoding' && value === 'gzip')
  return (isZipped ? gunzipSync(body) : body).toString()
}

/** Returns how two list pages differ in products, their order, and filters with counts; empty if they do not. */
function compareLists(ours: string, theirs: string): string {
  const partsOf = (page: string) => {
    const markup = page.replaceAll(/<script.*?<\/script>/gs, '')
    return {
      products: [...markup.matchAll(/<h3><a [^>]*\/product\/([^"?]+)/g)].map(([, id]) => id),
      filters: [...markup.matchAll(/name="(\w+)"[^>]* value="([^"]*)"[^>]*>[^<]*<small>([\d,]+)/g)]
        .map(([, name, value, count]) => `${name} ${value} ${count?.replaceAll(',', '')}`)
        .toSorted(),
    }
  }
  const [a, b] = [partsOf(ours), partsOf(theirs)]
  const moved = a.products.filter((id, place) => id !== b.products[place]).length
  const [here, there] = [new Set(a.filters), new Set(b.filters)]
  const odd = [...a.filters.filter((filter) => !there.has(filter)), ...b.filters.filter((filter) => !here.has(filter))]
  return [
    a.products.length === 0 ? 'no products' : '',
    moved || a.products.length !== b.products.length ? `${moved} of ${a.products.length} products` : '',
    odd.length ? `${odd.length} of ${a.filters.length} filters (${odd.slice(0, 6).join(', ')})` : '',
  ]
    .filter(Boolean)
    .join('; ')
}

function printRows(title: string, rows: Row[]): void {
  printTable(
    title,
    rows.map(({ name, server, rate, result }) => ({
      page: name,
      server,
      'req/s': result.requestsPerSecond,
      'busy p50 ms': result.busyP50,
      'busy p99 ms': result.busyP99,
      'CPU ms': result.processorUs / 1000,
      'database CPU ms': result.databaseUs / 1000,
      'at req/s': Math.round(rate),
      'p50 ms': result.p50,
      'p99 ms': result.p99,
    })),
  )
  for (const { name, server, result } of rows) {
    const unexpected = unexpectedOf(result.statuses, 200)
    if (unexpected) console.log(`  ${name}, ${server}: ATTENTION, other answers than expected: ${unexpected}`)
  }
}
