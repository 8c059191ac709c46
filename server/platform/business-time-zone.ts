import { countryOfTimeZone, mainTimeZone } from './country-time-zone.schema.ts'
import { canonicalTimeZone } from './time-zone.schema.ts'

/**
 * Returns the time zone of a new business: the device's if it belongs to the country, else the country's most populous
 * one. The owner can change it in Settings.
 */
export function businessTimeZone(country: string, device: string): string {
  const main = countryOfTimeZone(device) === country ? null : mainTimeZone(country)
  return (main && canonicalTimeZone(main)) ?? device
}
