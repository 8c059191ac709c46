import { COUNTRY_CODES, USUAL_COUNTRIES } from './countries.schema.ts'

const names = new Intl.DisplayNames('en', { type: 'region' })

/** Returns a country's name: 'GB' -> 'United Kingdom'; '' if unknown. */
export const countryName = (code: string): string => (COUNTRY_CODES.includes(code) ? (names.of(code) ?? code) : '')

/**
 * Lists all countries to choose from: the usual ones first, the others by name. The server names them, because browsers
 * use different names.
 */
export function listCountries(): { usual: Country[]; others: Country[] } {
  const all = COUNTRY_CODES.map((code) => ({ code, name: countryName(code) }))
  return {
    usual: all.slice(0, USUAL_COUNTRIES),
    others: all.slice(USUAL_COUNTRIES).sort((a, b) => a.name.localeCompare(b.name, 'en')),
  }
}

export interface Country {
  code: string
  name: string
}
