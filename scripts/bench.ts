// npm run bench: all benchmarks; npm run bench -- pages | peers | go | javascript | database | lighthouse | wishlist |
// dashboard | import | sync | search | webhooks | webhooks-out | analytics | soak | appearances | relevance [--products N] [--data
// DIR] [--rate R] [--events N] [--seconds N] [--seed S]: one of them.
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pTimeout from 'p-timeout'
import { z } from 'zod'
import { benchmarkAnalytics } from '#tests/bench/analytics.bench.ts'
import { benchmarkAppearances } from '#tests/bench/appearances.bench.ts'
import { benchmarkClickGroups } from '#tests/bench/click-groups.bench.ts'
import { benchmarkDashboard } from '#tests/bench/dashboard.bench.ts'
import { benchmarkDatabase } from '#tests/bench/database.bench.ts'
import { benchmarkGo } from '#tests/bench/go.bench.ts'
import { benchmarkImport } from '#tests/bench/import.bench.ts'
import { benchmarkJavaScript } from '#tests/bench/javascript.bench.ts'
import { Lifetime } from '#tests/bench/lifetime.ts'
import { benchmarkLighthouse } from '#tests/bench/lighthouse.bench.ts'
import { benchmarkPages } from '#tests/bench/pages.bench.ts'
import { benchmarkPeers } from '#tests/bench/peers.bench.ts'
import { benchmarkRelevance } from '#tests/bench/relevance.bench.ts'
import { benchmarkSearch } from '#tests/bench/search.bench.ts'
import { benchmarkSoak } from '#tests/bench/soak.bench.ts'
import { startShopUnderTest, type ShopUnderTest } from '#tests/bench/shop-under-test.ts'
import { benchmarkSync } from '#tests/bench/sync.bench.ts'
import { benchmarkWebhooks } from '#tests/bench/webhooks.bench.ts'
import { benchmarkWebhooksOut } from '#tests/bench/webhooks-out.bench.ts'
import { benchmarkWishlist } from '#tests/bench/wishlist.bench.ts'
import { ensureBuilt } from './prepare.ts'

const NAMES = [
  'pages',
  'peers',
  'go',
  'javascript',
  'database',
  'lighthouse',
  'wishlist',
  'dashboard',
  'import',
  'sync',
  'search',
  'webhooks',
  'webhooks-out',
  'analytics',
  'soak',
  'appearances',
  'relevance',
] as const
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    products: { type: 'string', default: '20000' },
    data: { type: 'string' },
    rate: { type: 'string' },
    events: { type: 'string', default: '10000000' },
    seconds: { type: 'string', default: '600' },
    seed: { type: 'string', default: '1' },
  },
})
const asked = z
  .object({
    names: z.array(z.enum(NAMES)).max(1),
    products: z.coerce.number().int().min(1).max(1_000_000),
    data: z
      .string()
      .min(1)
      .transform((dir) => path.resolve(dir))
      .optional(),
    rate: z.coerce.number().min(0.1).max(1_000).optional(),
    events: z.coerce.number().int().min(1_000).max(1_000_000_000),
    seconds: z.coerce.number().int().min(20).max(86_400),
    seed: z.coerce.number().int().min(1).max(1_000_000_000),
  })
  .safeParse({ names: positionals, ...values })
if (!asked.success) {
  console.error(`Usage: npm run bench [-- ${NAMES.join(' | ')}] [--products N] [--data DIR] [--rate R] [--events N] [--seconds N] [--seed S]

For import and sync:
  --products N  products in the file or store, with five variants each: 1 to 120,000 (20,000)
For search:
  --products N  minimum number of products in the catalogue: 1 to 1,000,000 (20,000)
  --data DIR    existing DATA_DIR to use, created by DATA_DIR=DIR npm run db:seed -- --products N (default: a temporary one)
  --rate R      list requests per second (default: depends on the number of products)
For analytics:
  --events N    views and clicks to create for one partner (10,000,000)
For relevance: --products and --data as for search, and
  --seed S      seed for the random queries (1)
For soak:
  --seconds N   duration in seconds (600)`)
  process.exit(1)
}
const {
  names: [only],
  products,
  data,
  rate,
  events,
  seconds,
  seed,
} = asked.data
const isAsked = (...names: Array<(typeof NAMES)[number]>) => only === undefined || names.includes(only)

const lifetime = new Lifetime()

/** Ends the run early and cleans up. */
function stop(exitCode: number, reason: unknown): void {
  if (lifetime.hasEnded) return
  process.exitCode = exitCode
  console.error(reason)
  // The second call stops processes that were just starting.
  void lifetime
    .end()
    .then(() => pTimeout(running, { milliseconds: 2_000, message: false }))
    .then(() => lifetime.end())
    .then(() => process.exit())
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(130, '\nStopping ...'))
process.on('uncaughtException', (error) => stop(1, error))
// The reader of the output may stop first, as with `| head`.
process.stdout.on('error', () => stop(1, 'The output was closed. Stopping ...'))
process.stderr.on('error', () => undefined)

async function run(): Promise<void> {
  const started = Date.now()
  const load = os.loadavg()[0] ?? 0
  console.log(
    `${os.availableParallelism()} cores (${os.cpus()[0]?.model ?? 'unknown'}), ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.platform()} ${os.release()}, Node ${process.version}. The server, database and load generator share this machine. Load average before the start: ${load.toFixed(2)}.`,
  )
  ensureBuilt()
  const summaries: string[] = []
  if (isAsked('pages', 'peers', 'go', 'javascript', 'database', 'lighthouse', 'wishlist', 'dashboard', 'soak')) {
    console.log('Starting the shop with its demo data ...')
    const shop: ShopUnderTest = await startShopUnderTest(lifetime)
    if (isAsked('pages')) summaries.push(await benchmarkPages(shop, lifetime))
    if (isAsked('peers')) summaries.push(await benchmarkPeers(shop, lifetime))
    if (isAsked('pages', 'go')) summaries.push(await benchmarkGo(shop, lifetime), await benchmarkClickGroups(shop))
    if (isAsked('pages', 'javascript')) summaries.push(await benchmarkJavaScript(shop, lifetime))
    if (isAsked('database')) summaries.push(await benchmarkDatabase(shop))
    if (isAsked('lighthouse')) summaries.push(await benchmarkLighthouse(shop, lifetime))
    if (isAsked('dashboard')) summaries.push(await benchmarkDashboard(shop, lifetime))
    if (isAsked('wishlist')) summaries.push(await benchmarkWishlist(shop))
    if (isAsked('soak')) summaries.push(await benchmarkSoak(shop, seconds))
  }
  if (isAsked('import')) summaries.push(await benchmarkImport(Math.min(products, 120_000), lifetime))
  if (isAsked('sync')) summaries.push(await benchmarkSync(Math.min(products, 120_000), lifetime))
  if (isAsked('webhooks')) summaries.push(await benchmarkWebhooks(lifetime))
  if (isAsked('webhooks-out')) summaries.push(await benchmarkWebhooksOut(lifetime))
  if (isAsked('analytics')) summaries.push(await benchmarkAnalytics(events, lifetime))
  if (isAsked('appearances')) summaries.push(await benchmarkAppearances())
  if (isAsked('relevance'))
    summaries.push(await benchmarkRelevance({ products, dataDir: data ?? null, seed }, lifetime))
  if (isAsked('search'))
    summaries.push(await benchmarkSearch({ products, dataDir: data ?? null, rate: rate ?? null }, lifetime))
  console.log(`\n${summaries.join('\n')}\nDone in ${Math.round((Date.now() - started) / 1000)} s.`)
}

const running = run().catch((error: unknown) => {
  // A failure caused by the stop itself needs no message.
  if (lifetime.hasEnded) return
  console.error(error)
  process.exitCode = 1
})
await running
await lifetime.end()
process.exit()
