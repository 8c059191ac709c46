import { datesOf, type Period, type PeriodChoice } from '#server/platform/period.schema.ts'

// Dates of a choice are the partner's calendar already: read and written in UTC, nothing is moved.
const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

const NAMES: Record<Period, string> = {
  day: 'the last 24 hours',
  week: 'the last 7 days',
  month: 'the last month',
  year: 'the last year',
}

/** A period as people write it: 'the last 7 days', '1–15 Nov 2026'. */
export function formatDates(choice: PeriodChoice): string {
  const dates = datesOf(choice)
  return dates ? days.formatRange(new Date(dates.first), new Date(dates.last)) : NAMES[choice as Period]
}

/** Joined to a word: 'Revenue in the last 7 days', 'Revenue, 1–15 Nov 2026'. */
export const withDates = (word: string, choice: PeriodChoice): string =>
  datesOf(choice) ? `${word}, ${formatDates(choice)}` : `${word} in ${formatDates(choice)}`
