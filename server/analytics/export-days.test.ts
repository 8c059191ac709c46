import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { recordOrder } from '#server/sales/record-order.ts'
import { createSeller, signal, storeLine, storeOrder } from '#tests/setup/sales.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { exportDays } from './export-days.service.ts'

const database = useTestDatabase()
const NOW = new Date('2026-11-23T12:00:00Z')

test('exports the seven days of the chart, today last', async () => {
  const { db } = database
  const { partner, click } = await createSeller(db, { currency: 'GBP' })
  const at = new Date('2026-11-23T09:00:00Z')
  const { id: clickId } = await click(new Date('2026-11-23T08:00:00Z'))
  const told = { orderedAt: at.toISOString(), paidAt: at.toISOString(), updatedAt: at.toISOString() }
  const lines = [storeLine({ priceMinor: 12_350 })]
  await recordOrder(db, partner.id, storeOrder({ ...told, lines, signals: [signal({ clickId })] }), at)
  const { csv, fileName } = await exportDays({ db, partner: { id: partner.id } as never }, NOW)
  expect(fileName).toBe('analytics-2026-11-23.csv')
  const rows = parse(csv, { bom: true, columns: true }) as Array<Record<string, string>>
  expect(rows.map(({ Day }) => Day)).toEqual([17, 18, 19, 20, 21, 22, 23].map((day) => `2026-11-${day}`))
  expect(rows.at(-1)).toMatchObject({ 'Revenue (GBP)': '123.5', Sales: '1', Clicks: '1' })
})
