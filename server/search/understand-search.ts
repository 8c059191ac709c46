import { parseSize } from '#server/sizing/sizes.ts'
import { MAX_SEARCHED_WORDS, parseWords } from './parse-words.ts'
import {
  boundLists,
  filtersOf,
  LISTS,
  type ListParameter,
  type SearchFilters,
  type SearchProductsInput,
} from './search.schema.ts'
import type { SearchContext, Understanding } from './search.types.ts'
import { STOP_WORDS } from './stop-words.ts'
import { currentLexicon } from './understand/lexicon.service.ts'
import { MAX_UNKNOWN_WORDS, understandQuery } from './understand/understand-query.ts'
import type { Understood } from './understand/understood.ts'

/** The possible meanings of a search. */
export interface Meanings {
  /** The filters and the text, read as a sentence if it means more than its words. */
  asked: Understanding
  /** Normal mode: the same search by its words alone; null if there is no sentence. */
  inWords: Understanding | null
  /** Normal mode: the filters of the sentence; null if there is no sentence. */
  said: SearchFilters | null
  /** The filters that the shopper set. */
  own: SearchFilters
}

/** Parses and corrects the text of a search once, and returns its possible meanings. */
export async function understandSearch(context: SearchContext, input: SearchProductsInput): Promise<Meanings> {
  const said = await parseSentence(context, input)
  const own = ownFilters(input)
  if (!said || isSettled(input) || isOnlyWords(said))
    return { asked: understand(input, said), inWords: null, said: null, own }
  return {
    asked: understand({ ...input, mode: 'intelligent' }, said),
    inWords: wordsOf(input),
    said: filtersOf({ ...said, currency: said.currency ?? 'USD' }),
    own,
  }
}

/**
 * Interprets a search like `understandSearch`, with one difference: in Normal mode, a text that is not yet filters is
 * searched by its words.
 */
export const understandAsSet = async (context: SearchContext, input: SearchProductsInput): Promise<Understanding> =>
  understand(input, isSettled(input) ? await parseSentence(context, input) : null)

/**
 * Parses a search's text as a sentence. Drops a correction if the typed words all occur in the name, brand or tags of
 * one listed product.
 * @returns null if there is no text
 */
async function parseSentence(
  { db, engine }: SearchContext,
  { q, partnerId }: SearchProductsInput,
): Promise<Understood | null> {
  if (q === '') return null
  const lexicon = await currentLexicon(db)
  const said = understandQuery(q, lexicon)
  const corrected = new Set(said.corrections.map(({ typed }) => typed))
  const typed = [...corrected].map(parseWords).filter(({ length }) => length > 0)
  const right = typed.length ? await engine.keepOccurring(typed, partnerId?.toLowerCase() ?? null) : []
  if (!right.length) return said
  return understandQuery(q, {
    ...lexicon,
    words: new Set([...lexicon.words, ...right.map((words) => words.join(' '))]),
  })
}

/** Whether the interpretation is decided: the shopper chose Intelligent mode, or the text is already filters. */
const isSettled = (input: SearchProductsInput): boolean => input.mode === 'intelligent' || input.rest !== undefined

/** Whether a sentence sets no price, discount or list of filters. 'On sale' and 'in stock' do not count. */
const isOnlyWords = (said: Understood): boolean =>
  said.priceMinMinor === undefined &&
  said.priceMaxMinor === undefined &&
  said.discountMin === undefined &&
  LISTS.every((name) => said[name].length === 0)

/**
 * Interprets a search: its filters and, in intelligent mode, the filters that its sentence adds, without duplicates.
 * @param said the text as a sentence; null if there is none
 */
function understand(input: SearchProductsInput, said: Understood | null): Understanding {
  if (!said || !isSettled(input)) return wordsOf(input)
  const filters = ownFilters(input)
  if (input.rest !== undefined) {
    const unknownWords = input.rest.split(' ').filter(Boolean).slice(0, MAX_UNKNOWN_WORDS)
    const rest = unknownWords.join(' ')
    const { categories } = filters
    return {
      ...filters,
      words: searchedWords(rest),
      said: said.said,
      sort: input.sort,
      rest,
      unknownWords,
      firstCategories: said.firstCategories.filter((slug) => categories.includes(slug)),
      besides: said.categories.some((slug) => categories.includes(slug)) ? said.besides : [],
      corrections: [],
    }
  }
  const hasOwnPrice = input.priceMinMinor !== undefined || input.priceMaxMinor !== undefined
  return {
    ...boundLists(
      Object.fromEntries(LISTS.map((name) => [name, [...filters[name], ...said[name]]])) as Record<
        ListParameter,
        string[]
      >,
    ),
    // A price set by hand takes precedence.
    currency: hasOwnPrice ? filters.currency : (said.currency ?? filters.currency),
    priceMinMinor: hasOwnPrice ? filters.priceMinMinor : said.priceMinMinor,
    priceMaxMinor: hasOwnPrice ? filters.priceMaxMinor : said.priceMaxMinor,
    isPriceLoose: !hasOwnPrice && said.isPriceLoose === true,
    discountMin: filters.discountMin ?? said.discountMin,
    looksLike: filters.looksLike,
    onSale: filters.onSale || said.onSale,
    inStock: filters.inStock || said.inStock,
    words: searchedWords(said.rest),
    said: said.said,
    sort: input.sort === 'featured' ? (said.sort ?? input.sort) : input.sort,
    rest: said.rest,
    unknownWords: said.unknownWords,
    corrections: said.corrections,
    firstCategories: filters.categories.length ? [] : said.firstCategories,
    besides: said.besides,
  }
}

/** Returns the unchanged filters, with every word searched as text. */
const wordsOf = (input: SearchProductsInput): Understanding => ({
  ...ownFilters(input),
  words: searchedWords(input.q),
  said: [],
  sort: input.sort,
  rest: undefined,
  unknownWords: [],
  firstCategories: [],
  besides: [],
  corrections: [],
})

/** Returns the shopper's own filters, in the spelling of products. */
const ownFilters = (input: SearchProductsInput): SearchFilters =>
  filtersOf({
    ...input,
    sizes: input.sizes.map((size) => parseSize(size) ?? size),
    colours: input.colours.map((colour) => colour.toLowerCase()),
  })

/** Returns the words of a text to search for. A text without words is searched as one word that no product has. */
function searchedWords(text: string): string[] {
  const words = [...new Set(parseWords(text))]
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  if (!words.length && text.trim() !== '') return [text.trim()]
  return (telling.length ? telling : words).slice(0, MAX_SEARCHED_WORDS)
}
