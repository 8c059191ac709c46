import { lookup } from './lookup.schema.ts'
import { TIME_ZONES } from './time-zones.schema.ts'

/** The most populous zone of each country whose first zone in the table is another one. */
const MAIN_ZONE = lookup({
  AQ: 'Antarctica/McMurdo',
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CL: 'America/Santiago',
  CY: 'Asia/Nicosia',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  KI: 'Pacific/Tarawa',
  MH: 'Pacific/Majuro',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
})

/** Returns the countries of an area with their places: ['AO', 'Luanda']. */
const countriesIn = (area: string): string[][] =>
  (TIME_ZONES[area] ?? '').split(', ').map((country) => country.split(' '))

/** Returns a time zone's country: 'Europe/London' -> 'GB'. Null if it is not a time zone or belongs to no country. */
export function countryOfTimeZone(timeZone: string): string | null {
  const [area = '', ...rest] = timeZone.split('/')
  const place = rest.join('/')
  return countriesIn(area).find(([, ...places]) => places.includes(place))?.[0] ?? null
}

/** Returns a country's most populous time zone: 'DE' -> 'Europe/Berlin'. Null if the country has none. */
export function mainTimeZone(country: string): string | null {
  const main = MAIN_ZONE[country]
  if (main) return main
  for (const area of Object.keys(TIME_ZONES)) {
    const [, place] = countriesIn(area).find(([code]) => code === country) ?? []
    if (place) return `${area}/${place}`
  }
  return null
}
