import type { EngineSuggestions, Names } from '../engine.ts'
import { synonymsOf } from '../lexicon/synonyms.ts'
import { readWords } from '../read-words.ts'
import { directForms, type Form } from '../word-forms.ts'
import type { ProductIndex } from './product-index.ts'
import { isOneErrorApart } from './vocabulary.ts'

/** From so many letters on, one typing error is forgiven. */
const MIN_TYPO = 5
/** Only the name and the brand count; all of them alike. */
const NAME_OR_BRAND = [1, 1, 0, 0] as const

/**
 * Products whose name or brand has every word (the last one may be a beginning), in browsing order; brands and categories
 * likewise, those that have listed products, the best fitting first.
 */
export function suggestFrom(index: ProductIndex, words: string[], limit: number): EngineSuggestions {
  if (!words.length) return { productIds: [], brands: [], categories: [] }
  const { brandIds, categoryIds } = index.columns.listedNames()
  const { brands, categories } = index.names.names
  return {
    productIds: suggestProducts(index, words, limit),
    brands: bestNames(brands.filter((brand) => brandIds.has(brand.id)), words, limit).map(({ slug, name }) => ({ slug, name })),
    categories: bestNames(categories.filter((category) => index.names.hasBelow(category, categoryIds)), words, limit)
      .map(({ slug, name, parent }) => ({ slug, name, parent: parent === null ? null : (index.names.categoryName(parent) ?? null) })),
  }
}

function suggestProducts(index: ProductIndex, words: string[], limit: number): string[] {
  const last = words.length - 1
  const groups: Form[][] = []
  for (const [at, word] of words.entries()) {
    const terms = at === last ? unfinished(index, word) : finished(index, word)
    if (!terms.length) return []
    groups.push(terms.map((term) => ({ ...term, points: NAME_OR_BRAND })))
  }
  return index.bestOf(groups, limit)
}

type Term = Pick<Form, 'term' | 'isPrefix'>

function finished({ terms }: ProductIndex, word: string): Term[] {
  const direct = directForms(word).filter(({ term }) => terms.has(term))
  return direct.length ? direct : corrected(terms, word)
}

function unfinished(index: ProductIndex, word: string): Term[] {
  return index.terms.hasPrefix(word) ? [{ term: word, isPrefix: true }] : finished(index, word)
}

function corrected(terms: ProductIndex['terms'], word: string): Term[] {
  const nearest = word.length >= MIN_TYPO ? terms.nearest(word) : null
  return nearest === null ? [] : [{ term: nearest, isPrefix: false }]
}

/** Those of whose words each searched one is the beginning, or the whole but for one typing error; names that begin so come first. */
export function bestNames<T extends Names['brands'][number]>(names: T[], words: string[], limit: number): T[] {
  const fitting = names.flatMap((entry) => {
    const own = readWords(entry.name)
    let errors = 0
    for (const word of words) {
      if (own.some((part) => part.startsWith(word) || synonymsOf(word).includes(part))) continue
      if (word.length < MIN_TYPO || !own.some((part) => isOneErrorApart(word, part))) return []
      errors++
    }
    return [{ entry, errors, isFirst: own[0]?.startsWith(words[0] ?? '') ?? false }]
  })
  return fitting
    .sort((a, b) => a.errors - b.errors || Number(b.isFirst) - Number(a.isFirst) || a.entry.name.length - b.entry.name.length || (a.entry.name < b.entry.name ? -1 : 1))
    .slice(0, limit)
    .map(({ entry }) => entry)
}
