import { useEffect, useState } from 'react'
import { lookup } from '#server/platform/lookup.schema.ts'

/** A zone to choose, and how far its clocks are ahead of UTC now: '+02:00'. */
export interface TimeZoneChoice {
  zone: string
  offset: string
}

/** Clocks still call these as their places were called once. */
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

/** As people read it: 'America/New York'. Two names of one zone that clocks disagree about are the same here. */
export const timeZoneName = (zone: string): string => (RENAMED[zone] ?? zone).replaceAll('_', ' ')

/** A format by the clocks of a zone; by UTC where they are not known, as in a browser that is older than the zone. */
export function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
  }
}

/** The date of a moment in a zone: '2026-11-27'. */
export const dateIn = (timeZone: string, at: Date): string =>
  formatIn(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }).format(at).split('/').reverse().join('-')

/** The time zone of this device. In the browser only. */
export const getDeviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

/** The same, once the page is alive; '' before, and without a script. */
export function useDeviceTimeZone(): string {
  const [zone, setZone] = useState('')
  useEffect(() => setZone(getDeviceTimeZone()), [])
  return zone
}
