import { TIME_ZONES } from './time-zones.schema.ts'

// Uses only data from the browser or the edge. Pages show a visitor's country by it.

/** 'Europe/London' -> 'GB'; null if it is not a time zone or belongs to no country. */
export function countryOfTimeZone(timeZone: string): string | null {
  const [area = '', ...rest] = timeZone.split('/')
  const place = rest.join('/')
  const countries = Object.hasOwn(TIME_ZONES, area) ? (TIME_ZONES[area] ?? '').split(', ') : []
  return countries.find((country) => country.split(' ').slice(1).includes(place))?.slice(0, 2) ?? null
}

/**
 * Returns a visitor's country, in English: from the edge, else the time zone, else the language; 'Unknown' otherwise.
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
