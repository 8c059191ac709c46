/** A URL's query as one text a name; a repeated name's values are joined by commas, as the list parameters are written. */
export function readSearchParams(params: URLSearchParams): Record<string, string> {
  const read: Record<string, string> = {}
  for (const [name, value] of params) read[name] = Object.hasOwn(read, name) ? `${read[name]},${value}` : value
  return read
}

/** The same address with some parameters set, others (undefined) taken out. */
export function withParams(params: URLSearchParams, changes: Record<string, string | undefined>): string {
  const changed = new URLSearchParams(params)
  for (const [name, value] of Object.entries(changes)) {
    changed.delete(name)
    if (value !== undefined) changed.set(name, value)
  }
  const text = changed.toString()
  return text ? `?${text}` : '?'
}
