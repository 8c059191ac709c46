import { performance } from 'node:perf_hooks'
import pTimeout from 'p-timeout'
import type { Ask } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { currentRequest } from '#server/platform/request-context.ts'
import { parseSize } from '#server/sizing/sizes.ts'
import type { EngineAnswer, EngineQuery, Names } from './engine.ts'
import { engineQuery, PRICE_PRESETS } from './engine-query.ts'
import { showFacets } from './facets.ts'
import { findNearly, SHORT_LIST } from './find-nearly.ts'
import { searchTokenFor } from './log/search-token.ts'
import { brokenPromises } from './promises.ts'
import { ratesToBase } from './rates.ts'
import { MAX_SEARCHED_WORDS, parseWords } from './parse-words.ts'
import { filtersSaid, lostInNormal } from './lost-in-normal.ts'
import { offerInstead } from './offer-instead.ts'
import { offerWithout } from './offer-without.ts'
import { correctedWords, parseSentence, understandAsTyped } from './parse-sentence.ts'
import { relax } from './relax.ts'
import {
  boundLists,
  LISTS,
  searchProductsInput,
  type ListParameter,
  type SearchFilters,
  type SearchProductsInput,
} from './search.schema.ts'
import type { SearchResult, Understanding } from './search.types.ts'
import { conditionsOf } from './understand/conditions.ts'
import { showHits } from './show-hits.ts'
import { STOP_WORDS } from './stop-words.ts'
import { describeUnanalysed } from './unanalysed-pictures.ts'
import { withoutUnknown } from './without-unknown.ts'
import { currentLexicon } from './understand/lexicon.service.ts'
import { MAX_UNKNOWN_WORDS, understandQuery } from './understand/understand-query.ts'
import type { Understood } from './understand/understood.ts'

const ALL = searchProductsInput.parse({ pageSize: 1 })
const RELAXING_MS = 1_000

type Optional = 'priceMinMinor' | 'priceMaxMinor' | 'discountMin'

export interface SearchContext extends Pick<Ask, 'db' | 'engine'> {
  /** The time in ms that a search without results may spend on fewer conditions. */
  patienceMs?: number
}

/**
 * Returns one page of the listed products that a search finds, in ranking order or the requested order. Includes all
 * facet counts, the interpretation and the conditions that were left out. Never fails because of its input.
 */
export async function searchProducts(
  context: SearchContext,
  input: SearchProductsInput,
): Promise<SearchResult & { searchToken: string | null }> {
  const started = performance.now()
  return searchAs(context, input, await understandSearch(context, input), started)
}

/** How a search was interpreted, and its exact results. */
export interface SearchReading {
  understanding: Understanding
  answer: EngineAnswer
  /** The sentence of a text typed in Normal mode that names something we know, otherwise null. */
  sentence: { isRead: boolean; said: Understood; names: EngineAnswer['asked'] } | null
}

/**
 * Reads a text as a sentence in any mode, and searches. If products have words that were corrected, reads the text again
 * with these words as they are typed.
 */
export async function understandSearch(context: SearchContext, input: SearchProductsInput): Promise<SearchReading> {
  if (input.q === '') return searchBy(context, input, null)
  const lexicon = await currentLexicon(context.db)
  const reading = await searchBy(context, input, understandQuery(input.q, lexicon))
  const right = reading.answer.rightAsTyped
  return right.length ? searchBy(context, input, understandAsTyped(input.q, lexicon, right)) : reading
}

/**
 * Searches by an interpreted text. In Normal mode it searches by the words alone if they are the name of a product that
 * the sentence does not find.
 */
async function searchBy(
  { db, engine }: SearchContext,
  input: SearchProductsInput,
  said: Understood | null,
): Promise<SearchReading> {
  const corrected = said ? correctedWords(said) : []
  const find = async (understanding: Understanding) => ({
    understanding,
    answer: await engine.search({ ...(await engineQueryFor(db, understanding, input)), corrected }),
  })
  if (!said || isSettled(input)) return { ...(await find(understand(input, said))), sentence: null }
  const lost = lostInNormal(said)
  if (lost === 'nothing') return { ...(await find(wordsOf(input))), sentence: null }
  const read = await find(understand({ ...input, mode: 'intelligent' }, said))
  const sentence = { said, names: read.answer.asked }
  // If the text names a product that the sentence does not find, keep more of the text.
  const isRead = !input.plain && !read.answer.isNamedElsewhere
  return { ...(isRead ? read : await find(wordsOf(input))), sentence: { ...sentence, isRead } }
}

/** Whether it is decided how to read the text: the shopper chose, or the text has already become filters. */
const isSettled = (input: SearchProductsInput) => input.mode === 'intelligent' || input.rest !== undefined

export async function queryFor({ db, engine }: SearchContext, input: SearchProductsInput): Promise<EngineQuery> {
  const said =
    isSettled(input) && input.q !== ''
      ? await parseSentence(input.q, await currentLexicon(db), {
          engine,
          partnerId: input.partnerId?.toLowerCase() ?? null,
        })
      : null
  return engineQueryFor(db, understand(input, said), input)
}

const engineQueryFor = async (db: Db, asked: Understanding, input: SearchProductsInput): Promise<EngineQuery> =>
  engineQuery(asked, input, (await ratesToBase(db)).get(asked.currency) ?? 1)

async function insteadOf({ db, engine }: SearchContext, input: SearchProductsInput) {
  return offerInstead({
    db,
    engine,
    lexicon: await currentLexicon(db),
    q: input.q,
    queryFor: (changed) => queryFor({ db, engine }, { ...ALL, ...changed }),
  })
}

async function searchAs(
  { db, engine, patienceMs = RELAXING_MS }: SearchContext,
  input: SearchProductsInput,
  { understanding: given, answer: exact, sentence }: SearchReading,
  started: number,
): Promise<SearchResult & { searchToken: string | null }> {
  const rates = await ratesToBase(db)
  const queryOf = (changed: Understanding) => engineQuery(changed, input, rates.get(changed.currency) ?? 1)
  const { understanding } = withoutUnknown(given, exact.asked)
  const parentOf = new Map(exact.facets.categories.map(({ value, parent }) => [value, parent]))
  const relaxation =
    exact.total === 0 && input.q !== ''
      ? await relax(
          understanding,
          nameOf(exact.asked),
          parentOf,
          (changed) => engine.total(queryOf(changed)),
          patienceMs,
        )
      : null
  const shown = relaxation?.understanding ?? understanding
  const answer = relaxation ? await engine.search(queryOf(shown)) : exact
  const relaxed = relaxation?.without ?? []
  const executionMs = performance.now() - started
  currentRequest()?.count?.('search', relaxed.length ? 'relaxed' : answer.total ? 'exact' : 'nothing', executionMs)
  const isShort = answer.total < SHORT_LIST && input.page === 1 && input.sort === 'featured'
  const nearly =
    isShort && shown.rest !== undefined && !shown.looksLike
      ? await findNearly(shown, answer.hits, nameOf(answer.asked), (searches, there, enough) =>
          engine.fill(
            searches.map((of) => ({ ...queryOf(of), page: 1, pageSize: enough })),
            there,
            enough,
          ),
        )
      : null
  const shownHits = await showHits(db, [...answer.hits, ...(nearly?.hits ?? [])], shown)
  const isFound = new Set(answer.hits.map(({ id }) => id))
  const products = shownHits.filter(({ id }) => isFound.has(id))
  const instead =
    answer.total === 0 && input.q !== ''
      ? {
          ...(await insteadOf({ db, engine }, input)),
          without: await pTimeout(
            offerWithout(shown, input, nameOf(answer.asked), (left) => engine.total(queryOf(left))),
            { milliseconds: patienceMs, fallback: () => [] },
          ),
        }
      : null
  const note = shown.looksLike ? await describeUnanalysed(db) : null
  const searchToken = await searchTokenFor(db, {
    query: input.q,
    mode: input.mode,
    filters: filtersOf(understanding),
    partnerId: input.partnerId ?? null,
    found: relaxed.length ? 0 : answer.total,
    page: input.page,
  })
  return {
    products,
    total: answer.total,
    page: answer.page,
    totalPages: Math.max(1, Math.ceil(answer.total / input.pageSize)),
    facets: showFacets(answer, shown, { rate: rates.get(understanding.currency) ?? 1, presets: PRICE_PRESETS }),
    filters: { q: input.q, mode: input.mode, plain: input.plain, ...filtersOf(shown), rest: shown.rest },
    sentence: sentence && {
      isRead: sentence.isRead,
      conditions: conditionsOf(filtersSaid(sentence.said), nameOf(sentence.names)),
    },
    sort: shown.sort,
    conditions: conditionsOf(shown, nameOf(answer.asked)),
    unknownWords: shown.unknownWords,
    relaxed,
    brokenPromises: brokenPromises(understanding, shown),
    ...(note !== null && { note }),
    corrections: [...shown.corrections, ...answer.corrections],
    instead,
    // Conditions from the sentence are not filters that the shopper set.
    unknownFilters: withoutUnknown(ownFilters(input), exact.asked).unknown,
    categoryNames: exact.asked.categories.flatMap(({ slug, name }) => (input.categories.includes(slug) ? name : [])),
    brandNames: namesAsked(answer.asked, input.brands),
    nearly: nearly && { products: shownHits.filter(({ id }) => !isFound.has(id)), without: nearly.without },
    executionMs,
    cached: answer.isCached,
    searchToken,
  }
}

/**
 * Interprets a search: its filters and, in intelligent mode, the filters that its sentence adds, without duplicates.
 * @param said the interpreted text; null if there is none
 */
function understand(input: SearchProductsInput, said: Understood | null): Understanding {
  if (!said || (input.mode !== 'intelligent' && input.rest === undefined)) return wordsOf(input)
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

/** Returns the words to search a text by. A text without words becomes a word that no product has. */
function searchedWords(text: string): string[] {
  const words = [...new Set(parseWords(text))]
  const telling = words.filter((word) => !STOP_WORDS.has(word))
  if (!words.length && text.trim() !== '') return [text.trim()]
  return (telling.length ? telling : words).slice(0, MAX_SEARCHED_WORDS)
}

function filtersOf(
  given: Omit<SearchFilters, Optional | 'looksLike'> & { [Name in Optional]?: number | undefined } & {
    looksLike?: string | undefined
  },
): SearchFilters {
  const {
    categories,
    brands,
    sizes,
    colours,
    materials,
    cuts,
    genders,
    tags,
    not,
    currency,
    priceMinMinor,
    priceMaxMinor,
    discountMin,
    onSale,
    inStock,
    looksLike,
  } = given
  return {
    categories,
    brands,
    sizes,
    colours,
    materials,
    cuts,
    genders,
    tags,
    not,
    currency,
    priceMinMinor,
    priceMaxMinor,
    discountMin,
    onSale,
    inStock,
    looksLike,
  }
}

/** Returns the names of the requested categories and brands that exist. */
export function nameOf(asked: EngineAnswer['asked']): {
  category: (slug: string) => string | undefined
  brand: (slugOrName: string) => string | undefined
} {
  const categories = new Map(asked.categories.map(({ slug, name }) => [slug, name]))
  const brands = new Map(
    asked.brands.flatMap(
      ({ slug, name }) =>
        [
          [slug, name],
          [name, name],
        ] as const,
    ),
  )
  return { category: (slug) => categories.get(slug), brand: (slugOrName) => brands.get(slugOrName) }
}

function namesAsked({ brands }: Pick<Names, 'brands'>, wanted: string[]): string[] {
  const asked = new Set(wanted)
  return brands
    .filter(({ slug, name }) => asked.has(slug) || asked.has(name) || wanted.length === 1)
    .map(({ name }) => name)
}
