import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPartner } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { drawnHistory, play } from './random-histories.ts'
import { recountAnalytics, recountSalesFigures } from './naive-figures.ts'
import { rebuildAnalytics } from '#server/analytics/rebuild.ts'
import { rollUpAnalytics } from '#server/analytics/roll-up.ts'
import { getAnalytics } from '#server/analytics/overview.service.ts'
import { getSalesFigures } from '#server/analytics/sales-figures.service.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'

const database = useTestDatabase()
/** Set HISTORIES=200 for the long run. */
const HISTORIES = Number(process.env.HISTORIES ?? 40)

test('every figure equals a plain count of the rows, before and after roll-ups', { timeout: 900_000 }, async () => {
  const { db } = database
  await fc.assert(
    fc.asyncProperty(drawnHistory, async (history) => {
      const { now, period, timeZone } = history
      const { id } = await createPartner(db, { currency: 'GBP', timeZone })
      await play(db, id, history)
      const ask = { db, partner: { id } }
      const expectCounted = async () => {
        const [sales, overview] = [
          await getSalesFigures(ask, { period }, now),
          await getAnalytics(ask, { period }, now),
        ]
        expect(sales).toEqual(await recountSalesFigures(db, id, sales))
        expect(overview).toEqual(await recountAnalytics(db, id, overview))
      }
      await expectCounted()
      await rollUpAnalytics(db, new Date(now.getTime() + DAY_MS))
      await expectCounted()
      const rolled = await listRollups(id)
      await rebuildAnalytics(db, id)
      expect(await listRollups(id)).toEqual(rolled)
    }),
    // Shrinking a failure may take an hour.
    { numRuns: HISTORIES, endOnFailure: true },
  )
})

async function listRollups(partnerId: string) {
  const { db } = database
  return {
    traffic: await db.trafficRollup.findMany({ where: { partnerId }, orderBy: [{ level: 'asc' }, { at: 'asc' }] }),
    products: await db.productSaleRollup.findMany({
      where: { partnerId },
      orderBy: [{ level: 'asc' }, { at: 'asc' }, { productId: 'asc' }, { currency: 'asc' }],
    }),
    sales: await db.saleRollup.findMany({
      where: { partnerId },
      orderBy: [{ level: 'asc' }, { at: 'asc' }, { status: 'asc' }, { currency: 'asc' }, { ledgerCurrency: 'asc' }],
    }),
  }
}
