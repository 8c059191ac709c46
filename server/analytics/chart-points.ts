import type { Point } from './analytics.types.ts'
import { countSales, netIn } from './counted-sales.ts'
import type { SaleSum } from './counted-sales.ts'
import type { TrafficSum } from './list-sums.ts'
import type { Bar } from './span.ts'

/**
 * Returns the figures of a chart's bars. Revenue in minor units of `currency`. The last bar is incomplete if it ends at
 * `now`.
 */
export const pointsOf = (
  bars: readonly Bar[],
  sales: readonly SaleSum[][],
  traffic: readonly TrafficSum[],
  { currency, now }: { currency: string; now: Date },
): Point[] =>
  bars.map((bar, index) => ({
    ...bar,
    revenueMinor: netIn(currency, sales[index] ?? []).netMinor,
    sales: countSales(sales[index] ?? []),
    views: traffic[index]?.views ?? 0,
    clicks: traffic[index]?.clicks ?? 0,
    isUnfinished: bar.to.getTime() === now.getTime(),
  }))
