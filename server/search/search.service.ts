import { performance } from 'node:perf_hooks'
import pTimeout from 'p-timeout'
import type { Ask } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { currentRequest } from '#server/platform/request-context.ts'
import { readCards } from '#server/catalogue/read-cards.ts'
import { readSize } from '#server/sizing/sizes.ts'
import type { EngineAnswer, EngineQuery, Names } from './engine.ts'
import { engineQuery, PRICE_PRESETS } from './engine-query.ts'
import { showFacets } from './facets.ts'
import { searchTokenFor } from './log/search-token.ts'
import { brokenPromises } from './promises.ts'
import { ratesToBase } from './rates.ts'
import { MAX_SEARCHED_WORDS, readWords } from './read-words.ts'
import { filtersSaid, lostInNormal } from './read-as-sentence.ts'
import { offerInstead } from './offer-instead.ts'
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
import { sayAlike } from './say-alike.ts'
import { coloursAsked, showColours } from './show-colours.ts'
import { STOP_WORDS } from './stop-words.ts'
import { sayUnread } from './unread-pictures.ts'
import { withoutUnknown } from './without-unknown.ts'
import { currentLexicon } from './understand/lexicon.service.ts'
import { MAX_UNKNOWN_WORDS, understandQuery } from './understand/understand-query.ts'

const ALL = searchProductsInput.parse({ pageSize: 1 })
const RELAXING_MS = 1_000

type Optional = 'priceMinMinor' | 'priceMaxMinor' | 'discountMin'

export interface SearchContext extends Pick<Ask, 'db' | 'engine'> {
  /** How many milliseconds a search that finds nothing may be tried with fewer conditions. */
  patienceMs?: number
}

/**
 * One page of the listed products that a search finds, in the ranking's order or the asked one, with every facet counted, what was
 * understood and what was left out. Any input gets an answer. What is typed in Normal mode is read as a sentence where its words alone
 * find nothing, or less than the price, size or negation that it names.
 */
export async function searchProducts(
  context: SearchContext,
  input: SearchProductsInput,
): Promise<SearchResult & { searchToken: string | null }> {
  if (input.mode === 'intelligent' || input.q === '') return searchOnce(context, input, null)
  const said = understandQuery(input.q, await currentLexicon(context.db))
  const lost = lostInNormal(said)
  if (lost === 'nothing') return searchOnce(context, input, null)
  const asSentence: SearchProductsInput = { ...input, mode: 'intelligent' }
  const isRead = !input.plain && (await findsMore(context, asSentence, input, lost))
  if (!isRead && lost === 'little') return searchOnce(context, input, null)
  const names = nameOf((await context.engine.search(await queryFor(context.db, asSentence))).asked)
  const sentence = { isRead, conditions: conditionsOf(filtersSaid(said), names) }
  return searchOnce(context, isRead ? asSentence : input, sentence)
}

/** Whether the sentence finds what its words do not, as far as that can be told in time. */
export async function findsMore(
  { db, engine, patienceMs = RELAXING_MS }: SearchContext,
  sentence: SearchProductsInput,
  words: SearchProductsInput,
  lost: 'much' | 'some' | 'little',
): Promise<boolean> {
  // The index keeps this answer for the search itself.
  const { total } = await engine.search(await queryFor(db, words))
  if (total > 0 && lost !== 'much') return false
  const query = await queryFor(db, sentence)
  return (await pTimeout(engine.total(query), { milliseconds: patienceMs, fallback: () => 0 })) > total
}

/** What an engine is asked for a search. */
export async function queryFor(db: Db, input: SearchProductsInput): Promise<EngineQuery> {
  const [asked, rates] = await Promise.all([understand(db, input), ratesToBase(db)])
  return engineQuery(asked, input, rates.get(asked.currency) ?? 1)
}

async function insteadOf({ db, engine }: SearchContext, input: SearchProductsInput) {
  return offerInstead({
    db,
    engine,
    lexicon: await currentLexicon(db),
    q: input.q,
    queryFor: (changed) => queryFor(db, { ...ALL, ...changed }),
  })
}

async function searchOnce(
  { db, engine, patienceMs = RELAXING_MS }: SearchContext,
  input: SearchProductsInput,
  sentence: SearchResult['sentence'],
): Promise<SearchResult & { searchToken: string | null }> {
  const [given, rates] = await Promise.all([understand(db, input), ratesToBase(db)])
  const started = performance.now()
  const queryOf = (changed: Understanding) => engineQuery(changed, input, rates.get(changed.currency) ?? 1)
  const exact = await engine.search(queryOf(given))
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
  const cards = await readCards(
    db,
    answer.hits.map(({ id }) => id),
  )
  const products = await showColours(
    db,
    answer.hits.flatMap(({ id, alike }) => {
      const card = cards.get(id)
      return card ? [{ ...card, alike: alike && sayAlike(alike, shown.looksLike ?? '') }] : []
    }),
    coloursAsked(shown),
    new Map(answer.hits.flatMap(({ id, alike }) => (alike ? [[id, alike.picture]] : []))),
  )
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
    sentence,
    sort: understanding.sort,
    conditions: conditionsOf(shown, nameOf(answer.asked)),
    unknownWords: shown.unknownWords,
    relaxed,
    brokenPromises: brokenPromises(understanding, shown),
    ...(note !== null && { note }),
    corrections: [...shown.corrections, ...answer.corrections],
    instead: answer.total === 0 && input.q !== '' ? await insteadOf({ db, engine }, input) : null,
    // A sentence's own conditions are not filters that the shopper has set.
    unknownFilters: withoutUnknown(ownFilters(input), exact.asked).unknown,
    categoryNames: exact.asked.categories.flatMap(({ slug, name }) => (input.categories.includes(slug) ? name : [])),
    brandNames: namesAsked(answer.asked, input.brands),
    executionMs,
    cached: answer.isCached,
    searchToken,
  }
}

/** What a search means: the filters as they are, and in intelligent mode those that its sentence adds, once. */
export async function understand(db: Db, input: SearchProductsInput): Promise<Understanding> {
  const filters = ownFilters(input)
  if (input.mode !== 'intelligent')
    return {
      ...filters,
      words: searchedWords(input.q),
      sort: input.sort,
      rest: undefined,
      unknownWords: [],
      firstCategories: [],
      corrections: [],
    }
  if (input.rest !== undefined) {
    const unknownWords = input.rest.split(' ').filter(Boolean).slice(0, MAX_UNKNOWN_WORDS)
    const rest = unknownWords.join(' ')
    return {
      ...filters,
      words: searchedWords(rest),
      sort: input.sort,
      rest,
      unknownWords,
      firstCategories: [],
      corrections: [],
    }
  }
  const said = understandQuery(input.q, await currentLexicon(db))
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
    sort: input.sort === 'featured' ? (said.sort ?? input.sort) : input.sort,
    rest: said.rest,
    unknownWords: said.unknownWords,
    corrections: said.corrections,
    firstCategories: filters.categories.length ? [] : said.firstCategories,
  }
}

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
