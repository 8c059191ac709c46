import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { recordOrder } from '#server/sales/record-order.ts'
import { createSeller, signal, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createClick } from '#tests/factories.ts'
import { exportDays } from './export-days.service.ts'
import { getHomeFigures } from './home-figures.service.ts'
import { getAnalytics } from './overview.service.ts'
import { getSalesFigures } from './sales-figures.service.ts'

const database = useTestDatabase()
const NOW = new Date('2026-11-23T12:00:00Z')

test('exports each day of the period, ending with today', async () => {
  const { db } = database
  const { partner, click } = await createSeller(db, { currency: 'GBP' })
  const at = new Date('2026-11-23T09:00:00Z')
  const { id: clickId } = await click(new Date('2026-11-23T08:00:00Z'))
  const told = { orderedAt: at.toISOString(), paidAt: at.toISOString(), updatedAt: at.toISOString() }
  const lines = [storeLine({ priceMinor: 12_350 })]
  await recordOrder(db, partner.id, storeOrder({ ...told, lines, signals: [signal({ clickId })] }), at)
  const { csv, fileName } = await exportDays({ db, partner }, { period: 'week' }, NOW)
  expect(fileName).toBe('analytics-2026-11-16-to-2026-11-23.csv')
  const rows = parse(csv, { bom: true, columns: true }) as Array<Record<string, string>>
  expect(rows.map(({ Day }) => Day)).toEqual([16, 17, 18, 19, 20, 21, 22, 23].map((day) => `2026-11-${day}`))
  expect(rows.at(-1)).toMatchObject({ 'Revenue (GBP)': '123.5', Sales: '1', Clicks: '1' })
})

test('exports exactly the dates that the page shows, in the partner’s time zone', async () => {
  const { db } = database
  const { partner, product } = await createSeller(db, { currency: 'GBP', timeZone: 'America/New_York' })
  const ask = { db, partner }
  // Midnight in New York is 05:00 UTC, or 04:00 until 1 November.
  const moments = ['2026-10-31T03:59:59Z', '2026-10-31T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z']
  for (const moment of moments) await createClick(db, product, { clickedAt: new Date(moment) })
  const period = '2026-10-31..2026-11-01'
  const { csv, fileName } = await exportDays(ask, { period }, NOW)
  expect(fileName).toBe('analytics-2026-10-31-to-2026-11-01.csv')
  const rows = parse(csv, { bom: true, columns: true }) as Array<Record<string, string>>
  expect(rows.map(({ Day, Clicks }) => [Day, Clicks])).toEqual([
    ['2026-10-31', '1'],
    ['2026-11-01', '1'],
  ])
  const { clicks, days } = await getAnalytics(ask, { period }, NOW)
  expect(clicks.now).toBe(2)
  // The chart shows two days by hour. One hour is repeated when the clocks go back.
  expect([days.length, days.reduce((sum, day) => sum + day.clicks, 0)]).toEqual([49, 2])
  expect((await getSalesFigures(ask, { period }, NOW)).points).toHaveLength(49)
  expect((await getHomeFigures(ask, { period }, NOW)).clicks).toEqual({ now: 2, before: 1, yearAgo: 0 })
})
