import type { PartnerAsk } from '#server/platform/ask.ts'
import { toCsv } from '#server/platform/csv.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import type { FiguresInput } from './analytics.schema.ts'
import { fileSpanOf } from './file-span.ts'
import { inOneSnapshot } from './one-snapshot.ts'
import { getPartSums } from './get-part-sums.ts'
import { getMeasuredPartner } from './get-measured-partner.ts'
import { pointsOf } from './chart-points.ts'
import { daysOf, spanOf } from './span.ts'

/**
 * Returns the period that the Analytics page shows as a CSV file with one row per day of the partner's calendar (per
 * hour for the last 24 hours). Its rows add up to the page's figures. Revenue in whole units of the partner's currency.
 */
export function exportDays(
  { db, partner: { id } }: Pick<PartnerAsk, 'db' | 'partner'>,
  { period }: FiguresInput,
  now = new Date(),
): Promise<{ fileName: string; csv: string }> {
  return inOneSnapshot(db, async (tx) => {
    const partner = await getMeasuredPartner(tx, id)
    const { currency } = partner
    const span = spanOf(period, now, partner.timeZone)
    const bars = daysOf(period, span)
    const { days } = await getPartSums(tx, partner, { days: bars })
    const points = pointsOf(bars, days.sales, days.traffic, { currency, now })
    const rows = points.map(({ label, revenueMinor, sales, views, clicks }) => [
      label,
      Number(toAmount(revenueMinor, currency)),
      sales,
      views,
      clicks,
    ])
    const head = [period === 'day' ? 'Hour' : 'Day', `Revenue (${currency})`, 'Sales', 'Views', 'Clicks']
    return { fileName: `analytics-${fileSpanOf(span)}.csv`, csv: `\uFEFF${toCsv(head, rows)}` }
  })
}
