/** The periods of a dashboard's figures: the last 24 hours, 7 days, calendar month or calendar year. */
export const PERIODS = ['day', 'week', 'month', 'year'] as const
export type Period = (typeof PERIODS)[number]

/** Returns the period in a URL. Default: a month. */
export const periodOf = (text: string | undefined): Period => PERIODS.find((period) => period === text) ?? 'month'

const DAY_MS = 86_400_000

/** The first and the last day of a chosen period, both included: '2026-11-01..2026-11-15', in the partner's time zone. */
type DateRange = `${string}..${string}`
/** A period that ends now, or two dates. */
export type PeriodChoice = Period | DateRange
/** Maximum period between two chosen dates. */
const MAX_DAYS = 366

/** Returns the two dates of a choice ('2026-11-01'); null if it is a named period. */
export function datesOf(choice: PeriodChoice): { first: string; last: string; days: number } | null {
  const [first, last] = choice.split('..')
  return first && last ? { first, last, days: daysFrom(first, last) } : null
}

const daysFrom = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1

const isDate = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8))

/** Returns the reason why two dates cannot be a period; null if they can. */
function problemOfDates(first: string, last: string): string | null {
  if (!isDate(first) || !isDate(last)) return 'Enter both dates.'
  if (first > last) return 'The first date must not be after the last date.'
  return daysFrom(first, last) > MAX_DAYS ? `Choose at most ${MAX_DAYS} days.` : null
}

export function isPeriodChoice(text: unknown): text is PeriodChoice {
  if (typeof text !== 'string') return false
  const dates = /^([\d-]{10})\.\.([\d-]{10})$/.exec(text)
  return dates ? problemOfDates(dates[1] ?? '', dates[2] ?? '') === null : PERIODS.some((period) => period === text)
}

/** Two dates from a form that are not a valid period, and why. */
export interface PeriodProblem {
  first: string
  last: string
  text: string
}

/**
 * Returns the choice in a URL or a form with two dates. If the dates are invalid, the choice is a month, and `problem`
 * says why.
 */
export function parsePeriod(params: {
  period?: string | undefined
  first?: string | undefined
  last?: string | undefined
}): {
  period: PeriodChoice
  problem: PeriodProblem | null
} {
  if (params.first === undefined && params.last === undefined)
    return { period: isPeriodChoice(params.period) ? params.period : 'month', problem: null }
  const [first = '', last = ''] = [params.first, params.last]
  const text = problemOfDates(first, last)
  return text ? { period: 'month', problem: { first, last, text } } : { period: `${first}..${last}`, problem: null }
}

/** A period that ends now, and the previous one of the same length. */
export interface PeriodRange {
  from: Date
  to: Date
  previousFrom: Date
}

/**
 * Returns a period that ends at a time. Month and year follow the calendar: from 31 March, a month goes back to the
 * last day of February.
 */
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

/** Returns the change from the previous value, in percent with one decimal; null if that was zero. */
export function growthPercent(now: number, before: number): number | null {
  return before === 0 ? null : Math.round(((now - before) / before) * 1_000) / 10
}
