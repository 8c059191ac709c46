import type { NameBook } from '../name-book.ts'
import type { SizeRule } from '../engine.ts'
import { SizeRules, sizesOf } from '../size-rules.ts'
import type { Columns } from './columns.ts'
import { hasOne } from './facet-filters.ts'

/**
 * Whether a row is in stock in the size given by the rules. The rule for each combination of brand, store, category and
 * gender is looked up once.
 */
export function inSize(rules: readonly SizeRule[], columns: Columns, names: NameBook): (row: number) => boolean {
  const all = new SizeRules(rules, names)
  const ruled = columns.brands.mask(new Set(rules.map(({ brandId }) => brandId)))
  const { partners, brands, categories, genders } = columns
  const kept = new Map<number, SizeRule | null>()
  const masks = new Map<readonly string[], Uint8Array>()
  const ruleFor = (row: number): SizeRule | null => {
    const partner = columns.partner.values[row] as number
    const brand = columns.brand.values[row] as number
    const category = columns.category.values[row] as number
    const gender = columns.gender.values[row] as number
    const key =
      ((brand * partners.values.length + partner) * categories.values.length + category) * genders.values.length +
      gender
    const known = kept.get(key)
    if (known !== undefined) return known
    const rule = all.ruleFor({
      partnerId: partners.values[partner] as string,
      brandId: brands.values[brand] as string,
      categoryId: (categories.values[category] as string) || null,
      gender: genders.values[gender] as string,
    })
    kept.set(key, rule)
    return rule
  }
  const maskOf = (sizes: readonly string[]) => {
    const known = masks.get(sizes)
    if (known) return known
    const mask = columns.sizes.mask(sizes)
    masks.set(sizes, mask)
    return mask
  }
  return (row) => {
    if (!ruled[columns.brand.values[row] as number]) return false
    const rule = ruleFor(row)
    if (!rule) return false
    const sizes = sizesOf(rule, columns.fitShift.values[row] as number)
    return sizes.length > 0 && hasOne(columns.sizeLists, row, maskOf(sizes))
  }
}
