import { DEFAULT_SETTINGS } from './wishlist.schema.ts'

/** When the owner wants wishlist emails, and when the last one was sent. */
export interface DigestSettings {
  timeZone: string
  /** Quiet hours in the time zone. If both are equal, there are none. */
  quietFrom: number
  quietUntil: number
  lastDigestAt: Date | null
}

/** The minimum time between two emails, even on different days, because travellers may have short days. */
const MIN_PAUSE_MS = 20 * 3600_000

/** Whether a wishlist email may be sent now: outside the quiet hours, and at most one per day in the time zone. */
export function isDigestTime({ timeZone, quietFrom, quietUntil, lastDigestAt }: DigestSettings, now: Date): boolean {
  const { day, hour } = localTime(now, timeZone)
  const isQuiet =
    quietFrom <= quietUntil ? hour >= quietFrom && hour < quietUntil : hour >= quietFrom || hour < quietUntil
  if (isQuiet) return false
  if (!lastDigestAt) return true
  return now.getTime() - lastDigestAt.getTime() >= MIN_PAUSE_MS && localTime(lastDigestAt, timeZone).day < day
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the date and hour, such as '2026-11-01' and 23. An unknown zone counts as UTC. */
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
