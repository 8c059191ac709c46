import { PAGE_PARAMETERS } from '#server/site/site.schema.ts'

/** A URL's query as one text a name; a repeated name's values are joined by commas, as the list parameters are written. */
export function readSearchParams(params: URLSearchParams): Record<string, string> {
  const read: Record<string, string> = {}
  for (const [name, value] of params) read[name] = Object.hasOwn(read, name) ? `${read[name]},${value}` : value
  return read
}

/** Of all values that links repeat; more is no shopper's, and in every link it would make a page of megabytes. */
const MAX_REPEATED = 2_000
/** Of one value that a page reads by itself: tokens are the longest. */
const MAX_PARAM = 500

/** The first value of a parameter as a page may show it again; a longer one is cut, and so reads as one that does not exist. Null without one. */
export function readParam({ url }: { url: string }, name: string): string | null {
  return new URL(url).searchParams.get(name)?.slice(0, MAX_PARAM) ?? null
}

/** The parameters of an address that pages read, but for those named; without those that would make them too long to be repeated. */
export function knownParams(params: URLSearchParams, except: readonly string[] = []): Array<[string, string]> {
  const known = new Map<string, string>()
  let length = 0
  for (const [name, value] of Object.entries(readSearchParams(params))) {
    if (!PAGE_PARAMETERS.has(name) || except.includes(name) || length + value.length > MAX_REPEATED) continue
    known.set(name, value)
    length += value.length
  }
  return [...known]
}

/** The same address with some parameters set, others (undefined) taken out. */
export function withParams(params: URLSearchParams, changes: Record<string, string | undefined>): string {
  const changed = new URLSearchParams(knownParams(params))
  for (const [name, value] of Object.entries(changes)) {
    changed.delete(name)
    if (value !== undefined) changed.set(name, value)
  }
  const text = changed.toString()
  return text ? `?${text}` : '?'
}
