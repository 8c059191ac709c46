import { parsePeriod } from '#server/platform/period.schema.ts'
import { PAGE_PARAMETERS } from '#server/site/addresses.values.ts'

/**
 * Returns a URL's query as one string per name. Values of a repeated name are joined by commas, as in list parameters.
 */
export function parseSearchParams(params: URLSearchParams): Record<string, string> {
  const read: Record<string, string> = {}
  for (const [name, value] of params) read[name] = Object.hasOwn(read, name) ? `${read[name]},${value}` : value
  return read
}

/**
 * The maximum total length of the parameter values that we copy into links. Shoppers never reach it, but longer values
 * in every link could add megabytes to a page.
 */
const MAX_REPEATED = 2_000
/** The maximum length of a value. Tokens are the longest values. */
const MAX_PARAM = 500

/**
 * Returns the first value of a parameter, or null if it is missing. Overlong values are cut, and then match nothing.
 */
export function getParam({ url }: { url: string }, name: string): string | null {
  return new URL(url).searchParams.get(name)?.slice(0, MAX_PARAM) ?? null
}

/** Returns the period that a dashboard page shows, and any error in its dates. */
export function parsePeriodOf(request: { url: string }) {
  const [period, first, last] = ['period', 'first', 'last'].map((name) => getParam(request, name) ?? undefined)
  return parsePeriod({ period, first, last })
}

/** Returns the parameters that pages use, except those in `except` and those too long to repeat in links. */
function knownParams(params: URLSearchParams, except: readonly string[] = []): Array<[string, string]> {
  const known = new Map<string, string>()
  let length = 0
  for (const [name, value] of Object.entries(parseSearchParams(params))) {
    if (!PAGE_PARAMETERS.includes(name) || except.includes(name) || length + value.length > MAX_REPEATED) continue
    known.set(name, value)
    length += value.length
  }
  return [...known]
}

/** Returns the query string with some parameters set and others (undefined) removed. */
export function withParams(params: URLSearchParams, changes: Record<string, string | undefined>): string {
  const changed = new URLSearchParams(knownParams(params))
  for (const [name, value] of Object.entries(changes)) {
    changed.delete(name)
    if (value !== undefined) changed.set(name, value)
  }
  const text = changed.toString()
  return text ? `?${text}` : '?'
}
