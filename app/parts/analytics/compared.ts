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

/** The same of a choice that may be two dates. */
export const beforeOf = (choice: PeriodChoice): string =>
  datesOf(choice) ? 'previous period' : BEFORE[choice as Period]

/** 'A year ago 12'; nothing was, if nothing was. */
export const yearAgoCount = ({ yearAgo }: Compared): string =>
  `A year ago ${yearAgo === 0 ? '-' : formatCount(yearAgo)}`

export const yearAgoMoney = ({ yearAgo, currency }: Amounts): string =>
  `A year ago ${yearAgo === 0 ? '-' : formatMoney(yearAgo, currency)}`

/** '+ €40.00': what there is in other currencies, which nobody adds up. */
export const describeOthers = ({ others }: Amounts): string[] =>
  others.map(({ currency, minor }) => `+ ${formatMoney(minor, currency)}`)

/** 'and €40.00': what is owed in currencies of plans before. Empty where nothing is. */
export const otherOwed = ({ others }: Owed): string =>
  others.map(({ currency, minor }) => `and ${formatMoney(minor, currency)}`).join(' ')

export const formatPercent = (percent: number | null): string => (percent === null ? '-' : `${percent}%`)
