import type { Ask } from '#server/platform/ask.ts'
import { searchProducts } from '#server/search/search.service.ts'
import { sizeAt, SizeRules } from '#server/search/size-rules.ts'
import type { SearchEngine, SizeRule } from '#server/search/engine.ts'
import { likelihood } from '#server/sizing/advise.schema.ts'
import { UNREVIEWED_ERROR } from '#server/sizing/fit-feedback.schema.ts'
import type { InMySizeInput } from './fitting.schema.ts'
import { getSizeRules, type OwnSizeRule } from './get-size-rules.ts'

/** The time limit for dropping conditions, because each further search sends all rules to the index. */
const RELAXING_MS = 300

/**
 * Returns a page of a search's products that are in stock in the person's size, by each brand's own table and by
 * reviews. Leaves out products without a table. Adds the size to each product, and how certain that size is. Nothing is
 * stored, and the search is not logged.
 */
export async function findInMySize({ db, engine }: Pick<Ask, 'db' | 'engine'>, { sizes, search }: InMySizeInput) {
  const { rules, names } = await getSizeRules(db, sizes)
  const found = await searchProducts(
    { db, engine: withinSize(engine, rules.map(plain)), patienceMs: RELAXING_MS },
    search,
  )
  const all = new SizeRules(rules, names)
  // eslint-disable-next-line house/listed-products -- the search only finds listed products
  const facts = await db.product.findMany({
    where: { id: { in: found.products.map(({ id }) => id) } },
    select: { id: true, partnerId: true, brandId: true, categoryId: true, gender: true, fitShift: true },
  })
  const said = new Map(
    facts.map((product) => {
      const rule = all.ruleFor(product)
      return [product.id, rule && saySize(rule, product.fitShift)]
    }),
  )
  return {
    ...found,
    products: found.products.map((product) => ({
      ...product,
      alike: [said.get(product.id), product.alike].filter(Boolean).join('. ') || null,
    })),
    searchToken: null,
    /** Brands with tables that use at least one of the given measurements. */
    brandsAsked: new Set(rules.map(({ brandId }) => brandId)).size,
  }
}

const plain = ({ partnerId, brandId, categoryId, genders, isExact, place, sizes }: OwnSizeRule): SizeRule => ({
  partnerId,
  brandId,
  categoryId,
  genders,
  isExact,
  place,
  sizes,
})

/** Wraps the engine so that it finds only products in stock in the rules' size. */
const withinSize = (engine: SearchEngine, inSize: readonly SizeRule[]): SearchEngine => ({
  search: (query) => engine.search({ ...query, inSize }),
  total: (query) => engine.total({ ...query, inSize }),
  fill: (queries, there, enough) =>
    engine.fill(
      queries.map((query) => ({ ...query, inSize })),
      there,
      enough,
    ),
  suggest: (words, limit, typed) => engine.suggest(words, limit, typed),
  keepOccurring: (texts, partnerId) => engine.keepOccurring(texts, partnerId),
})

/** Returns a text such as 'Size M, fairly sure'. Its certainty is that of a product without reviews. */
function saySize(rule: OwnSizeRule, fitShift: number): string | null {
  const at = sizeAt(rule, fitShift)
  const label = rule.labels[at]
  if (label === undefined) return null
  const place = (rule.place + fitShift) / 100
  const { sureness, beside } = likelihood(rule.labels.length, place, Math.sqrt(rule.variance + UNREVIEWED_ERROR ** 2))
  const other = rule.labels[beside]
  if (sureness === 'between sizes')
    return other === undefined ? `Size ${label}, not sure` : `Size ${label}, or ${other}`
  return `Size ${label}, ${sureness}`
}
