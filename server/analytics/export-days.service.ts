import type { PartnerAsk } from '#server/platform/ask.ts'
import { toCsv } from '#server/platform/csv.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { readAnalytics } from './overview.service.ts'

/** The days that the Analytics page draws, as a CSV file. Revenue in whole units of the partner's currency; days are the partner's own. */
export async function exportDays(
  ask: Pick<PartnerAsk, 'db' | 'partner'>,
  now = new Date(),
): Promise<{ fileName: string; csv: string }> {
  const { days, revenue } = await readAnalytics(ask, { period: 'week' }, now)
  const rows = days.map(({ label, revenueMinor, sales, views, clicks }) => [
    label,
    Number(toAmount(revenueMinor, revenue.currency)),
    sales,
    views,
    clicks,
  ])
  return {
    fileName: `analytics-${now.toISOString().slice(0, 10)}.csv`,
    csv: `\uFEFF${toCsv(['Day', `Revenue (${revenue.currency})`, 'Sales', 'Views', 'Clicks'], rows)}`,
  }
}
