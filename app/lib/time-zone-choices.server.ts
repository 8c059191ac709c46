import { timeZoneName, type TimeZoneChoice } from './time-zone.ts'

const QUARTER_MS = 900_000
let kept: { quarter: number; choices: TimeZoneChoice[] } | undefined

/** Returns all time zones: UTC first, then by name. */
export function timeZoneChoices(now = new Date()): readonly TimeZoneChoice[] {
  // Caches the choices, because computing all offsets takes about 30 ms. Offsets change only at full quarter hours.
  const quarter = Math.floor(now.getTime() / QUARTER_MS)
  if (kept?.quarter !== quarter) {
    const named = Intl.supportedValuesOf('timeZone').map((zone) => ({ zone, name: timeZoneName(zone) }))
    const zones = ['UTC', ...named.toSorted((one, other) => (one.name < other.name ? -1 : 1)).map(({ zone }) => zone)]
    kept = { quarter, choices: zones.map((zone) => ({ zone, offset: offsetOf(zone, now) })) }
  }
  return kept.choices
}

/** Returns a zone's offset from UTC: 'GMT+05:30' -> '+05:30'. */
function offsetOf(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(now)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return name.replace('GMT', '') || '+00:00'
}
