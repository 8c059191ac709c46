const MAX_VALUE = 4_096

/**
 * The value of one of our cookies as the browser sent it. Undefined if there is none, or it is longer than browsers
 * keep. The first counts if there are several. Nothing is decoded, since none of our values has escapes. Hono's reader
 * tolerates broken escapes and took a second for a header full of them.
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
