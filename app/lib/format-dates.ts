import { datesOf, type Period, type PeriodChoice } from '#server/platform/period.schema.ts'

// The dates are already in the partner's calendar. Formatting them in UTC avoids shifting them.
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })

const NAMES: Record<Period, string> = {
  day: 'the last 24 hours',
  week: 'the last 7 days',
  month: 'the last month',
  year: 'the last year',
}

/** Formats a period: 'the last 7 days', '1–15 Nov 2026'. */
export function formatDates(choice: PeriodChoice): string {
  const dates = datesOf(choice)
  if (!dates) return NAMES[choice as Period]
  // Does not use formatRange, because browsers and the server put different spaces into its result.
  const [first, last] = [day.format(new Date(dates.first)), day.format(new Date(dates.last))]
  if (first === last) return first
  return dates.first.slice(0, 7) === dates.last.slice(0, 7)
    ? `${Number(dates.first.slice(8))}–${last}`
    : `${first} – ${last}`
}

/** Appends the period to a word: 'Revenue in the last 7 days', 'Revenue, 1–15 Nov 2026'. */
export const withDates = (word: string, choice: PeriodChoice): string =>
  datesOf(choice) ? `${word}, ${formatDates(choice)}` : `${word} in ${formatDates(choice)}`
