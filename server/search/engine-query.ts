import { unitOf } from '#server/platform/money.schema.ts'
import { toBaseMinor } from '#server/platform/money.ts'
import type { EngineQuery } from './engine.ts'
import { nameKeyOf } from './name-key.ts'
import { ideaTerms } from './lexicon/ideas.ts'
import { dayOf } from './ranking.ts'
import { asTyped } from './parse-words.ts'
import type { SearchProductsInput } from './search.schema.ts'
import { sizesAsked } from './size-filter.ts'
import type { Understanding } from './search.types.ts'

/** Whole units of the search's currency. */
export const PRICE_PRESETS = [
  [0, 50],
  [50, 100],
  [100, 200],
  [200, null],
] as const

const CHILD_SIZE = /^Age |months$|kids/

/** Builds the engine query for an interpreted search. @param rate one unit of the search's currency in US dollars. */
export function engineQuery(asked: Understanding, input: SearchProductsInput, rate: number): EngineQuery {
  const without = (kind: string) =>
    asked.not.flatMap((entry) => (entry.startsWith(`${kind}:`) ? [entry.slice(kind.length + 1)] : [])).filter(Boolean)
  const cents = (minor: number) => Number(toBaseMinor(BigInt(minor), input.currency, rate))
  const bound = (minor: number | undefined) => (minor === undefined ? null : Math.min(2_000_000_000, cents(minor)))
  const unit = unitOf(input.currency)
  return {
    day: dayOf(Date.now()),
    words: asked.words,
    typed: asTyped(asked.words, asked.rest ?? input.q),
    name: asked.said.length ? nameKeyOf(input.q) : '',
    said: asked.said.filter((word) => !asked.words.includes(word)),
    ideas: asked.tags.map((key) => [...ideaTerms(key)]),
    withoutTerms: without('word').flatMap((word) => [...ideaTerms(word)]),
    partnerId: input.partnerId?.toLowerCase() ?? null,
    categories: asked.categories,
    firstCategories: asked.firstCategories,
    childrenLast: input.q !== '' && asked.genders.length === 0 && !asked.sizes.some((size) => CHILD_SIZE.test(size)),
    brands: asked.brands,
    sizes: sizesAsked(asked.sizes),
    colours: asked.colours,
    materials: asked.materials,
    cuts: asked.cuts,
    genders: asked.genders,
    withoutCategories: [...without('category'), ...asked.besides.filter((slug) => !asked.categories.includes(slug))],
    withoutBrands: without('brand'),
    withoutColours: without('colour').flatMap((colour) => colour.toLowerCase()),
    withoutMaterials: without('material'),
    withoutCuts: without('cut'),
    priceMin: bound(asked.priceMinMinor),
    priceMax: bound(asked.priceMaxMinor),
    discountMin: asked.discountMin ?? 0,
    onSale: asked.onSale,
    inStock: asked.inStock,
    looksLike: asked.looksLike ?? null,
    inSize: null,
    priceRanges: PRICE_PRESETS.map(([from, to]) => ({
      from: cents(from * unit),
      to: to === null ? null : cents(to * unit),
    })),
    sort: asked.sort,
    page: input.page,
    pageSize: input.pageSize,
  }
}
