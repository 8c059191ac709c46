import type { Span } from './analytics.types.ts'
import { localTimeOf } from './local-clock.ts'

/**
 * Formats the first and last day of a period for a file's name, by the partner's calendar: '2026-11-01-to-2026-11-15'.
 */
export function fileSpanOf({ from, to, timeZone }: Pick<Span, 'from' | 'to' | 'timeZone'>): string {
  const day = (moment: number) => new Date(localTimeOf(timeZone, moment)).toISOString().slice(0, 10)
  const last = Math.max(from.getTime(), to.getTime() - 1)
  return `${day(from.getTime())}-to-${day(last)}`
}
