/**
 * Creates a table that is looked up by external names. It has no prototype: in an object literal, 'constructor' and
 * 'toString' would be found.
 */
export const lookup = <Value>(entries: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> =>
  Object.freeze(Object.assign(Object.create(null) as Record<string, Value>, entries))
