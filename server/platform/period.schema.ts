/** What the figures of a dashboard are about: the last 24 hours, 7 days, calendar month or calendar year. */
export const PERIODS = ['day', 'week', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** The period that an address names; a month if it names none. */
export const periodOf = (text: string | undefined): Period => PERIODS.find((period) => period === text) ?? 'month'

const DAY_MS = 86_400_000

/** A period that ends now, and the one of the same length right before it. */
export interface PeriodRange {
  from: Date
  to: Date
  previousFrom: Date
}

/** Month and year are calendar ones: from 31 March a month goes back to the last day of February. */
export function periodRange(period: Period, to: Date): PeriodRange {
  const from = startOf(period, to)
  return { from, to, previousFrom: new Date(2 * from.getTime() - to.getTime()) }
}

function startOf(period: Period, to: Date): Date {
  if (period === 'day') return new Date(to.getTime() - DAY_MS)
  if (period === 'week') return new Date(to.getTime() - 7 * DAY_MS)
  const from = new Date(to)
  from.setUTCDate(1)
  from.setUTCMonth(from.getUTCMonth() - (period === 'month' ? 1 : 12))
  const days = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1, 0)).getUTCDate()
  from.setUTCDate(Math.min(to.getUTCDate(), days))
  return from
}

/** The change against what was before, in percent with one decimal; null where nothing was before. */
export function growthPercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 1_000) / 10
}
