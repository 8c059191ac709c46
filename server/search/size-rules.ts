import { audiencesOf } from '#server/sizing/audiences.ts'
import type { Audience } from '#server/sizing/measures-values.schema.ts'
import type { NameBook } from './name-book.ts'

/** What a size table says to one person: in which size they want what it holds for. */
export interface SizeRule {
  partnerId: string
  brandId: string
  /** It holds for all below it too, where no nearer one does. */
  categoryId: string
  audience: Audience
  /** The person's place among the sizes, in hundredths from the middle of the first; a product's fit shift is added. */
  place: number
  /** Each size of the table, small to large, in every spelling that means it. */
  sizes: string[][]
}

/** Of a product what decides which rule holds. */
interface Ruled {
  partnerId: string
  brandId: string
  categoryId: string | null
  gender: string
}

/** Finds the rule that holds for a product as sizing/find-table.ts finds its table: the nearest category upwards, and there the exact audience first. */
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
    const audiences = audiencesOf(product.gender)
    for (const category of this.#names.idsAbove(product.categoryId)) {
      const here = byCategory.get(category)
      if (!here) continue
      for (const audience of audiences) {
        const rule = here.find((each) => each.audience === audience)
        if (rule) return rule
      }
    }
    return null
  }
}

/** Which size of the table is the person's of a product; it may lie outside. @param fitShift hundredths of a size */
export const sizeAt = (rule: SizeRule, fitShift: number): number => Math.floor((rule.place + fitShift + 50) / 100)

/** The sizes that are the person's of a product, in every spelling: none where it is outside the table. @param fitShift hundredths of a size */
export const sizesOf = (rule: SizeRule, fitShift: number): readonly string[] => rule.sizes[sizeAt(rule, fitShift)] ?? []

const sellerOf = ({ partnerId, brandId }: Pick<Ruled, 'partnerId' | 'brandId'>) => `${partnerId} ${brandId}`
