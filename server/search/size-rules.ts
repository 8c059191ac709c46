import { audiencesOf } from '#server/sizing/audiences.ts'
import type { SizeRule } from './engine.ts'
import type { NameBook } from './name-book.ts'

/** The properties of a product that determine its rule. */
interface Ruled {
  partnerId: string
  brandId: string
  categoryId: string | null
  gender: string
}

/**
 * Finds a product's rule as sizing/find-table.ts finds its table: in the nearest category with one, preferring the
 * exact audience.
 */
export class SizeRules<Rule extends SizeRule = SizeRule> {
  readonly #names: NameBook
  readonly #bySeller = new Map<string, Map<string, Rule[]>>()

  constructor(rules: readonly Rule[], names: NameBook) {
    this.#names = names
    for (const rule of rules) {
      const seller = sellerOf(rule)
      const byCategory = this.#bySeller.get(seller) ?? new Map<string, Rule[]>()
      this.#bySeller.set(seller, byCategory)
      byCategory.set(rule.categoryId, [...(byCategory.get(rule.categoryId) ?? []), rule])
    }
  }

  ruleFor(product: Ruled): Rule | null {
    const byCategory = this.#bySeller.get(sellerOf(product))
    if (!byCategory || product.categoryId === null) return null
    const gender = ruledGender(product.gender)
    if (gender === null) return null
    for (const category of this.#names.idsAbove(product.categoryId)) {
      const here = byCategory.get(category)?.filter(({ genders }) => genders.includes(gender))
      const rule = here?.find(({ isExact }) => isExact) ?? here?.[0]
      if (rule) return rule
    }
    return null
  }
}

/** Converts a product's gender for rules; null for children, who have no tables. */
function ruledGender(gender: string): SizeRule['genders'][number] | null {
  if (gender === 'women' || gender === 'men') return gender
  return audiencesOf(gender).length ? '' : null
}

/**
 * Returns the index of the person's size in the table for a product; it may be out of range. @param fitShift hundredths
 * of a size
 */
export const sizeAt = (rule: SizeRule, fitShift: number): number => Math.floor((rule.place + fitShift + 50) / 100)

/**
 * Returns the person's sizes for a product, in every spelling; none if the size is not in the table. @param fitShift
 * hundredths of a size
 */
export const sizesOf = (rule: SizeRule, fitShift: number): readonly string[] => rule.sizes[sizeAt(rule, fitShift)] ?? []

const sellerOf = ({ partnerId, brandId }: Pick<Ruled, 'partnerId' | 'brandId'>) => `${partnerId} ${brandId}`
