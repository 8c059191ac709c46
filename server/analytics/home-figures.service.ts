import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import type { Compared, HomeFigures } from './analytics.types.ts'
import type { FiguresInput } from './analytics.schema.ts'
import { compareCommission, countSales } from './counted-sales.ts'
import { percentOf } from './metrics.values.ts'
import { inOneSnapshot } from './one-snapshot.ts'
import { comparedStretches, getPartSums } from './get-part-sums.ts'
import { getOverdue } from './payment-summary.ts'
import { getMeasuredPartner } from './get-measured-partner.ts'
import { spanOf } from './span.ts'

/**
 * Returns the figures at the top of Home, from one snapshot, and the invoices that are overdue today (UTC). Amounts in
 * minor units; metrics.values.ts defines every figure.
 */
export function getHomeFigures(
  { db, partner: { id } }: Pick<PartnerAsk, 'db' | 'partner'>,
  { period }: FiguresInput,
  now = new Date(),
): Promise<HomeFigures> {
  return inOneSnapshot(db, async (tx) => {
    const partner = await getMeasuredPartner(tx, id)
    const span = spanOf(period, now, partner.timeZone)
    const { compared } = await getPartSums(tx, partner, { compared: comparedStretches(span) })
    const [sold = [], before = [], yearAgo = []] = compared.sales
    const sales: Compared = { now: countSales(sold), before: countSales(before), yearAgo: countSales(yearAgo) }
    const [clicked = 0, clickedBefore = 0, clickedYearAgo = 0] = compared.traffic.map(({ clicks }) => clicks)
    return {
      asOf: now,
      span,
      sales,
      clicks: { now: clicked, before: clickedBefore, yearAgo: clickedYearAgo },
      conversionRate: percentOf(sales.now, clicked),
      conversionRateBefore: percentOf(sales.before, clickedBefore),
      commission: compareCommission(partner.ledgerCurrency, sold, before, yearAgo),
      overdue: await getOverdue(tx, id, now),
      reportsOrders: await reportsOrders(tx, id),
    }
  })
}

/** Whether a store is connected, or orders reach us in another way: by the API or in files. */
async function reportsOrders(tx: Prisma.TransactionClient, partnerId: string): Promise<boolean> {
  const [row] = await tx.$queryRaw<Array<{ isKnown: boolean }>>`
    SELECT EXISTS (SELECT 1 FROM shopify_connections WHERE partner_id = ${partnerId}::uuid AND status <> 'revoked')
      OR EXISTS (SELECT 1 FROM conversions WHERE partner_id = ${partnerId}::uuid) AS "isKnown"`
  return row?.isKnown === true
}
