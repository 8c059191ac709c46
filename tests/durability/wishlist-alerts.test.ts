import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findWishlistEvents } from '#server/wishlist/judge-wishes.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { randomOf, ROUNDS, SEED } from './click-load.ts'

const KILLS = ROUNDS * 2
const SHOPPERS = ROUNDS === 1 ? 60 : ROUNDS * 400
/** Wishes per shopper. EXPECTED lists their outcomes. */
const WISHES = 5
/** More waves than kills, so that each kill finds new work. */
const WAVES = KILLS + Math.ceil(KILLS / 5)
const BATCH = (SHOPPERS * WISHES) / 20
const NOON = new Date('2026-11-02T12:00:00Z')
const A_DAY_BEFORE = new Date('2026-11-01T12:00:00Z')

const here = useTestDatabase()
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * The expected event, by a product's number modulo WISHES: a lower price, the target price, back in stock, low stock,
 * or none.
 */
const EXPECTED = `(ARRAY['price_drop', 'below_target', 'back_in_stock', 'low_stock', NULL])[n % ${WISHES} + 1]`

/** Creates shoppers who want every email. Each has separate products at 100.00 dollars, which are checked once. */
beforeAll(async () => {
  const { id: partnerId } = await createPartner(here.db)
  const { brandId } = await createProduct(here.db, { partnerId })
  await here.db.$executeRaw`
    INSERT INTO users (id, email, email_verified_at, notifications, updated_at)
    SELECT gen_random_uuid(), 'shopper' || n || '@example.test', now(), '{"priceDrops": true, "backInStock": true}', now() FROM generate_series(0, ${SHOPPERS - 1}::int) n`
  await here.db.$executeRaw`
    INSERT INTO products (id, partner_id, brand_id, handle, name, status, currency, price_minor, price_max_minor, price_base_minor, stock, is_in_stock, updated_at)
    SELECT gen_random_uuid(), ${partnerId}::uuid, ${brandId}::uuid, n, 'Piece ' || n, 'active', 'USD', 10000, 10000, 10000,
      CASE WHEN n % ${WISHES}::int = 2 THEN 0 ELSE 10 END, n % ${WISHES}::int <> 2, now() FROM generate_series(0, ${SHOPPERS * WISHES - 1}::int) n`
  await here.db.$executeRaw`
    INSERT INTO wishlist_items (id, user_id, product_id, added_price_minor, added_currency, target_minor, target_currency)
    SELECT gen_random_uuid(), u.id, p.id, 10000, 'USD', CASE WHEN n % ${WISHES}::int = 1 THEN 9000 END, CASE WHEN n % ${WISHES}::int = 1 THEN 'USD' END
    FROM generate_series(0, ${SHOPPERS * WISHES - 1}::int) n
    JOIN products p ON p.handle = n::text JOIN users u ON u.email = 'shopper' || n / ${WISHES}::int || '@example.test'`
  await here.db.$executeRaw`ANALYZE`
  expect(await findWishlistEvents(here.db, A_DAY_BEFORE)).toBe(0)
}, 300_000)

/**
 * Changes the price of every product of the wave's shoppers, and the stock of some. @returns the number of changed
 * products
 */
const changePrices = (wave: number): Promise<number> => {
  const first = Math.floor((wave * SHOPPERS) / WAVES) * WISHES
  const end = Math.floor(((wave + 1) * SHOPPERS) / WAVES) * WISHES
  return here.db.$executeRaw`
    UPDATE products p SET price_minor = change.price, price_max_minor = change.price, stock = change.stock, is_in_stock = true
    FROM generate_series(${first}::int, ${end - 1}::int) n
    CROSS JOIN LATERAL (
      SELECT (ARRAY[8000, 8900, 9500, 12000, 9500])[n % ${WISHES}::int + 1] AS price, (ARRAY[10, 10, 6, 3, 10])[n % ${WISHES}::int + 1] AS stock
    ) change
    WHERE p.handle = n::text`
}

/** Starts the jobs in a separate process, and resolves once they begin. `output` grows with their output. */
async function startJobs() {
  const url = new URL(here.url)
  url.searchParams.set('application_name', 'alerts')
  const options = { databaseUrl: url.href, now: NOON, batchSize: BATCH }
  const script = path.resolve(import.meta.dirname, '../setup/alerts-process.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  const ended = once(child, 'exit').then(() => running.delete(child))
  const jobs = { child, ended, output: '' }
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      jobs.output += chunk.toString()
      resolve()
    })
    void ended.then(() => reject(new Error(`The jobs did not start: ${jobs.output}`)))
  })
  return jobs
}

/** Waits until PostgreSQL has finished the current statement of a killed client. */
const untilForgotten = () =>
  expect
    .poll(
      async () =>
        here.db
          .$queryRaw`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'alerts'`,
      { timeout: 30_000 },
    )
    .toEqual([])

/** @returns the duration of the jobs in milliseconds */
async function runJobs(): Promise<number> {
  const { child, ended } = await startJobs()
  const began = performance.now()
  await ended
  expect([child.exitCode, child.signalCode]).toEqual([0, null])
  return performance.now() - began
}

test(
  `SIGKILL of the alert jobs of ${SHOPPERS} shoppers, ${KILLS} times: each event is recorded and emailed once (KILL_SEED=${SEED})`,
  async () => {
    const random = randomOf(SEED)
    const began = performance.now()
    let changes = await changePrices(0)
    const wholeRun = await runJobs()
    const hits = { looking: 0, mailing: 0, 'too late': 0 }
    let wave = 1
    while (hits.looking + hits.mailing < KILLS) {
      if (wave < WAVES) changes += await changePrices(wave++)
      const jobs = await startJobs()
      await Promise.race([jobs.ended, pause(random() * wholeRun)])
      const stage = jobs.output.includes('found') ? 'mailing' : 'looking'
      jobs.child.kill('SIGKILL')
      await jobs.ended
      hits[jobs.child.signalCode === 'SIGKILL' ? stage : 'too late']++
      await untilForgotten()
    }
    while (wave < WAVES) changes += await changePrices(wave++)
    await runJobs()
    // No work is left.
    await runJobs()
    const seconds = ((performance.now() - began) / 1000).toFixed(0)

    const faults = await here.db.$queryRawUnsafe<unknown[]>(`
      WITH mailed AS (
        SELECT w.id, count(m.id) AS mails FROM wishlist_items w JOIN users u ON u.id = w.user_id
        LEFT JOIN mails m ON m.to_address = u.email AND m.text LIKE '%/product/' || w.product_id || '%' GROUP BY w.id
      ), found AS (
        SELECT w.id, array_remove(array_agg(e.kind), NULL) AS kinds, count(e.id) FILTER (WHERE e.mailed_at IS NULL) AS unmailed
        FROM wishlist_items w LEFT JOIN wishlist_events e ON e.item_id = w.id GROUP BY w.id
      ), expected AS (
        SELECT w.id, n, array_remove(ARRAY[${EXPECTED}], NULL) AS kinds
        FROM generate_series(0, ${SHOPPERS * WISHES - 1}) n JOIN products p ON p.handle = n::text JOIN wishlist_items w ON w.product_id = p.id
      )
      SELECT n, expected.kinds AS expected, found.kinds AS found, unmailed::int, mails::int
      FROM expected JOIN found USING (id) JOIN mailed USING (id)
      WHERE found.kinds <> expected.kinds OR unmailed > 0 OR mails <> cardinality(expected.kinds)`)
    const [counts] = await here.db.$queryRaw<Array<{ events: number; mails: number; shoppers: number }>>`
      SELECT (SELECT count(*) FROM wishlist_events)::int AS events, count(*)::int AS mails, count(DISTINCT to_address)::int AS shoppers FROM mails`
    console.log(
      `${SHOPPERS} shoppers, ${changes} changed prices, a whole run ${(wholeRun / 1000).toFixed(1)} s; killed ${KILLS} times (${JSON.stringify(hits)}) in ${seconds} s; ${JSON.stringify(counts)}; lost or doubled: ${faults.length}`,
    )
    expect(faults).toEqual([])
    expect(counts).toEqual({ events: SHOPPERS * (WISHES - 1), mails: SHOPPERS, shoppers: SHOPPERS })
  },
  120_000 + KILLS * 60_000,
)
