import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { rollUpAnalytics } from '#server/analytics/roll-up.ts'
import { getAnalytics } from '#server/analytics/overview.service.ts'
import { getSalesFigures } from '#server/analytics/sales-figures.service.ts'
import { spanOf } from '#server/analytics/span.ts'
import { countViews } from '#server/outbound/view-counts.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { applyMigrations } from '#server/platform/postgres/schema-engine.ts'
import { clickFields, viewFields } from '#tests/factories.ts'
import { createDataDir, removeDataDir } from '#tests/setup/shop-process.ts'
import { createBusyPartner } from './analytics-data.ts'
import type { Lifetime } from './lifetime.ts'
import { printTable } from './print-table.ts'
import { holdPostgres } from './shop-under-test.ts'
import { median, percentile } from './statistics.ts'

const SALES = 100_000
const WARM_UP = 5
const CALLS = 200
const PLAIN_COUNTS = 3
const PERIODS = ['month', 'year'] as const
/** The size and interval of the writer's batches: a few hundred events a second. */
const WRITTEN = { views: 30, clicks: 5, everyMs: 100 }

/**
 * Measures the figures of a partner with this many events over a year and 100,000 sales, while views and clicks are
 * written and rolled up. Compares them with plain GROUP BYs over the same rows.
 */
export async function benchmarkAnalytics(events: number, lifetime: Lifetime): Promise<string> {
  const dataDir = await createDataDir('wtf-analytics-')
  lifetime.add(() => removeDataDir(dataDir))
  const postgres = await holdPostgres(dataDir, lifetime)
  await applyMigrations(postgres.url)
  const db = connect(postgres.url, { poolSize: 4 })
  lifetime.add(() => db.$disconnect())
  console.log(
    `Writing ${events.toLocaleString('en-GB')} views and clicks and ${SALES.toLocaleString('en-GB')} sales ...`,
  )
  const written = await timed(() => createBusyPartner(db, { events, sales: SALES }))
  const rolled = await timed(() => rollUpAnalytics(db))
  const counted = await timed(() => countViews(db))
  console.log(
    `  written in ${seconds(written.ms)}, rolled up in ${seconds(rolled.ms)}, views of products counted in ${seconds(counted.ms)}`,
  )
  // Does the work of autovacuum, which would start only later.
  for (const table of [
    'traffic_rollups',
    'sale_rollups',
    'product_sale_rollups',
    'partner_customers',
    'stale_quarters',
  ])
    await db.$executeRawUnsafe(`VACUUM (ANALYZE) ${table}`)
  const { partner, product } = written.value
  const writer = startWriter(db, { id: product.id, partnerId: partner.id })
  lifetime.add(() => writer.stop())
  const ask = { db, partner: { id: partner.id } }
  const ways = PERIODS.flatMap((period) => [
    {
      what: 'analytics.sales',
      period,
      read: () => getSalesFigures(ask, { period }) as Promise<unknown>,
      times: [] as number[],
    },
    {
      what: 'analytics.overview',
      period,
      read: () => getAnalytics(ask, { period }) as Promise<unknown>,
      times: [] as number[],
    },
  ])
  // Alternates, so that other load on the machine affects all of them.
  for (let call = 0; call < WARM_UP + CALLS; call++)
    for (const { read, times } of ways) {
      const { ms } = await timed(read)
      if (call >= WARM_UP) times.push(ms)
    }
  const plain = new Map<string, number>()
  for (const period of PERIODS) plain.set(period, await countPlainly(db, partner.id, period))
  const added = await writer.stop()
  printTable(
    `Figures of a partner with ${events.toLocaleString('en-GB')} events, ${CALLS} calls each in turns, while ${added.toLocaleString('en-GB')} events were written`,
    ways.map(({ what, period, times }) => ({
      what,
      period,
      'p50 ms': median(times),
      'p99 ms': percentile(times, 0.99),
      'plain GROUP BY ms': plain.get(period) ?? NaN,
      'plain : p50': (plain.get(period) ?? NaN) / median(times),
    })),
  )
  const worst = Math.max(...ways.map(({ times }) => percentile(times, 0.99)))
  return `analytics: p99 ${worst.toFixed(0)} ms at most over ${events.toLocaleString('en-GB')} events, plain GROUP BY over a year ${seconds(plain.get('year') ?? NaN)}`
}

/** Counts the days of a period from the rows: traffic, and sales with their commission. */
async function countPlainly(db: Db, partnerId: string, period: (typeof PERIODS)[number]): Promise<number> {
  const { from, to } = spanOf(period, new Date(), 'UTC')
  const times: number[] = []
  for (let round = 0; round < PLAIN_COUNTS; round++) {
    const { ms } = await timed(async () => {
      await db.$queryRaw`SELECT date_trunc('day', viewed_at), count(*) FROM product_views
        WHERE partner_id = ${partnerId}::uuid AND viewed_at >= ${from} AND viewed_at < ${to} GROUP BY 1`
      await db.$queryRaw`SELECT date_trunc('day', clicked_at), count(*) FROM outbound_clicks
        WHERE partner_id = ${partnerId}::uuid AND is_valid AND clicked_at >= ${from} AND clicked_at < ${to} GROUP BY 1`
      await db.$queryRaw`SELECT date_trunc('day', c.ordered_at), c.status::text, c.currency, count(*), sum(c.net_minor), sum(e.minor) FROM conversions c
        LEFT JOIN (SELECT conversion_id, sum(amount_minor) AS minor FROM commission_entries WHERE partner_id = ${partnerId}::uuid GROUP BY 1) e ON e.conversion_id = c.id
        WHERE c.partner_id = ${partnerId}::uuid AND c.ordered_at >= ${from} AND c.ordered_at < ${to} GROUP BY 1, 2, 3`
    })
    times.push(ms)
  }
  return median(times)
}

/** Adds views and clicks as visitors would, and rolls them up every minute like the job. */
function startWriter(db: Db, product: { id: string; partnerId: string }): { stop: () => Promise<number> } {
  const stopping = new AbortController()
  let added = 0
  const write = async () => {
    let rolledAt = Date.now()
    while (!stopping.signal.aborted) {
      await db.productView.createMany({ data: Array.from({ length: WRITTEN.views }, () => viewFields(product)) })
      await db.outboundClick.createMany({ data: Array.from({ length: WRITTEN.clicks }, () => clickFields(product)) })
      added += WRITTEN.views + WRITTEN.clicks
      if (Date.now() - rolledAt > MINUTE_MS) {
        await rollUpAnalytics(db)
        rolledAt = Date.now()
      }
      await pause(WRITTEN.everyMs, null, { signal: stopping.signal }).catch(() => undefined)
    }
    return added
  }
  const writing = write()
  return {
    stop: () => {
      stopping.abort()
      return writing
    },
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const started = performance.now()
  const value = await work()
  return { value, ms: performance.now() - started }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
