import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type pg from 'pg'
import { BROWSER_HEADERS } from './answer.ts'
import { startBareServer } from './bare-server.ts'
import type { Lifetime } from './lifetime.ts'
import { measureRoute, printRoutes, QUICK } from './measure-route.ts'
import { format } from './print-table.ts'
import type { ShopUnderTest } from './shop-under-test.ts'
import { median } from './statistics.ts'

/** Measures outgoing clicks, each by another visitor. Compares them with committing the same rows one by one. */
export async function benchmarkGo(shop: ShopUnderTest, lifetime: Lifetime): Promise<string> {
  const bare = await startBareServer(lifetime)
  const clicksBefore = await countClicks(shop.pool)
  const singles: number[] = []
  const go = await measureRoute(
    shop,
    bare,
    { name: '/go', paths: shop.goPaths, headers: BROWSER_HEADERS, expectedStatus: 302, load: QUICK },
    async () => {
      singles.push(await insertOneByOne(shop.pool))
    },
  )
  const clicks = (await countClicks(shop.pool)) - clicksBefore
  printRoutes('/go, every request another visitor', [go])
  const single = median(singles)
  console.log(
    `  302s counted: ${format(go.expected)}; clicks found in the database: ${format(clicks)} (${clicks === go.expected ? 'equal' : 'NOT EQUAL'})`,
  )
  console.log(
    `  Clicks committed: ${format(go.shop.requestsPerSecond)}/s; the same rows committed one by one by a plain pg pool of 16: ${format(single)}/s; ratio ${format(go.shop.requestsPerSecond / single)}`,
  )
  return `/go: ${format(Math.round(go.shop.requestsPerSecond))} req/s (p99 ${format(go.shop.p99)} ms), ${format(go.shop.requestsPerSecond / single)} of a plain pool`
}

async function countClicks(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM outbound_clicks')
  return rows[0]?.n ?? 0
}

/**
 * Inserts and commits rows like the shop's last click, one by one, on 16 concurrent connections. @returns rows per
 * second
 */
export async function insertOneByOne(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<Record<string, unknown>>(
    'SELECT * FROM outbound_clicks ORDER BY clicked_at DESC LIMIT 1',
  )
  const [example] = rows
  if (!example) return NaN
  const columns = Object.keys(example)
  const sql = `INSERT INTO outbound_clicks (${columns.join(', ')}) VALUES (${columns.map((_, index) => `$${index + 1}`).join(', ')})`
  const mark = 'bench_single_'
  let inserted = 0
  const start = performance.now()
  const end = start + QUICK.seconds * 1000
  try {
    await Promise.all(
      Array.from({ length: QUICK.connections }, async () => {
        while (performance.now() < end) {
          const click: Record<string, unknown> = { ...example, id: mark + randomUUID(), visitor_id: randomUUID() }
          await pool.query(
            sql,
            columns.map((column) => click[column]),
          )
          inserted++
        }
      }),
    )
    return inserted / ((performance.now() - start) / 1000)
  } finally {
    await pool.query(`DELETE FROM outbound_clicks WHERE starts_with(id, $1)`, [mark])
  }
}
