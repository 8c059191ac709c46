import { z } from 'zod'

/** For people who have not chosen a time zone. */
export const DEFAULT_TIME_ZONE = 'UTC'

const LONGEST_NAME = 64

/**
 * Returns a zone's name in this environment: 'Europe/Berlin' for 'europe/berlin', 'Europe/Kiev' for 'Europe/Kyiv'. Null
 * for unknown zones, and for offsets ('+01:00'), which have no summer time.
 */
export function canonicalTimeZone(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** Whether a text is the name of a known zone: 'Europe/Berlin'. */
export const isTimeZone = (name: string): boolean => canonicalTimeZone(name) !== null

/** A chosen zone, by its name in this environment. */
export const chosenTimeZone = z
  .string()
  .max(LONGEST_NAME)
  .transform((name, context) => {
    const known = canonicalTimeZone(name)
    if (known !== null) return known
    context.addIssue({ code: 'custom', message: 'Please choose a time zone from the list' })
    return z.NEVER
  })

/** A device's time zone. Nobody typed it, so a missing or unknown one is not an error. */
export const deviceTimeZone = chosenTimeZone.catch(DEFAULT_TIME_ZONE)

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/**
 * Returns the moment of a local time in a zone. For a time skipped in spring, the moment an hour later.
 * @param local '2026-12-24T18:00', as in a form's field
 * @returns null if it is not a time
 */
export function momentIn(timeZone: string, local: string): Date | null {
  const shown = LOCAL_TIME.test(local) ? Date.parse(`${local}:00Z`) : Number.NaN
  if (Number.isNaN(shown)) return null
  // The guess may have the offset of the other side of a clock change, so correct it once more.
  const guess = shown - offsetAt(timeZone, shown)
  return new Date(shown - offsetAt(timeZone, guess))
}

/** Returns the local time in a zone at a moment, in the format of a form's field. */
export function shownIn(timeZone: string, moment: Date): string {
  return new Date(moment.getTime() + offsetAt(timeZone, moment.getTime())).toISOString().slice(0, 16)
}

/** Returns the milliseconds that a zone is ahead of UTC. */
function offsetAt(timeZone: string, moment: number): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return shown - Math.floor(moment / 1000) * 1000
}
