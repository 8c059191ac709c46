import { performance } from 'node:perf_hooks'
import pTimeout from 'p-timeout'
import type { Ask } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { currentRequest } from '#server/platform/request-context.ts'
import { readSize } from '#server/sizing/sizes.ts'
import type { EngineAnswer, EngineQuery, Names } from './engine.ts'
import { engineQuery, PRICE_PRESETS } from './engine-query.ts'
import { showFacets } from './facets.ts'
import { findNearly, SHORT_LIST } from './find-nearly.ts'
import { searchTokenFor } from './log/search-token.ts'
import { brokenPromises } from './promises.ts'
import { ratesToBase } from './rates.ts'
import { MAX_SEARCHED_WORDS, readWords } from './read-words.ts'
import { filtersSaid, lostInNormal } from './read-as-sentence.ts'
import { offerInstead } from './offer-instead.ts'
import { offerWithout } from './offer-without.ts'
import { readSentence } from './read-sentence.ts'
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
import { sayUnread } from './unread-pictures.ts'
import { withoutUnknown } from './without-unknown.ts'
import { currentLexicon } from './understand/lexicon.service.ts'
import { MAX_UNKNOWN_WORDS } from './understand/understand-query.ts'
import type { Understood } from './understand/understood.ts'

const ALL = searchProductsInput.parse({ pageSize: 1 })
const RELAXING_MS = 1_000

type Optional = 'priceMinMinor' | 'priceMaxMinor' | 'discountMin'

export interface SearchContext extends Pick<Ask, 'db' | 'engine'> {
  /** How many milliseconds a search that finds nothing may be tried with fewer conditions. */
  patienceMs?: number
}

/**
 * One page of the listed products that a search finds, in the ranking's order or the asked one, with every facet counted, what was
 * understood and what was left out. Any input gets an answer.
 */
export async function searchProducts(
  context: SearchContext,
  input: SearchProductsInput,
): Promise<SearchResult & { searchToken: string | null }> {
  const started = performance.now()
  return searchAs(context, input, await readSearch(context, input), started)
}

/** How a search is read, and what exactly that finds. */
export interface SearchReading {
  understanding: Understanding
  answer: EngineAnswer
  /** Of a text typed in Normal mode that names anything that we know, else null. */
  sentence: { isRead: boolean; said: Understood; names: EngineAnswer['asked'] } | null
}

/**
 * Reads a text as a sentence, whatever the mode, and searches. In Normal mode its words alone are searched if it is the name of a product that
 * the sentence does not find.
 */
export async function readSearch(context: SearchContext, input: SearchProductsInput): Promise<SearchReading> {
  const { db, engine } = context
  const said = await sentenceOf(context, input)
  const find = async (understanding: Understanding) => ({
    understanding,
    answer: await engine.search(await engineQueryFor(db, understanding, input)),
  })
  if (!said || isSettled(input)) return { ...(await find(understand(input, said))), sentence: null }
  const lost = lostInNormal(said)
  if (lost === 'nothing') return { ...(await find(wordsOf(input))), sentence: null }
  const read = await find(understand({ ...input, mode: 'intelligent' }, said))
  const sentence = { said, names: read.answer.asked }
  // The name of a product that the sentence does not find keeps more of the text.
  const isRead = !input.plain && !read.answer.isNamedElsewhere
  return { ...(isRead ? read : await find(wordsOf(input))), sentence: { ...sentence, isRead } }
}

/** The shopper chose how it is read, or it has become filters already. */
const isSettled = (input: SearchProductsInput) => input.mode === 'intelligent' || input.rest !== undefined

/** What an engine is asked for a search. */
export async function queryFor({ db, engine }: SearchContext, input: SearchProductsInput): Promise<EngineQuery> {
  const said = isSettled(input) ? await sentenceOf({ db, engine }, input) : null
  return engineQueryFor(db, understand(input, said), input)
}

async function sentenceOf({ db, engine }: SearchContext, input: SearchProductsInput): Promise<Understood | null> {
  if (input.q === '') return null
  const everything = () => engineQueryFor(db, wordsOf({ ...ALL, partnerId: input.partnerId }), ALL)
  return readSentence(input.q, await currentLexicon(db), { engine, everything })
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
  const isShort = answer.total > 0 && answer.total < SHORT_LIST && input.page === 1 && input.sort === 'featured'
  const nearly =
    isShort && shown.rest !== undefined && !shown.looksLike
      ? await findNearly(
          shown,
          answer.hits,
          nameOf(answer.asked),
          async (of, pageSize) => (await engine.search({ ...queryOf(of), page: 1, pageSize })).hits,
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
  const note = shown.looksLike ? await sayUnread(db) : null
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
    sort: understanding.sort,
    conditions: conditionsOf(shown, nameOf(answer.asked)),
    unknownWords: shown.unknownWords,
    relaxed,
    brokenPromises: brokenPromises(understanding, shown),
    ...(note !== null && { note }),
    corrections: [...shown.corrections, ...answer.corrections],
    instead,
    // A sentence's own conditions are not filters that the shopper has set.
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
 * What a search means: the filters as they are, and in intelligent mode those that its sentence adds, once.
 * @param said what its text says; null if there is none
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
    // A price that was set by hand wins.
    currency: hasOwnPrice ? filters.currency : (said.currency ?? filters.currency),
    priceMinMinor: hasOwnPrice ? filters.priceMinMinor : said.priceMinMinor,
    priceMaxMinor: hasOwnPrice ? filters.priceMaxMinor : said.priceMaxMinor,
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

/** The filters as they are, and every word searched as text. */
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

/** The filters that were set, in the spelling of products. */
const ownFilters = (input: SearchProductsInput): SearchFilters =>
  filtersOf({
    ...input,
    sizes: input.sizes.map((size) => readSize(size) ?? size),
    colours: input.colours.map((colour) => colour.toLowerCase()),
  })

/** The words that a text is searched by; for a text without words, something that no product has. */
function searchedWords(text: string): string[] {
  const words = [...new Set(readWords(text))]
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

/** Names of what was asked for, as far as it exists. */
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
