export const DEVICE_CLASSES = ['phone', 'tablet', 'computer'] as const
export type DeviceClass = (typeof DEVICE_CLASSES)[number]

/** How many characters are read. A header may be 32 KB long, and browsers name the device at its beginning. */
const LONGEST_READ = 400

const TABLET = /iPad|Tablet|PlayBook|Kindle/i
/** Phones also send these, with the word 'Mobile'. */
const TABLET_UNLESS_MOBILE = /Silk\/|Android/i
const MOBILE = /Mobile/i
const PHONE = /Mobi|iPhone|iPod|Windows Phone|BlackBerry|Opera Mini|Nokia/i
const COMPUTER = /Windows NT|Macintosh|X11|CrOS|Linux/i

/**
 * Returns the kind of device that a browser reports; '' if it reports none. Nothing else about the device is kept. An
 * iPad that asks for desktop pages looks like a Mac, so it counts as a computer.
 */
export function deviceClassOf(userAgent: string | null): DeviceClass | '' {
  const text = (userAgent ?? '').slice(0, LONGEST_READ)
  if (TABLET.test(text) || (TABLET_UNLESS_MOBILE.test(text) && !MOBILE.test(text))) return 'tablet'
  if (PHONE.test(text)) return 'phone'
  return COMPUTER.test(text) ? 'computer' : ''
}
