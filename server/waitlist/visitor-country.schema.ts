import { countryOfTimeZone } from '#server/platform/country-time-zone.schema.ts'

// Uses only data from the browser or the edge. Pages use this to show a visitor's country.

/**
 * Returns a visitor's country in English, from the edge, else the time zone, else the language, else 'Unknown'.
 * @param given two-letter codes; others are ignored
 */
export function visitorCountry({
  edge,
  timeZone,
  language,
}: {
  edge?: string | null | undefined
  timeZone?: string | null | undefined
  language?: string | null | undefined
}): string {
  for (const code of [edge, timeZone && countryOfTimeZone(timeZone), language]) {
    const name = code && nameOf(code)
    if (name) return name
  }
  return 'Unknown'
}

function nameOf(code: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code) || code === 'ZZ') return undefined
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' }).of(code)
}
