import type { EditedProduct, EditedVariant } from './edited-product.ts'

const FIELDS = [
  'name',
  'handle',
  'description',
  'brand',
  'categoryId',
  'tags',
  'material',
  'gender',
  'status',
  'productUrl',
  'pictures',
] as const
const CELLS = [
  'size',
  'colourName',
  'colourHex',
  'options',
  'sku',
  'gtin',
  'priceMinor',
  'originalPriceMinor',
  'stock',
] as const

/** A field that both sides changed differently. */
export type Conflict =
  | { field: (typeof FIELDS)[number] }
  /** All rows: both sides added, removed or moved some. */
  | { field: 'variants' }
  | { field: (typeof CELLS)[number]; variantId: string }

export interface Merge {
  /** Uses my value in a conflict. */
  merged: EditedProduct
  conflicts: Conflict[]
  /** True if a value was taken from their side. */
  hasTaken: boolean
}

/**
 * Merges two people's edits of a product. Takes each change that only one of them made.
 * @param base the version that both started from; null if unknown, which makes every difference a conflict
 */
export function mergeProducts(base: EditedProduct | null, mine: EditedProduct, theirs: EditedProduct): Merge {
  const conflicts: Conflict[] = []
  let hasTaken = false
  const choose = <T>(was: T | undefined, edited: T, other: T, conflict: Conflict): T => {
    if (isSame(edited, other)) return edited
    if (was !== undefined && isSame(was, other)) return edited
    if (was !== undefined && isSame(was, edited)) {
      hasTaken = true
      return other
    }
    conflicts.push(conflict)
    return edited
  }
  const merged = { ...mine }
  for (const field of FIELDS)
    Object.assign(merged, { [field]: choose<unknown>(base?.[field], mine[field], theirs[field], { field }) })

  const mergeRow = (row: EditedVariant, edited: EditedVariant, other: EditedVariant): EditedVariant => {
    const before = base?.variants.find(({ id }) => id === edited.id)
    const result = { ...row }
    for (const cell of CELLS)
      Object.assign(result, {
        [cell]: choose<unknown>(before?.[cell], edited[cell], other[cell], { field: cell, variantId: edited.id ?? '' }),
      })
    return result
  }
  const rows = rowsOf(base?.variants ?? null, mine.variants, theirs.variants)
  if (rows === null) {
    if (!isSame(mine.variants, theirs.variants)) conflicts.push({ field: 'variants' })
  } else {
    if (!isSame(idsOf(rows), idsOf(mine.variants))) hasTaken = true
    const [edited, other] = [byId(mine.variants), byId(theirs.variants)]
    merged.variants = rows.map((row) => {
      const [a, b] = row.id === null ? [] : [edited.get(row.id), other.get(row.id)]
      return a && b ? mergeRow(row, a, b) : row
    })
  }
  return { merged, conflicts, hasTaken }
}

/**
 * Returns the rows of the side that added, removed or moved rows. Null if both sides did, or if one removed a row that
 * the other changed.
 */
function rowsOf(base: EditedVariant[] | null, mine: EditedVariant[], theirs: EditedVariant[]): EditedVariant[] | null {
  if (isSame(idsOf(mine), idsOf(theirs)) && mine.every(({ id }) => id !== null)) return mine
  if (!base) return null
  const [kept, changed, removing] = isSame(idsOf(base), idsOf(theirs))
    ? [mine, theirs, mine]
    : isSame(idsOf(base), idsOf(mine))
      ? [theirs, mine, theirs]
      : []
  if (!kept || !changed || !removing) return null
  const staying = byId(removing)
  const after = byId(changed)
  const isLost = base.some((row) => row.id !== null && !staying.has(row.id) && !isSame(row, after.get(row.id)))
  return isLost ? null : kept
}

const idsOf = (rows: EditedVariant[]) => rows.map(({ id }) => id)
const byId = (rows: EditedVariant[]) =>
  new Map(rows.flatMap((row): Array<[string, EditedVariant]> => (row.id === null ? [] : [[row.id, row]])))

/** Compares by value; the order of option keys does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b
  const [keysA, keysB] = [Object.keys(a), Object.keys(b)]
  return (
    keysA.length === keysB.length &&
    keysA.every((key) => isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
  )
}
