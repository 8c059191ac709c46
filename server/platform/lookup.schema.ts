/**
 * Creates a table that is looked up by external names. It has no prototype, because an object literal would also
 * contain 'constructor' and 'toString'.
 */
export const lookup = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.freeze(Object.assign(Object.create(null) as Record<string, Value>, entries))
