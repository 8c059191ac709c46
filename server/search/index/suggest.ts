import type { EngineSuggestions, Names } from '../engine.ts'
import { synonymsOf } from '../lexicon/synonyms.ts'
import type { NameBook } from '../name-book.ts'
import { otherSpellings, parseWords } from '../parse-words.ts'
import { directForms, MIN_TYPO, nearestTo, type Form, type Terms } from '../word-forms.ts'
import type { Columns } from './columns.ts'
import { isOneErrorApart } from './vocabulary.ts'

/** The parts of the index that suggestions use. */
interface Listed {
  columns: Pick<Columns, 'listedNames'>
  names: NameBook
  terms: Terms
  bestOf: (groups: Form[][], limit: number, levels: readonly number[]) => string[]
}

/** Name and brand count equally. Tags count only together with other fields. */
const POINTS = [2, 2, 1, 0] as const
const NAME_OR_BRAND = 2
const OR_TAGS = 1

/**
 * Suggests products with every word in their name or brand (the last word may be a prefix), in browsing order. For
 * several words it adds products that have some of them in their category, colours or tags ('black dress'). Also
 * suggests brands and categories with listed products by name, best match first.
 */
export function suggestFrom(index: Listed, words: string[], limit: number, typed: string[]): EngineSuggestions {
  if (!words.length) return { productIds: [], brands: [], categories: [] }
  const { brandIds, categoryIds } = index.columns.listedNames()
  return {
    productIds: suggestProducts(index, words, limit, typed),
    ...suggestNames(index.names, { brandIds, categoryIds }, words, limit, typed),
  }
}

/** Returns the brands and categories to suggest from the given ones, best match first. Both engines use it. */
export function suggestNames(
  book: NameBook,
  { brandIds, categoryIds }: { brandIds: ReadonlySet<string>; categoryIds: ReadonlySet<string> },
  words: string[],
  limit: number,
  typed: string[],
): Pick<EngineSuggestions, 'brands' | 'categories'> {
  const { brands, categories } = book.names
  const best = <T extends Names['brands'][number]>(names: T[]) => bestNames(names, words, limit, typed)
  return {
    brands: best(brands.filter(({ id }) => brandIds.has(id))).map(({ slug, name }) => ({ slug, name })),
    categories: best(categories.filter((category) => book.hasBelow(category, categoryIds))).map(
      ({ slug, name, parent }) => ({
        slug,
        name,
        parent: parent === null ? null : (book.categoryName(parent) ?? null),
      }),
    ),
  }
}

function suggestProducts(index: Listed, words: string[], limit: number, typed: string[]): string[] {
  const terms = suggestedTerms(words, typed, index.terms)
  if (terms.some((group) => group.length === 0)) return []
  const groups = terms.map((group) => group.map((term) => ({ ...term, points: POINTS })))
  return index.bestOf(groups, limit, words.length > 1 ? [NAME_OR_BRAND, OR_TAGS] : [NAME_OR_BRAND])
}

type Term = Pick<Form, 'term' | 'isPrefix'>

/** Returns the terms that each word may match in a suggested product. The last word may be a prefix. */
export function suggestedTerms(words: string[], typed: string[], terms: Terms): Term[][] {
  return words.map((word, at) => {
    if (at === words.length - 1 && terms.hasPrefix(word)) return [{ term: word, isPrefix: true }]
    const direct = directForms(word).filter(({ term }) => terms.has(term))
    if (direct.length) return direct
    const nearest = nearestTo(word, typed[at] ?? word, terms)
    return nearest === null ? [] : [{ term: nearest, isPrefix: false }]
  })
}

/**
 * Returns the names where each searched word is a prefix of a word, or equals it with one typo. Names that start with
 * the search come first.
 */
function bestNames<T extends Names['brands'][number]>(
  names: T[],
  words: string[],
  limit: number,
  typed: string[] = words,
): T[] {
  const fitting = names.flatMap((entry) => {
    const nameWords = [...parseWords(entry.name), ...otherSpellings(entry.name)]
    let errors = 0
    for (const [at, word] of words.entries()) {
      const typedWord = typed[at] ?? word
      if (nameWords.some((part) => part.startsWith(word) || synonymsOf(word).includes(part))) continue
      if (
        typedWord.length < MIN_TYPO ||
        !nameWords.some((part) => isOneErrorApart(word, part) || isOneErrorApart(typedWord, part))
      )
        return []
      errors++
    }
    return [{ entry, errors, isFirst: nameWords[0]?.startsWith(words[0] ?? '') ?? false }]
  })
  return fitting
    .sort(
      (a, b) =>
        a.errors - b.errors ||
        Number(b.isFirst) - Number(a.isFirst) ||
        a.entry.name.length - b.entry.name.length ||
        (a.entry.name < b.entry.name ? -1 : 1),
    )
    .slice(0, limit)
    .map(({ entry }) => entry)
}
