import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { newClickId } from './click-id.ts'
import { partitionMonth, parsePartition, recentIds } from './partitions.ts'

const here = useTestDatabase()
afterEach(() => void vi.useRealTimers())

test('computes the same first ID of a period as PostgreSQL', async () => {
  for (const now of [new Date(), new Date('2027-01-01T00:00:00Z'), new Date('2030-03-02T23:59:59.999Z')]) {
    const from = new Date(partitionMonth(new Date(now.getTime() - 2 * 86_400_000)))
    const until = new Date(now.getTime() + 86_400_000)
    const rows = await here.db.$queryRaw<Array<{ from: string; until: string }>>`
      SELECT partitions.first_id(parent, ${from}) AS "from", partitions.first_id(parent, ${until}) AS until
      FROM unnest(ARRAY['outbound_clicks', 'product_views']) parent`
    expect(rows).toEqual(Object.values(recentIds(now)))
  }
})

test('new IDs are within the range of recent IDs', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-03-01T00:00:30Z') })
  const { clicks, views } = recentIds()
  for (const [id, { from, until }] of [
    [newClickId(), clicks],
    [newId(), views],
  ] as const)
    expect([from <= id, id < until]).toEqual([true, true])
})

test('reads the months of a partition from its name', () => {
  expect(parsePartition('product_views_2026_12')).toMatchObject({ since: '2026-12-01', until: '2027-01-01' })
  expect(parsePartition('outbound_clicks_before_2026_12')).toMatchObject({ since: null, until: '2026-12-01' })
  expect(parsePartition('outbound_clicks_default')).toBeNull()
})
