export const DEVICE_CLASSES = ['phone', 'tablet', 'computer'] as const
export type DeviceClass = (typeof DEVICE_CLASSES)[number]

/** An iPad that asks for desktop pages looks like a Mac, so it counts as a computer. */
const MARKS: Array<[RegExp, DeviceClass]> = [
  [/iPad|Tablet|PlayBook|Kindle|Silk\/(?!.*Mobile)|Android(?!.*Mobile)/i, 'tablet'],
  [/Mobi|iPhone|iPod|Windows Phone|BlackBerry|Opera Mini|Nokia/i, 'phone'],
  [/Windows NT|Macintosh|X11|CrOS|Linux/i, 'computer'],
]

/** Returns what kind of device a browser says it runs on; '' if it does not say. Nothing else about the device is kept. */
export const deviceClassOf = (userAgent: string | null): DeviceClass | '' =>
  MARKS.find(([mark]) => mark.test(userAgent ?? ''))?.[1] ?? ''
