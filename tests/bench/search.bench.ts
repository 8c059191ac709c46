import os from 'node:os'
import { connect } from '#server/platform/db.ts'
import { BROWSER_HEADERS } from './answer.ts'
import { startCatalogueShop, type CatalogueOptions, type CatalogueShop } from './catalogue-shop.ts'
import { compareSearches, compareSuggestions, type Comparison } from './compare-with-sql.ts'
import { SearchDrawer, type DrawnPrefix, type DrawnSearch } from './draw-searches.ts'
import type { Lifetime } from './lifetime.ts'
import { measureLatency, measureThroughput, type Latency, type Statuses } from './load-generator.ts'
import { memoryOf } from './memory.ts'
import { format, printTable } from './print-table.ts'
import { processorTimeOf } from './processor-time.ts'
import { openPool } from './shop-under-test.ts'
import { median, percentile } from './statistics.ts'

const SEED = 3
const MB = 1_000_000
const MEMORY_LIMIT_MB = 1_500
const SUGGESTIONS = { limitMs: 15, rate: 20, requests: 900, warmUp: 200 }

/** The measurements for catalogues up to a number of products. */
interface Size {
  upTo: number
  limitMs: number
  /** The number of lists requested per second. */
  rate: number
  requests: number
  warmUp: number
  /** The number of answers compared with plain SQL, and the time limit in seconds. */
  compared: { searches: number; prefixes: number; seconds: number }
}

const SIZES: [Size, Size] = [
  {
    upTo: 100_000,
    limitMs: 40,
    rate: 20,
    requests: 900,
    warmUp: 300,
    compared: { searches: 60, prefixes: 60, seconds: 90 },
  },
  {
    upTo: 1_000_000,
    limitMs: 150,
    rate: 8,
    requests: 480,
    warmUp: 120,
    compared: { searches: 12, prefixes: 12, seconds: 150 },
  },
]

export interface SearchOptions extends CatalogueOptions {
  /** The number of lists requested per second; null for the size's default. */
  rate: number | null
}

/**
 * Measures lists with all facets, and suggestions, over HTTP at fixed arrival rates. Measures the memory of the entire
 * app. Compares the answers with those of plain SQL.
 */
export async function benchmarkSearch(options: SearchOptions, lifetime: Lifetime): Promise<string> {
  const shop = await startCatalogueShop(options, lifetime)
  const size = shop.products <= SIZES[0].upTo ? SIZES[0] : SIZES[1]
  const drawn = await draw(shop, size)

  const lists = await measureLists(shop, drawn.searches, size, options.rate ?? size.rate)
  const suggestions = await measureSuggestions(shop, drawn.prefixes)
  console.log(
    `  Requests that repeat an earlier one: ${drawn.repeatedSearches} of ${drawn.searches.length} lists, ${drawn.repeatedPrefixes} of ${drawn.prefixes.length} suggestions. Times from the moment a request was due until its last byte, warm-up not counted; of fewer than 100 requests, p99 is the slowest.`,
  )
  const memoryMb = printMemory(shop)
  const comparison = await compareWithSql(shop, drawn, size, lifetime)

  return [
    `search: ${format(shop.products)} products, index ready ${format(shop.indexReadyS)} s after the start`,
    `lists p50 ${format(lists.p50)} ms, p99 ${format(lists.p99)} ms (limit ${size.limitMs}: ${verdict(lists.p99, size.limitMs)})`,
    `suggestions p99 ${format(suggestions.p99)} ms (limit ${SUGGESTIONS.limitMs}: ${verdict(suggestions.p99, SUGGESTIONS.limitMs)})`,
    `memory ${format(Math.round(memoryMb))} MB (limit ${format(MEMORY_LIMIT_MB)}: ${verdict(memoryMb, MEMORY_LIMIT_MB)})`,
    comparison,
  ].join('; ')
}

const verdict = (value: number, limit: number) => (value <= limit ? 'met' : 'MISSED')

interface Drawn {
  /** Timed after a warm-up. */
  searches: DrawnSearch[]
  prefixes: DrawnPrefix[]
  /** The searches to compare with plain SQL. They are separate from the timed ones, and have no typos. */
  comparedSearches: DrawnSearch[]
  comparedPrefixes: DrawnPrefix[]
  repeatedSearches: number
  repeatedPrefixes: number
}

async function draw({ databaseUrl }: CatalogueShop, { warmUp, requests, compared }: Size): Promise<Drawn> {
  const pool = openPool(databaseUrl)
  try {
    const drawer = await SearchDrawer.from(pool, SEED)
    const searches = drawer.searches(warmUp + requests, { hasTypos: true })
    const repeatedSearches = drawer.repeats
    const prefixes = drawer.prefixes(SUGGESTIONS.warmUp + SUGGESTIONS.requests, { hasTypos: true })
    const repeatedPrefixes = drawer.repeats - repeatedSearches
    // Draws more than needed, because some cannot be compared.
    const comparedSearches = drawer.searches(compared.searches * 3, { hasTypos: false })
    return {
      searches,
      prefixes,
      comparedSearches,
      comparedPrefixes: drawer.prefixes(compared.prefixes, { hasTypos: false }),
      repeatedSearches,
      repeatedPrefixes,
    }
  } finally {
    await pool.end()
  }
}

async function measureLists(
  shop: CatalogueShop,
  searches: DrawnSearch[],
  { warmUp, requests, limitMs, upTo }: Size,
  rate: number,
): Promise<Latency> {
  const timed = searches.slice(warmUp)
  const { latency, capacity, processorMs } = await measure(
    shop,
    searches.map(({ path }) => path),
    { warmUp, requests, rate },
  )
  const row = (name: string, isMeant: (search: DrawnSearch) => boolean) => {
    const times = latency.times.filter((time, place) => !Number.isNaN(time) && isMeant(timed[place] as DrawnSearch))
    return {
      filters: name,
      requests: times.length,
      'p50 ms': median(times),
      'p99 ms': percentile(times, 0.99),
      'slowest ms': Math.max(...times),
    }
  }
  printTable(
    `Lists of 24 of ${format(shop.products)} products with the total and all facets, ${rate} a second whether or not earlier ones are answered (while it warmed up: ${format(capacity)} a second from two that wait)`,
    [
      ...[0, 1, 2, 3, 4, 5].map((depth) => row(String(depth), (search) => search.depth === depth)),
      row('with text', ({ hasText }) => hasText),
      row('without text', ({ hasText }) => !hasText),
      row('all', () => true),
    ],
  )
  console.log(
    `  Limit of p99 up to ${format(upTo)} products: ${limitMs} ms, ${verdict(latency.p99, limitMs)}. The server's own processor time (database not counted): ${format(processorMs)} ms a request. ${loadNow()}`,
  )
  tellUnexpected('lists', latency.statuses)
  return latency
}

async function measureSuggestions(shop: CatalogueShop, prefixes: DrawnPrefix[]): Promise<Latency> {
  const { limitMs, rate, requests, warmUp } = SUGGESTIONS
  const { latency, capacity, processorMs } = await measure(
    shop,
    prefixes.map(({ path }) => path),
    SUGGESTIONS,
  )
  const timed = prefixes.slice(warmUp)
  const row = (name: string, isMeant: (text: string) => boolean) => {
    const times = latency.times.filter(
      (time, place) => !Number.isNaN(time) && isMeant((timed[place] as DrawnPrefix).text),
    )
    return {
      letters: name,
      requests: times.length,
      'p50 ms': median(times),
      'p99 ms': percentile(times, 0.99),
      'slowest ms': Math.max(...times),
    }
  }
  printTable(`Suggestions, ${rate} a second (while it warmed up: ${format(capacity)} a second from two that wait)`, [
    row('2', (text) => text.length === 2),
    row('3 or 4', (text) => text.length === 3 || text.length === 4),
    row('5 and more', (text) => text.length >= 5 && !text.includes(' ')),
    row('a second word', (text) => text.includes(' ')),
    row('all', () => true),
  ])
  console.log(
    `  Limit of p99: ${limitMs} ms, ${verdict(latency.p99, limitMs)}; ${requests} requests, a fifth of the longer words with a typing error. The server's own processor time: ${format(processorMs)} ms a request. ${loadNow()}`,
  )
  tellUnexpected('suggestions', latency.statuses)
  return latency
}

interface Measured {
  latency: Latency
  /** The requests per second that the warm-up reached. */
  capacity: number
  /** Processor time of the server process per request. */
  processorMs: number
}

/** Measures paths. The first ones are a warm-up, two at a time. The others are timed. */
async function measure(
  { url, pid }: CatalogueShop,
  paths: string[],
  { warmUp, requests, rate }: { warmUp: number; requests: number; rate: number },
): Promise<Measured> {
  const target = { url, headers: BROWSER_HEADERS, connections: 2 }
  const { requestsPerSecond: capacity } = await measureThroughput({ ...target, paths: paths.slice(0, warmUp) }, warmUp)
  const before = processorTimeOf(pid)
  const latency = await measureLatency({ ...target, paths: paths.slice(warmUp) }, { rate, seconds: requests / rate })
  return { latency, capacity, processorMs: (processorTimeOf(pid) - before) / requests }
}

/** Describes the current load. Figures from a busy machine are not reliable, because other processes slow them down. */
const loadNow = () => `Load average of the machine by then: ${(os.loadavg()[0] ?? NaN).toFixed(1)}.`

function tellUnexpected(what: string, { 200: _, ...others }: Statuses): void {
  const text = Object.entries(others)
    .map(([status, count]) => `${count} x ${status}`)
    .join(', ')
  if (!text) return
  console.log(`  ATTENTION, ${what}: other answers than expected: ${text}`)
  process.exitCode = 1
}

/** @returns the current memory of server and database, in megabytes */
function printMemory({ pid, dataDir }: CatalogueShop): number {
  const { server, serverPeak, postgres, postgresProcesses } = memoryOf(pid, dataDir)
  printTable(
    `Memory after these runs, in MB (1,000,000 bytes); limit ${format(MEMORY_LIMIT_MB)} for up to 1,000,000 products`,
    [
      { part: 'server process (VmRSS; VmHWM)', now: server / MB, peak: serverPeak / MB },
      { part: `PostgreSQL, ${postgresProcesses} processes (PSS)`, now: postgres / MB, peak: '' },
      { part: 'together', now: (server + postgres) / MB, peak: (serverPeak + postgres) / MB },
      {
        part: 'limit',
        now: verdict((server + postgres) / MB, MEMORY_LIMIT_MB),
        peak: verdict((serverPeak + postgres) / MB, MEMORY_LIMIT_MB),
      },
    ],
  )
  return (server + postgres) / MB
}

async function compareWithSql(
  { url, databaseUrl, products }: CatalogueShop,
  { comparedSearches, comparedPrefixes }: Drawn,
  size: Size,
  lifetime: Lifetime,
): Promise<string> {
  const db = connect(databaseUrl)
  lifetime.add(() => db.$disconnect())
  console.log('\nAsking plain SQL ...')
  const limits = { seconds: size.compared.seconds, isSparing: size !== SIZES[0] }
  const comparisons: Array<[string, Comparison]> = [
    ['list', await compareSearches(url, db, comparedSearches, { ...limits, most: size.compared.searches })],
    ['suggestion', await compareSuggestions(url, db, comparedPrefixes, { ...limits, most: size.compared.prefixes })],
  ]
  await db.$disconnect()
  const ratio = ({ shopMs, sqlMs }: Comparison) => median(sqlMs) / median(shopMs)
  for (const [name, { compared, empty, relaxed, differences }] of comparisons) {
    console.log(
      `  ${compared} ${name}s${name === 'list' ? ', products in order, total, every facet and chip' : ', each in order'}: ${differences.length ? `${differences.length} DIFFER` : 'all the same'} (${empty} found nothing, ${relaxed} after leaving a condition out)`,
    )
    for (const difference of differences) console.log(`  ATTENTION, ${difference}`)
    if (differences.length || compared === 0) process.exitCode = 1
  }
  printTable(
    `The same answers of ${format(products)} products, one at a time: the shop over HTTP beside the same service with plain SQL (no HTTP)`,
    comparisons.map(([name, comparison]) => ({
      answer: name,
      compared: comparison.compared,
      'shop p50 ms': median(comparison.shopMs),
      'shop slowest ms': Math.max(...comparison.shopMs),
      'SQL p50 ms': median(comparison.sqlMs),
      'SQL slowest ms': Math.max(...comparison.sqlMs),
      'SQL/shop p50': ratio(comparison),
      'SQL/shop slowest': Math.max(...comparison.sqlMs) / Math.max(...comparison.shopMs),
    })),
  )
  return comparisons
    .map(
      ([name, comparison]) =>
        `${comparison.compared - comparison.differences.length} of ${comparison.compared} ${name}s the same by plain SQL, which takes ${format(ratio(comparison))} times as long`,
    )
    .join(', ')
}
