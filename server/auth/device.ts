import { browserFamily } from '#server/platform/browser-family.ts'

const SYSTEMS: Array<[RegExp, string]> = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/**
 * Returns a description such as 'Chrome on Windows', which helps owners recognise a session. Empty if the user agent is
 * unknown.
 */
export function deviceName(userAgent: string): string {
  const text = userAgent.slice(0, 1_000)
  const browser = browserFamily(text)
  const system = SYSTEMS.find(([mark]) => mark.test(text))?.[1]
  if (browser === 'Unknown') return system ?? ''
  return system ? `${browser} on ${system}` : browser
}
