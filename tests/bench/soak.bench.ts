import { setTimeout } from 'node:timers/promises'
import { connect } from '#server/platform/db.ts'
import { BROWSER_HEADERS } from './answer.ts'
import { createShopper } from './create-shopper.ts'
import { measureLatency, type Latency } from './load-generator.ts'
import { memoryOf, type Memory } from './memory.ts'
import { printTable } from './print-table.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { percentile } from './statistics.ts'

const SIGNED_IN_SHARE = 0.05
const SHOPPERS = 8
/** Total requests per second, anonymous and signed in. */
const RATE = 40
const SAMPLE_S = 10
const MIB = 1024 * 1024
const TEXTS = [
  'black dress',
  'wool coat under 200',
  'red',
  'trainers',
  'linen shirt',
  'not leather boots',
  'zara',
  'bag',
]
const SORTS = ['newest', 'price_asc', 'price_desc', 'featured']

interface Step {
  route: string
  path: string
}

/**
 * Runs a shop under mixed load for a while. Measures each route's time, and whether memory grows. Requests arrive at a
 * fixed rate. Every 20th request is from a signed-in customer.
 */
export async function benchmarkSoak(shop: ShopUnderTest, seconds: number): Promise<string> {
  const steps = await walk(shop)
  const atStart = memoryOf(shop.pid, shop.dataDir)
  const samples: Array<{ s: number; memory: Memory }> = []
  const { shared, signedIn } = await during(
    () => askAll(shop, steps, seconds),
    (s) => samples.push({ s, memory: memoryOf(shop.pid, shop.dataDir) }),
  )
  printRoutes(shared, signedIn)
  const shown = samples.filter((_, at) => at % Math.max(1, Math.floor(samples.length / 10)) === 0)
  printTable(
    'Memory while it went on, in MiB',
    [{ s: 0, memory: atStart }, ...shown].map(({ s, memory }) => ({
      's since the start': s,
      server: memory.server / MIB,
      'server, most so far': memory.serverPeak / MIB,
      PostgreSQL: memory.postgres / MIB,
    })),
  )
  const half = samples.slice(Math.floor(samples.length / 2)).map(({ memory }) => memory.server / MIB)
  const growth = (half.at(-1) ?? NaN) - (half[0] ?? NaN)
  const refused = [shared, ...signedIn]
    .flatMap(({ latency }) => Object.entries(latency.statuses))
    .filter(([status]) => status === 'error' || Number(status) >= 429)
    .reduce((sum, [, count]) => sum + count, 0)
  console.log(
    `  The server had ${Math.round(growth)} MiB more at the end of the second half than at its beginning. ${refused ? `ATTENTION, ${refused} were refused or failed.` : 'Nothing was refused and nothing failed.'}`,
  )
  const { serverPeak } = samples.at(-1)?.memory ?? atStart
  return `soak: ${seconds} s at ${RATE} requests/s, server ${Math.round(atStart.server / MIB)} MiB at first, at most ${Math.round(serverPeak / MIB)} MiB, ${Math.round(growth)} MiB more over the second half`
}

/** Lists the requests. Half of them are for products, each for a different one while there are enough. */
async function walk({ paths, pool, goPaths }: ShopUnderTest): Promise<Step[]> {
  const { rows: products } = await pool.query<{ id: string }>(
    `SELECT id FROM products WHERE status = 'active' ORDER BY md5(id::text) LIMIT 1000`,
  )
  const { rows: partners } = await pool.query<{ id: string }>(
    `SELECT id FROM partners WHERE verification_status = 'approved' AND NOT is_paused ORDER BY id`,
  )
  const { rows: categories } = await pool.query<{ slug: string }>('SELECT slug FROM categories ORDER BY slug')
  const nth = <T>(of: readonly T[], at: number) => of[at % of.length] as T
  return products.map(({ id }, at): Step => {
    const turn = Math.floor(at / 2)
    if (at % 2) return { route: 'product', path: `/product/${id}` }
    switch (turn % 8) {
      case 0:
        return { route: 'home', path: paths.home }
      case 1:
        return { route: 'partner', path: `/partner/${nth(partners, turn).id}` }
      case 2:
        return { route: 'search', path: `/discover?q=${encodeURIComponent(nth(TEXTS, Math.floor(turn / 8)))}` }
      case 3:
        return { route: 'filtered list', path: `/discover?all=true&priceMax=${40 + turn}&sort=${nth(SORTS, turn)}` }
      case 4:
        return { route: '/go', path: nth(goPaths, at) }
      case 5:
        return {
          route: 'category',
          path: `/discover?category=${nth(categories, turn).slug}&page=${1 + (turn % 3)}`,
        }
      default:
        return { route: 'list', path: `${paths.discover}&page=${1 + (turn % 20)}` }
    }
  })
}

interface Asked {
  steps: Step[]
  latency: Latency
}

/** Sends all requests. Each client sends the same requests in another order. */
async function askAll(
  shop: ShopUnderTest,
  steps: Step[],
  seconds: number,
): Promise<{ shared: Asked; signedIn: Asked[] }> {
  const cookies = await signInShoppers(shop)
  const ask = async (headers: Record<string, string>, rate: number, from: number): Promise<Asked> => {
    const turned = [...steps.slice(from), ...steps.slice(0, from)]
    const target = { url: shop.url, paths: turned.map(({ path }) => path), headers, connections: 1 }
    return { steps: turned, latency: await measureLatency(target, { rate, seconds }) }
  }
  const [shared, ...signedIn] = await Promise.all([
    ask(BROWSER_HEADERS, RATE * (1 - SIGNED_IN_SHARE), 0),
    ...cookies.map((cookie, at) =>
      ask({ ...BROWSER_HEADERS, cookie }, (RATE * SIGNED_IN_SHARE) / cookies.length, 1 + at * 97),
    ),
  ])
  return { shared, signedIn }
}

async function signInShoppers({ databaseUrl, url }: ShopUnderTest): Promise<string[]> {
  const db = connect(databaseUrl, { poolSize: 1 })
  try {
    const cookies: string[] = []
    while (cookies.length < SHOPPERS) cookies.push((await createShopper(db, url)).cookie)
    return cookies
  } finally {
    await db.$disconnect()
  }
}

/** @param look called every few seconds during `act`, with the seconds since the start */
async function during<T>(act: () => Promise<T>, look: (s: number) => void): Promise<T> {
  const ended = new AbortController()
  const acting = act().finally(() => ended.abort())
  for (let s = SAMPLE_S; !ended.signal.aborted; s += SAMPLE_S) {
    await setTimeout(SAMPLE_S * 1000, undefined, { signal: ended.signal }).catch(() => undefined)
    look(s)
  }
  return acting
}

function printRoutes(shared: Asked, sessions: Asked[]): void {
  const routes = [...new Set(shared.steps.map(({ route }) => route))].toSorted()
  const timesOf = (asked: Asked[], route: string) =>
    asked.flatMap(({ steps, latency }) =>
      latency.times.filter((time, at) => !Number.isNaN(time) && steps[at % steps.length]?.route === route),
    )
  printTable(
    `Latency under mixed load: ${RATE} requests/s, ${SIGNED_IN_SHARE * 100} % of them of ${SHOPPERS} customers with a session`,
    routes.map((route) => {
      const [anonymous, signedIn] = [timesOf([shared], route), timesOf(sessions, route)]
      return {
        route,
        requests: anonymous.length + signedIn.length,
        'p50 ms': percentile(anonymous, 0.5),
        'p99 ms': percentile(anonymous, 0.99),
        'signed in, p50 ms': percentile(signedIn, 0.5),
        'signed in, p99 ms': percentile(signedIn, 0.99),
      }
    }),
  )
}
