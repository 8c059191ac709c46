import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, inOneTrip, type Db } from '#server/platform/db.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useClicks } from '#tests/setup/clicks.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { newClickId } from './click-id.ts'
import { departureFor, findTargets, type Departures } from './departures.ts'
import { countWritten, planName } from './plan-name.ts'
import { ViewRecorder } from './record-views.ts'
import { newVisitorId } from './visitor-cookie.ts'
import { insertClicks } from './write-clicks.ts'

const database = useTestDatabase()
const { click } = useClicks(database)
const SIZES = [1, 50, 500]
const DAY_MS = 86_400_000
/** Scans for the visitor, its address (twice), the product at the address, and an earlier click. */
const SCANS_OF_PARTITION = 6
/** The statement searches the last two days. At the start of a month, they are in two partitions. */
const scansOfRow = () =>
  SCANS_OF_PARTITION * new Set([0, 2 * DAY_MS].map((ago) => new Date(Date.now() - ago).toISOString().slice(0, 7))).size

// A single connection, so that the test can read its statistics.
let db: Db
let productIds: string[]
let departures: Departures
beforeAll(async () => {
  db = connect(database.url, { poolSize: 1 })
  const { id: partnerId } = await createPartner(database.db)
  productIds = []
  for (let n = 0; n < 20; n++) productIds.push((await createProduct(database.db, { partnerId })).id)
  departures = new Map([...(await findTargets(db, productIds))].map(([id, target]) => [id, departureFor(target)]))
})
afterAll(() => db.$disconnect())

/** Returns the number of index scans of a table, by all statements so far. */
async function indexScans(table: string): Promise<number> {
  await inOneTrip(db, [{ name: 'flush', text: 'SELECT pg_stat_force_next_flush()', values: [] }])
  await db.$executeRaw`SELECT pg_stat_force_next_flush()`
  const [row] = await db.$queryRaw<Array<{ scans: number }>>`
    SELECT sum(idx_scan)::int AS scans FROM pg_partition_tree(${table}::regclass) JOIN pg_stat_user_tables USING (relid)`
  return row?.scans ?? NaN
}

/** Returns index scans per row, by group size. Every row has a different visitor and address. */
async function scansOfRows(table: string, write: (size: number) => Promise<unknown>): Promise<Record<number, number>> {
  const scans: Record<number, number> = {}
  for (const size of SIZES) {
    const before = await indexScans(table)
    await write(size)
    scans[size] = ((await indexScans(table)) - before) / size
  }
  return scans
}

const addressOf = (size: number, n: number) => `address ${n} of ${size}`
const productOf = (n: number) => productIds[n % productIds.length]!

test('a click costs no more index scans in a large group than in a small one', async () => {
  const scans = await scansOfRows('outbound_clicks', (size) => {
    const group = Array.from({ length: size }, (_, n) => ({
      ...click({ productId: productOf(n), isYoung: n % 2 === 0, ipHash: addressOf(size, n) }),
      id: newClickId(),
      clickedAt: new Date(),
    }))
    return insertClicks(db, group, departures, { isRead: false })
  })
  for (const size of SIZES) expect(scans[size], `a group of ${size}`).toBeLessThanOrEqual(scansOfRow())
  expect(await db.outboundClick.count({ where: { isValid: true } })).toBe(551)
})

test('a click costs no more when its partition grows before PostgreSQL has analyzed it', async () => {
  const rowsRead = async () => {
    await inOneTrip(db, [{ name: 'flush', text: 'SELECT pg_stat_force_next_flush()', values: [] }])
    const [row] = await db.$queryRaw<Array<{ read: number }>>`
      SELECT sum(idx_tup_fetch + seq_tup_read)::int AS read FROM pg_partition_tree('outbound_clicks'::regclass) JOIN pg_stat_user_tables USING (relid)`
    return row?.read ?? NaN
  }
  const size = 250
  const read: number[] = []
  for (let group = 0; group < 16; group++) {
    const before = await rowsRead()
    const clicks = Array.from({ length: size }, (_, n) => ({
      ...click({ productId: productOf(n), isYoung: true, ipHash: `growing ${group} ${n}` }),
      id: newClickId(),
      clickedAt: new Date(),
    }))
    await insertClicks(db, clicks, departures, { isRead: false })
    read.push(((await rowsRead()) - before) / size)
  }
  expect(Math.max(...read.slice(-4))).toBeLessThan(50)
})

test('the statement is planned again when its clicks double, and from the first day of a month', () => {
  const [end, start] = ['2031-01-31T23:59:59Z', '2031-02-01T00:00:00Z'].map((text) => new Date(text))
  const names = [500, 1, 1, 500, 1].map((clicks) => {
    const name = planName(db, end!)
    countWritten(db, end!, clicks)
    return name
  })
  expect(names.map((name) => names.indexOf(name))).toEqual([0, 1, 1, 1, 4])
  expect(planName(db, start!)).toBe('write clicks 2031-02-01 0')
})

test('a view costs no more index scans in a large group than in a small one', async () => {
  const views = new ViewRecorder(db)
  const scans = await scansOfRows('product_views', async (size) => {
    const group = Array.from({ length: size }, (_, n) =>
      views.record({
        productId: productOf(n),
        visitorId: newVisitorId(),
        isYoung: n % 2 === 0,
        userId: null,
        ipHash: addressOf(size, n),
      }),
    )
    await Promise.all(group)
  })
  for (const size of SIZES) expect(scans[size], `a group of ${size}`).toBeLessThanOrEqual(scansOfRow())
  expect(await db.productView.count()).toBe(551)
})
