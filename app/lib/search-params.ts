import { PAGE_PARAMETERS } from '#server/site/site.schema.ts'

/** A URL's query as one text a name; a repeated name's values are joined by commas, as the list parameters are written. */
export function readSearchParams(params: URLSearchParams): Record<string, string> {
  const read: Record<string, string> = {}
  for (const [name, value] of params) read[name] = Object.hasOwn(read, name) ? `${read[name]},${value}` : value
  return read
}

/** Longer values are no shopper's: repeated in every link they would make a page of megabytes. */
const MAX_VALUE = 4_000

/** The parameters of an address that pages read, but for those named. */
export function knownParams(params: URLSearchParams, except: readonly string[] = []): Array<[string, string]> {
  const known = new Map<string, string>()
  for (const [name, value] of Object.entries(readSearchParams(params))) {
    if (PAGE_PARAMETERS.has(name) && !except.includes(name) && value.length <= MAX_VALUE) known.set(name, value)
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
