import { DEFAULT_SETTINGS } from './wishlist.schema.ts'

/** When a wishlist's owner wants emails about it, and when the last one was written. */
export interface DigestSettings {
  timeZone: string
  /** Hours of the day there; equal: none is quiet. */
  quietFrom: number
  quietUntil: number
  lastDigestAt: Date | null
}

/** The minimum time between two emails. Days are shorter for people who travel east. */
const LEAST_PAUSE_MS = 20 * 3600_000

/** Whether a wishlist email may be written now: outside the quiet hours, and if none was written on the owner's current day. */
export function isDigestTime({ timeZone, quietFrom, quietUntil, lastDigestAt }: DigestSettings, now: Date): boolean {
  const { day, hour } = localTime(now, timeZone)
  const isQuiet =
    quietFrom <= quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil
  if (isQuiet) return false
  if (!lastDigestAt) return true
  return now.getTime() - lastDigestAt.getTime() >= LEAST_PAUSE_MS && localTime(lastDigestAt, timeZone).day < day
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** '2026-11-01' and 23, for instance. A zone that is not known any more counts as UTC. */
function localTime(time: Date, timeZone: string): { day: string; hour: number } {
  let format = formats.get(timeZone)
  if (!format) {
    format = formatOf(timeZone)
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]))
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    })
  } catch {
    return formatOf(DEFAULT_SETTINGS.timeZone)
  }
}
