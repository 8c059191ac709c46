import { formatCount, formatMoney } from '#app/lib/format.ts'
import type { Amounts, Compared, Owed } from '#server/analytics/analytics.types.ts'
import { datesOf, type Period, type PeriodChoice } from '#server/platform/period.schema.ts'

/** The name of the previous period, to compare a period with it. */
export const BEFORE: Record<Period, string> = {
  day: 'previous 24 hours',
  week: 'previous week',
  month: 'previous month',
  year: 'previous year',
}

/** Returns the name of the previous period for a choice that may be a date range. */
export const beforeOf = (choice: PeriodChoice): string =>
  datesOf(choice) ? 'previous period' : BEFORE[choice as Period]

/** Formats 'A year ago 12', or 'A year ago -' for zero. */
export const yearAgoCount = ({ yearAgo }: Compared): string =>
  `A year ago ${yearAgo === 0 ? '-' : formatCount(yearAgo)}`

export const yearAgoMoney = ({ yearAgo, currency }: Amounts): string =>
  `A year ago ${yearAgo === 0 ? '-' : formatMoney(yearAgo, currency)}`

/** Formats amounts in other currencies, which are never added up: '+ €40.00'. */
export const describeOthers = ({ others }: Amounts): string[] =>
  others.map(({ currency, minor }) => `+ ${formatMoney(minor, currency)}`)

/** Formats commission owed in the currencies of earlier plans: 'and €40.00'; empty if there is none. */
export const otherOwed = ({ others }: Owed): string =>
  others.map(({ currency, minor }) => `and ${formatMoney(minor, currency)}`).join(' ')

/** Formats a percentage: '12.34%'; '-' for null. */
export const formatPercent = (percent: number | null): string => (percent === null ? '-' : `${percent}%`)
