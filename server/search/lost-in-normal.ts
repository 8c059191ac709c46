import { LISTS, type ListParameter, type SearchFilters } from './search.schema.ts'
import type { Understood } from './understand/understood.ts'

const KINDS = ['categories', 'brands', 'colours', 'materials', 'cuts', 'genders', 'tags'] as const

/**
 * Returns how much meaning a text would lose in Normal mode. 'much' with a price, a size or a negation, 'some' with
 * several kinds of words, and 'little' with one ('kleid').
 */
export function lostInNormal(said: Understood): 'much' | 'some' | 'little' | 'nothing' {
  const hasLimits =
    said.priceMinMinor !== undefined ||
    said.priceMaxMinor !== undefined ||
    said.discountMin !== undefined ||
    said.sizes.length > 0 ||
    said.not.length > 0
  if (hasLimits) return 'much'
  const kinds = KINDS.filter((kind) => said[kind].length > 0).length
  return kinds > 1 ? 'some' : kinds === 1 ? 'little' : 'nothing'
}

/** Returns the filters that a sentence adds to those already set. */
export function filtersSaid(said: Understood): SearchFilters {
  const { priceMinMinor, priceMaxMinor, discountMin, onSale, inStock } = said
  const lists = Object.fromEntries(LISTS.map((name) => [name, said[name]])) as Record<ListParameter, string[]>
  return {
    ...lists,
    currency: said.currency ?? 'USD',
    priceMinMinor,
    priceMaxMinor,
    discountMin,
    looksLike: undefined,
    onSale,
    inStock,
  }
}
