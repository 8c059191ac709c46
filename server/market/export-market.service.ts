import type { Ask } from '#server/platform/ask.ts'
import { toCsv } from '#server/platform/csv.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { getMarketFigures } from './figures.service.ts'
import type { MarketInput } from './market.schema.ts'

/** Exports the bars of /admin/analytics as a CSV file: by hour, day or month (UTC), with a column for each currency. */
export async function exportMarket(
  ask: Pick<Ask, 'db'>,
  input: MarketInput,
  now = new Date(),
): Promise<{ fileName: string; csv: string }> {
  const { points } = await getMarketFigures(ask, input, now)
  const currencies = [...new Set(points.flatMap(({ commission }) => commission.map(({ currency }) => currency)))].sort()
  const rows = points.map(({ label, views, clicks, sales, commission }) => [
    label,
    views,
    clicks,
    sales,
    ...currencies.map((wanted) => {
      const minor = commission.find(({ currency }) => currency === wanted)?.minor ?? 0
      return Number(toAmount(minor, wanted))
    }),
  ])
  const head = ['Time (UTC)', 'Views', 'Clicks', 'Sales', ...currencies.map((currency) => `Commission (${currency})`)]
  return { fileName: `market-${input.period}-${now.toISOString().slice(0, 10)}.csv`, csv: `\uFEFF${toCsv(head, rows)}` }
}
