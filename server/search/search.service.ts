import { performance } from 'node:perf_hooks'
import { currentRequest } from '#server/platform/request-context.ts'
import { PRICE_PRESETS } from './engine-query.ts'
import { showFacets } from './facets.ts'
import { findNearly, SHORT_LIST } from './find-nearly.ts'
import { finderOf, findExactly } from './find-exactly.ts'
import { searchTokenFor } from './log/search-token.ts'
import { offerInstead } from './offer-instead.ts'
import { offerWithout } from './offer-without.ts'
import { brokenPromises } from './promises.ts'
import { ratesToBase } from './rates.ts'
import { relax } from './relax.ts'
import { filtersOf, type SearchProductsInput } from './search.schema.ts'
import type { SearchContext, SearchResult } from './search.types.ts'
import { showHits } from './show-hits.ts'
import { describeUnanalysed } from './unanalysed-pictures.ts'
import { conditionsOf } from './understand/conditions.ts'
import { understandSearch } from './understand-search.ts'
import { withoutUnknown } from './without-unknown.ts'

const RELAXING_MS = 1_000

/**
 * Returns one page of the listed products that a search finds, in ranking order or the requested order. Includes all
 * facet counts, the interpretation and the conditions that were left out. Never fails because of its input.
 * @param context patienceMs: the time limit in ms for dropping conditions, and again for offers, if a search finds nothing
 */
export async function searchProducts(
  { db, engine, patienceMs = RELAXING_MS }: SearchContext & { patienceMs?: number },
  input: SearchProductsInput,
): Promise<SearchResult & { searchToken: string | null }> {
  const started = performance.now()
  const meanings = await understandSearch({ db, engine }, input)
  const find = await finderOf({ db, engine }, input)
  const { understanding, answer: exact, names } = await findExactly(find, meanings, input.plain)
  const { understanding: asked } = withoutUnknown(understanding, exact.asked)
  // Conditions from the sentence are not filters that the shopper set.
  const { unknown: unknownFilters } = withoutUnknown(meanings.own, exact.asked)

  const less =
    exact.total === 0 && input.q !== ''
      ? await relax(
          asked,
          exact.asked,
          new Map(exact.facets.categories.map(({ value, parent }) => [value, parent])),
          find.total,
          patienceMs,
        )
      : null
  const shown = less?.understanding ?? asked
  const answer = less ? await find.search(shown) : exact
  const relaxed = less?.without ?? []
  const executionMs = performance.now() - started
  currentRequest()?.count?.('search', relaxed.length ? 'relaxed' : answer.total ? 'exact' : 'nothing', executionMs)

  const isShort = answer.total < SHORT_LIST && input.page === 1 && input.sort === 'featured'
  const nearly =
    isShort && shown.rest !== undefined && !shown.looksLike
      ? await findNearly(shown, answer.hits, answer.asked, find.fill)
      : null
  const instead =
    answer.total === 0 && input.q !== ''
      ? {
          ...(await offerInstead({ db, engine }, input.q)),
          without: await offerWithout(shown, input, answer.asked, find.total, patienceMs),
        }
      : null

  const cards = await showHits(db, [...answer.hits, ...(nearly?.hits ?? [])], shown)
  const isFound = new Set(answer.hits.map(({ id }) => id))
  const note = shown.looksLike ? await describeUnanalysed(db) : null
  const rate = (await ratesToBase(db)).get(shown.currency) ?? 1
  return {
    products: cards.filter(({ id }) => isFound.has(id)),
    total: answer.total,
    page: answer.page,
    totalPages: Math.max(1, Math.ceil(answer.total / input.pageSize)),
    facets: showFacets(answer, shown, { rate, presets: PRICE_PRESETS }),
    filters: { q: input.q, mode: input.mode, plain: input.plain, ...filtersOf(shown), rest: shown.rest },
    sentence: meanings.said && {
      isRead: understanding === meanings.asked,
      conditions: conditionsOf(meanings.said, names),
    },
    sort: shown.sort,
    conditions: conditionsOf(shown, answer.asked),
    unknownWords: shown.unknownWords,
    relaxed,
    brokenPromises: brokenPromises(asked, shown),
    ...(note !== null && { note }),
    corrections: [...shown.corrections, ...answer.corrections],
    instead,
    unknownFilters,
    categoryNames: exact.asked.categories.flatMap(({ slug, name }) => (input.categories.includes(slug) ? name : [])),
    brandNames: answer.asked.brands
      .filter(
        ({ slug, name }) => input.brands.includes(slug) || input.brands.includes(name) || input.brands.length === 1,
      )
      .map(({ name }) => name),
    nearly: nearly && { products: cards.filter(({ id }) => !isFound.has(id)), without: nearly.without },
    executionMs,
    cached: answer.isCached,
    searchToken: await searchTokenFor(db, {
      query: input.q,
      mode: input.mode,
      filters: filtersOf(asked),
      partnerId: input.partnerId ?? null,
      found: relaxed.length ? 0 : answer.total,
      page: input.page,
    }),
  }
}
