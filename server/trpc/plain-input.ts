import { TRPCError } from '@trpc/server'

/**
 * Maximum values of an input. The largest valid input is a list of 2,000 ids. zod looks at each value before it counts
 * them, and reports each wrong one.
 */
const MAX_NODES = 5_000
const MAX_DEPTH = 32
const MAX_ANNOTATIONS = 1_000
const MAX_PATH = 500
/** Maximum characters of a date or a bigint. Parsing a bigint takes quadratic time. */
const MAX_TEXT = 40

type Plain = Record<string, unknown> | unknown[]

/**
 * Checks a procedure's input before zod. Accepts plain JSON with superjson's annotations for undefined, dates and
 * bigints. superjson itself would also build typed arrays of any length, maps, errors and shared references.
 * @param payload `{ json, meta: { values } }` as superjson writes it, or undefined for no input. Changed in place.
 * @throws TRPCError BAD_REQUEST for anything else, before any of it is built.
 */
export function parsePlainInput(payload: unknown): unknown {
  if (payload === undefined) return undefined
  const { json, meta = {} } = onlyWith(payload, ['json', 'meta'])
  const { values } = onlyWith(meta, ['values', 'v'])
  assertBounded(json)
  assertBounded(values)
  const holder = { json }
  if (values !== undefined) revive(values, holder, 'json', { left: MAX_ANNOTATIONS })
  return holder.json
}

const refusal = () => new TRPCError({ code: 'BAD_REQUEST', message: 'We cannot read this input.' })
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null

function onlyWith(value: unknown, keys: string[]): Record<string, unknown> {
  if (!isPlain(value) || Array.isArray(value) || Object.keys(value).some((key) => !keys.includes(key))) throw refusal()
  return value
}

/** Checks the size of the input. Uses a loop instead of recursion, because JSON may be nested to any depth. */
function assertBounded(json: unknown): void {
  let level = [json]
  for (let depth = 0, nodes = 0; level.length; depth++) {
    nodes += level.length
    if (depth > MAX_DEPTH || nodes > MAX_NODES) throw refusal()
    level = level.flatMap((value) => (isPlain(value) ? Object.values(value) : []))
  }
}

/**
 * Converts annotated values. A tree of annotations is `[type]`, or subtrees by their path from here. `[type, subtrees]`
 * would be a map, a set or an error, which are refused.
 */
function revive(tree: unknown, holder: Plain, key: string, annotations: { left: number }): void {
  if (Array.isArray(tree)) {
    if (tree.length !== 1 || --annotations.left < 0) throw refusal()
    ;(holder as Record<string, unknown>)[key] = revived(tree[0], (holder as Record<string, unknown>)[key])
    return
  }
  if (!isPlain(tree)) throw refusal()
  for (const [path, subtree] of Object.entries(tree)) {
    // A backslash would escape a dot in a field's name, but none of our fields has one.
    if (path.length > MAX_PATH || path.includes('\\')) throw refusal()
    let [inner, innerKey] = [holder, key]
    for (const part of path.split('.')) {
      const value = (inner as Record<string, unknown>)[innerKey]
      if (!isPlain(value) || !Object.hasOwn(value, part)) throw refusal()
      inner = value
      innerKey = part
    }
    revive(subtree, inner, innerKey, annotations)
  }
}

function revived(type: unknown, value: unknown): unknown {
  if (type === 'undefined' && value === null) return undefined
  if (typeof value === 'string' && value.length <= MAX_TEXT) {
    if (type === 'Date') return new Date(value)
    if (type === 'bigint' && /^-?\d+$/.test(value)) return BigInt(value)
  }
  throw refusal()
}
