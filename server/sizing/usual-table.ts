import type { SizeRow } from './size-ladder.schema.ts'
import { compareSizes } from './sizes.ts'

const MM_AN_INCH = 25.4
/** Half of the range around the number in a label. */
const WAIST_HALF_MM = 12
const FOOT_HALF_MM = 2
/** How much US sizes are above British ones. */
const US_ABOVE_UK = { women: 2, men: 1 } as const

/**
 * Returns rows for labels that state a measure: waists in inches ('W32'), and shoes by the usual conversions (Paris
 * points for the EU, barleycorns for the UK and the US). For products without a brand table in their own system. @param
 * keys size keys of the product @returns small to large; empty if the labels state nothing
 */
export function usualRows(
  keys: readonly string[],
  product: { categories: readonly string[]; gender: string },
): SizeRow[] {
  const rows = new Map<string, SizeRow>()
  for (const key of keys.toSorted(compareSizes)) {
    const row = waistRow(key) ?? (product.categories.includes('shoes') ? shoeRow(key, product.gender) : null)
    if (row && !rows.has(row.key)) rows.set(row.key, row)
  }
  return [...rows.values()]
}

function waistRow(key: string): SizeRow | null {
  const [, label = '', inches] = /^(W(\d\d))(?: L\d\d)?$/.exec(key) ?? []
  if (inches === undefined) return null
  const mm = Math.round(Number(inches) * MM_AN_INCH)
  return { label, key: label, body: { waist: [mm - WAIST_HALF_MM, mm + WAIST_HALF_MM] } }
}

function shoeRow(key: string, gender: string): SizeRow | null {
  const [, system, size] = /^(EU|UK|US) (\d{1,2}(?:\.\d{1,2})?)$/.exec(key) ?? []
  if (system === undefined) return null
  const mm = Math.round(footOf(system, Number(size), gender))
  return { label: key, key, body: { foot: [mm - FOOT_HALF_MM, mm + FOOT_HALF_MM] } }
}

/**
 * Returns the foot's length in millimetres: two thirds of a centimetre per size in Europe, a third of an inch
 * elsewhere.
 */
function footOf(system: string, size: number, gender: string): number {
  if (system === 'EU') return (size * 20) / 3 - 15
  const uk = system === 'UK' ? size : size - US_ABOVE_UK[gender === 'women' ? 'women' : 'men']
  return ((uk + 23) / 3) * MM_AN_INCH
}
