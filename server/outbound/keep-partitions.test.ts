import { gunzipSync } from 'node:zlib'
import { encodeTime } from 'ulid'
import { beforeEach, expect, test, vi } from 'vitest'
import { openStorage } from '#server/media/storage.ts'
import { log } from '#server/platform/log.ts'
import { newId } from '#server/platform/ids.ts'
import { createClick, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { keepPartitions, listPartitions } from './keep-partitions.ts'
import { PARTITIONED, type Partitioned } from './partitions.ts'

const here = useTestDatabase()
const product = { id: newId(), partnerId: newId() }
/** Later than the partitions that the migration creates for the months of the real clock. */
const NOW = new Date('2031-05-15T04:08:00Z')
const keep = (given: Partial<Parameters<typeof keepPartitions>[0]> = {}, now = NOW) =>
  keepPartitions(
    {
      db: here.db,
      databaseUrl: here.url,
      dataDir: here.dataDir,
      clickYears: undefined,
      exportsRetired: false,
      ...given,
    },
    now,
  )
const names = async (parent: Partitioned) => (await listPartitions(here.db, parent)).map(({ name }) => name)
const partitionsOf = (table: Partitioned) =>
  here.db.$queryRawUnsafe<Array<{ in: string; rows: number }>>(
    `SELECT tableoid::regclass::text AS "in", count(*)::int AS rows FROM ${table} GROUP BY 1 ORDER BY 1`,
  )
const viewAt = (at: string) => createView(here.db, product, { viewedAt: new Date(at) })
/** Returns the partitions in the statement's query plan. */
const planOf = async (sql: string) => {
  const rows = await here.db.$queryRawUnsafe<Array<{ 'QUERY PLAN': string }>>(`EXPLAIN ${sql}`)
  const lines = rows.map((row) => row['QUERY PLAN']).join('\n')
  return [
    ...new Set(
      [...lines.matchAll(/Scan.* on ((?:outbound_clicks|product_views)_(?:\d{4}_\d\d|default))\b/g)].map(
        ([, name]) => name,
      ),
    ),
  ]
}

beforeEach(async () => {
  for (const table of PARTITIONED) await here.db.$executeRawUnsafe(`TRUNCATE ${table}`)
})

test('creates the partitions of this month and the next three, and changes nothing the second time', async () => {
  await keep()
  const made = await names('outbound_clicks')
  expect(made.slice(-4)).toEqual(['05', '06', '07', '08'].map((month) => `outbound_clicks_2031_${month}`))
  await keep()
  expect(await names('outbound_clicks')).toEqual(made)
})

test('moves rows from the default partition to new monthly ones', async () => {
  await viewAt('2031-02-03T00:00:00Z')
  await createClick(here.db, product, { clickedAt: new Date('2031-04-30T23:59:59.999Z') })
  await createClick(here.db, product, { clickedAt: new Date('2031-05-01T00:00:00Z') })
  await keep()
  expect(await partitionsOf('product_views')).toEqual([{ in: 'partitions.product_views_2031_02', rows: 1 }])
  expect(await partitionsOf('outbound_clicks')).toEqual([
    { in: 'partitions.outbound_clicks_2031_04', rows: 1 },
    { in: 'partitions.outbound_clicks_2031_05', rows: 1 },
  ])
})

test('reports rows that fit no monthly partition, and keeps them readable', async () => {
  const error = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  await createClick(here.db, product, { id: 'wc_00000000000000000000000001', clickedAt: NOW })
  await keep()
  expect(error.mock.calls).toEqual([[{ table: 'outbound_clicks', rows: 1 }, expect.any(String)]])
  error.mockRestore()
  expect(await here.db.outboundClick.count({ where: { clickedAt: { gte: NOW } } })).toBe(1)
})

test('reads only recent partitions for queries about the last hour', async () => {
  await keep()
  const hour = `'2031-07-15T03:00:00Z'::timestamptz`
  const found = ['outbound_clicks_2031_07', 'outbound_clicks_2031_08', 'outbound_clicks_default']
  expect(await planOf(`SELECT count(*) FROM outbound_clicks WHERE visitor_id = 'v' AND clicked_at > ${hour}`)).toEqual(
    found,
  )
  expect(await planOf(`SELECT count(*) FROM outbound_clicks WHERE is_valid AND clicked_at > ${hour}`)).toEqual(found)
  expect(await planOf(`SELECT count(*) FROM product_views WHERE viewed_at > ${hour}`)).toEqual(
    found.map((name) => name.replace('outbound_clicks', 'product_views')),
  )
  // The day after the end belongs to both months.
  const [before, after] = ['2031-07-01T23:59:59Z', '2031-07-02T00:00:00Z'].map((at) => `clicked_at >= '${at}'`)
  expect(await planOf(`SELECT 1 FROM outbound_clicks WHERE ${before}`)).toContain('outbound_clicks_2031_06')
  expect(await planOf(`SELECT 1 FROM outbound_clicks WHERE ${after}`)).not.toContain('outbound_clicks_2031_06')
  // A click ID is looked up in only one partition.
  const id = `wc_${encodeTime(NOW.getTime(), 10)}0000000000000000`
  expect(await planOf(`SELECT 1 FROM outbound_clicks WHERE id = '${id}'`)).toEqual(['outbound_clicks_2031_05'])
})

test('drops views once the first day of their partition is two years old, and keeps clicks', async () => {
  await viewAt('2031-05-31T00:00:00Z')
  const click = await createClick(here.db, product, { clickedAt: new Date('2031-05-02') })
  await keep()
  const rows = () => here.db.productView.count()
  await keep({}, new Date('2033-04-30T23:00:00Z'))
  expect([await rows(), (await names('product_views')).includes('product_views_2031_05')]).toEqual([1, true])
  await keep({}, new Date('2033-05-01T00:00:00Z'))
  expect([await rows(), (await names('product_views')).includes('product_views_2031_05')]).toEqual([0, false])
  expect(await here.db.outboundClick.count({ where: { id: click.id } })).toBe(1)
})

test('exports clicks without personal data before it drops them', async () => {
  const click = await createClick(here.db, product, {
    clickedAt: new Date('2034-05-02'),
    ipHash: 'hash',
    country: 'DE',
  })
  await keep({}, new Date('2034-05-15'))
  const later = { clickYears: 2, exportsRetired: true }
  await keep(later, new Date('2036-05-31'))
  expect(await here.db.outboundClick.count()).toBe(1)
  await keep(later, new Date('2036-06-01'))
  expect(await here.db.outboundClick.count()).toBe(0)
  const file = await openStorage(here.dataDir).read('retired/outbound_clicks_2034_05.csv.gz')
  const [head, row, ...rest] = gunzipSync(file!).toString().split('\n')
  expect(head).toBe(
    'id,clicked_at,expires_at,partner_id,product_id,variant_id,surface,position,destination_url,destination_host,price_minor,currency,stock,referrer_path,browser_family,country,is_valid,invalid_reason,duplicate_of,is_first_of_address,agent,device,is_located',
  )
  expect(row).toContain(click.id)
  expect(rest).toEqual([''])
})

test('skips a table while a long transaction reads it', async () => {
  const made = await names('outbound_clicks')
  // Falls two months before the last partition, so that one is missing.
  const now = new Date(Date.parse(`${made.at(-1)?.slice(-7).replace('_', '-')}-01`) - 40 * 86_400_000)
  await here.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT count(*) FROM outbound_clicks`
    await keep({}, now)
  })
  expect(await names('outbound_clicks')).toEqual(made)
  await keep({}, now)
  expect(await names('outbound_clicks')).toHaveLength(made.length + 1)
})
