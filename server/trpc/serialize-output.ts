import superjson from 'superjson'

type Output = ReturnType<typeof superjson.serialize>

/** Deeper values are left to superjson, which also knows circular ones. */
const MAX_DEPTH = 30
/** Characters that superjson escapes in paths. */
const ESCAPED = /[.\\]/

/**
 * Returns the value in superjson's format. Copies nothing if all of it is JSON or undefined: superjson itself takes ten
 * times as long for a page of products, because it also records which objects are identical, which no reader needs.
 */
export function serializeOutput(value: unknown): Output {
  const undefinedAt: Record<string, ['undefined']> = {}
  if (value === undefined || !isJson(value, '', 0, undefinedAt)) return superjson.serialize(value)
  const json = value as Output['json']
  return Object.keys(undefinedAt).length ? { json, meta: { values: undefinedAt, v: 1 } } : { json }
}

function isJson(value: unknown, path: string, depth: number, undefinedAt: Record<string, ['undefined']>): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0)
    case 'undefined':
      undefinedAt[path] = ['undefined']
      return true
    case 'object':
      break
    default:
      return false
  }
  if (value === null) return true
  if (depth === MAX_DEPTH) return false
  const isList = Array.isArray(value)
  if (!isList && Object.getPrototypeOf(value) !== Object.prototype) return false
  for (const [key, inner] of isList ? value.entries() : Object.entries(value)) {
    if (inner === undefined || typeof inner === 'object') {
      if (typeof key === 'string' && ESCAPED.test(key)) return false
      if (!isJson(inner, path === '' ? `${key}` : `${path}.${key}`, depth + 1, undefinedAt)) return false
    } else if (!isJson(inner, '', depth, undefinedAt)) return false
  }
  return true
}
