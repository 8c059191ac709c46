const MAX_VALUE = 4_096

/**
 * Returns the value of one of our cookies; undefined if there is none, or if it is longer than browsers allow. If there
 * are several, the first applies. Nothing is decoded, since our values have no escapes. Hono's parser takes a second
 * for a header full of broken escapes.
 */
export function cookieIn(header: string | undefined, name: string): string | undefined {
  for (const part of header?.split(';') ?? []) {
    const at = part.indexOf('=')
    if (at < 0 || part.slice(0, at).trim() !== name) continue
    const value = part.slice(at + 1).trim()
    return value.length <= MAX_VALUE ? value : undefined
  }
  return undefined
}
