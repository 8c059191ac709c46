import { toSearchText } from '#server/catalogue/search-text.ts'
import { OTHER_NAMES } from './other-names.ts'
import { OWN_FIELDS, type OwnField } from './own-fields.schema.ts'
import { withoutCurrency } from './tables/currency-column.ts'

/** Suggests a column for each of our fields by name; uses each column at most once. */
export function suggestMapping(header: readonly string[]): Partial<Record<OwnField, number>> {
  const names = header.map((name) => withoutCurrency(toSearchText(name)))
  const taken = new Set<number>()
  const mapping: Partial<Record<OwnField, number>> = {}
  const take = (field: OwnField, wanted: readonly string[]) => {
    if (mapping[field] !== undefined) return
    const place = wanted
      .map((name) => names.findIndex((found, at) => found === name && !taken.has(at)))
      .find((at) => at !== -1)
    if (place === undefined) return
    mapping[field] = place
    taken.add(place)
  }
  // Our own column names take precedence.
  for (const field of OWN_FIELDS) take(field, [field.replaceAll('_', ' ')])
  for (const field of OWN_FIELDS) take(field, OTHER_NAMES[field] ?? [])
  if (mapping.price !== undefined) return mapping
  // With both columns, the sale price is the current price. A single price column is the price.
  const { original_price, sale_price, ...others } = mapping
  if (original_price !== undefined && sale_price !== undefined) return { ...others, price: original_price, sale_price }
  const price = sale_price ?? original_price
  return price === undefined ? others : { ...others, price }
}
