import type { WeekOfStore } from '#server/mail/store-mails.ts'
import type { Db } from '#server/platform/db.ts'
import { compareCommission, countSales, revenueOf } from '../counted-sales.ts'
import { startBefore, weekdayOf } from '../local-clock.ts'
import { percentOf } from '../metrics.values.ts'
import { inOneSnapshot } from '../one-snapshot.ts'
import { getPartSums } from '../get-part-sums.ts'
import { getMeasuredPartner } from '../get-measured-partner.ts'

const WEEK = 7

export interface Week {
  from: Date
  /** The end of the week (not included). */
  until: Date
  /** When the previous week began. */
  beforeFrom: Date
}

/** Returns the last full week, Monday to Sunday in a zone. */
export function lastWeek(timeZone: string, now: Date): Week {
  const today = weekdayOf(timeZone, now.getTime())
  const daysAgo = (days: number) => new Date(startBefore('day', timeZone, now.getTime(), days))
  return { from: daysAgo(today + WEEK), until: daysAgo(today), beforeFrom: daysAgo(today + 2 * WEEK) }
}

/**
 * Returns a store's figures for a week and the one before, counted as on the dashboard (metrics.values.ts): sales by
 * order time, in their current state. Minor units.
 */
export function getWeek(db: Db, partnerId: string, { from, until, beforeFrom }: Week): Promise<WeekOfStore> {
  return inOneSnapshot(db, async (tx) => {
    const partner = await getMeasuredPartner(tx, partnerId)
    const { currency, ledgerCurrency } = partner
    const { week: read } = await getPartSums(tx, partner, {
      week: [
        { from, to: until },
        { from: beforeFrom, to: from },
      ],
    })
    const [sold = [], soldBefore = []] = read.sales
    const [traffic, trafficBefore] = read.traffic
    const within = { gte: from, lt: until }
    // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
    const newProducts = await tx.product.count({ where: { partnerId, createdAt: within, deletedAt: null } })
    const changed = await tx.productEvent.groupBy({
      by: ['productId'],
      where: { partnerId, type: { not: 'created' }, createdAt: within },
    })
    const [views, clicks] = [traffic?.views ?? 0, traffic?.clicks ?? 0]
    const sales = countSales(sold)
    return {
      newProducts,
      changedProducts: changed.length,
      views: { now: views, before: trafficBefore?.views ?? 0 },
      clicks: { now: clicks, before: trafficBefore?.clicks ?? 0 },
      sales: { now: sales, before: countSales(soldBefore) },
      revenue: revenueOf(currency, sold, soldBefore, []),
      commission: compareCommission(ledgerCurrency, sold, soldBefore, []),
      viewToClick: percentOf(clicks, views),
      clickToSale: percentOf(sales, clicks),
    }
  })
}
