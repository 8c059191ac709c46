import { useEffect, useState } from 'react'
import { lookup } from '#server/platform/lookup.schema.ts'

/** A zone to choose, and its current offset from UTC: '+02:00'. */
export interface TimeZoneChoice {
  zone: string
  offset: string
}

/** Current names for zones that browsers list under an old name. */
const RENAMED = lookup({
  'Africa/Asmera': 'Africa/Asmara',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Godthab': 'America/Nuuk',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
})

/** Formats a zone's name: 'America/New York'. Two names of the same zone give one result. */
export const timeZoneName = (zone: string): string => (RENAMED[zone] ?? zone).replaceAll('_', ' ')

/** Returns a date format in a zone; in UTC if the browser does not know the zone. */
export function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  }
}

/** Returns the date of an instant in a zone: '2026-11-27'. */
export const dateIn = (timeZone: string, at: Date): string =>
  formatIn(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at).split('/').reverse().join('-')

/** Returns this device's time zone. In the browser only. */
export const getDeviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

/** Returns this device's time zone after hydration; '' before, and without JavaScript. */
export function useDeviceTimeZone(): string {
  const [zone, setZone] = useState('')
  useEffect(() => setZone(getDeviceTimeZone()), [])
  return zone
}
