import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedCatalogue } from '#demo/seed-catalogue.ts'
import { appearanceBytes, appearanceOf, PLACE } from '#server/media/appearance/appearance-bytes.shared.ts'
import { PATTERNS, writeAppearanceText } from '#server/media/appearance/appearance.schema.ts'
import { RING_COUNT, SHAPE_LENGTH } from '#server/media/appearance/shape.shared.ts'
import { parseSizeOfKind } from '../attributes/size-kinds.ts'
import { sizeKey } from '#server/sizing/sizes.ts'
import type { Count, EngineAnswer, EngineQuery, SizeRule } from '../engine.ts'
import { SORTS } from '../search.schema.ts'
import { SqlEngine } from '../sql-engine.ts'
import { LiveIndex } from './live-index.ts'
import type { ProductIndex } from './product-index.ts'
import { EVERY_PRODUCT } from '#tests/setup/engine-query.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'

const PRODUCTS = 260
const FILTER_SETS = 300

const database = useTestDatabase()
let live: LiveIndex
let sql: SqlEngine
let productNames: string[]
const index = () => live.current as ProductIndex

beforeAll(async () => {
  await seedCatalogue({ databaseUrl: database.url, dataDir: database.dataDir, count: PRODUCTS, seed: 7 })
  // Products that the generator never creates: no category, no gender, unknown stock, long unconfirmed, popular,
  // featured or sold out.
  await database.db
    .$executeRaw`UPDATE products SET category_id = NULL WHERE id IN (SELECT id FROM products ORDER BY id LIMIT 5)`
  await database.db
    .$executeRaw`UPDATE products SET gender = '', stock = NULL, is_in_stock = false, sizes = '{}' WHERE id IN (SELECT id FROM products ORDER BY id OFFSET 5 LIMIT 5)`
  await database.db
    .$executeRaw`UPDATE products SET synced_at = now() - interval '40 days', popularity = 200, is_featured = true WHERE id IN (SELECT id FROM products ORDER BY id OFFSET 10 LIMIT 9)`
  await database.db.$executeRaw`UPDATE products SET popularity = abs(hashtext(id::text)) % 201`
  await database.db.$executeRaw`UPDATE products SET created_at = date_trunc('day', created_at)`
  await database.db
    .$executeRaw`UPDATE partners SET verification_status = 'suspended' WHERE id = (SELECT id FROM partners ORDER BY id LIMIT 1)`
  await database.db.$executeRaw`UPDATE products SET fit_shift = abs(hashtext(id::text)) % 141 - 70`
  await writeAppearances()
  live = new LiveIndex(database.url, {
    onReady: () => undefined,
    onUndescribed: () => undefined,
    onChange: () => undefined,
  })
  live.start()
  await live.catchUp()
  productNames = (await database.db.product.findMany({ select: { nameKey: true } })).map(({ nameKey }) => nameKey)
  sql = new SqlEngine(database.db, (word) => index().terms.nearest(word))
})
afterAll(() => live.stop())

/**
 * Replaces the appearances of drawings, which take a tenth of a second each. These are similar enough that a look finds
 * some.
 */
async function writeAppearances(): Promise<void> {
  const products = await database.db.product.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  const lab = fc.record({
    l: fc.integer({ min: 20, max: 60 }),
    a: fc.integer({ min: -20, max: 20 }),
    b: fc.integer({ min: -20, max: 20 }),
  })
  const picture = fc.record({
    palette: fc.array(
      fc.tuple(lab, fc.double({ min: 0.05, max: 1, noNaN: true })).map(([colour, share]) => ({ ...colour, share })),
      { minLength: 1, maxLength: 5 },
    ),
    pattern: fc.constantFrom(...PATTERNS),
    shape: fc.option(
      fc.array(fc.integer({ min: 100, max: 116 }), { minLength: SHAPE_LENGTH, maxLength: SHAPE_LENGTH }),
    ),
    rings: fc.array(lab, { minLength: RING_COUNT, maxLength: RING_COUNT }),
  })
  const drawn = fc.sample(fc.array(picture, { maxLength: 3 }), { numRuns: products.length, seed: 5 })
  for (const [at, { id }] of products.entries())
    await database.db.product.update({
      where: { id },
      data: {
        appearances: Buffer.concat(
          (drawn[at] ?? []).map((seen, place) => Buffer.from(appearanceBytes(seen).with(PLACE.picture, place))),
        ),
      },
    })
}

const sorted = (counts: Count[]) => counts.map(({ value, count }) => `${value}: ${count}`).sort()
/** Returns an answer without the order of its facets' values, which is not guaranteed. */
const comparable = ({ hits, total, page, facets, asked, isNamedElsewhere, corrections }: EngineAnswer) => ({
  hits,
  total,
  page,
  asked,
  isNamedElsewhere,
  corrections,
  facets: {
    ...facets,
    brands: sorted(facets.brands),
    sizes: sorted(facets.sizes),
    colours: sorted(facets.colours),
    materials: sorted(facets.materials),
    cuts: sorted(facets.cuts),
    genders: sorted(facets.genders),
  },
})

/**
 * Generates filters as shoppers set them, with existing values and a few unknown ones. Each query has at most five of
 * them.
 */
function queries(): fc.Arbitrary<EngineQuery> {
  const { columns, names } = index()
  const few = (values: readonly string[], odd: string) =>
    fc.uniqueArray(fc.constantFrom(...values, odd), { minLength: 1, maxLength: 2 })
  const many = (values: readonly string[], odd: string) =>
    fc.uniqueArray(fc.constantFrom(...values, odd), { minLength: 1, maxLength: Math.ceil(values.length / 2) })
  const word = fc.constantFrom(
    'dress',
    'linen',
    'black',
    'jumper',
    'sweater',
    'trainer',
    'coat',
    'wool',
    'shi',
    'tro',
    'leathre',
    'cottn',
    'blazre',
    'quattuor',
    '%',
    '_',
    "o'",
    'wedding_guest',
    'boot',
    'cut',
    'the',
  )
  const slugs = names.names.categories.map(({ slug }) => slug)
  const brandNames = names.names.brands.flatMap(({ slug, name }) => [slug, name])
  const none: EngineQuery = {
    ...EVERY_PRODUCT,
    priceRanges: [
      { from: 0, to: 5_000 },
      { from: 5_000, to: 10_000 },
      { from: 10_000, to: 20_000 },
      { from: 20_000, to: null },
    ],
  }
  const filters: Array<fc.Arbitrary<Partial<EngineQuery>>> = [
    fc.record({ words: fc.uniqueArray(word, { minLength: 1, maxLength: 2 }) }),
    fc.constantFrom(
      { words: ['drse'], typed: ['drses'] },
      { words: ['coat', 'blac'], typed: ['coats', 'blacs'] },
      { words: ['sandel'], typed: ['sandels'] },
    ),
    fc.record({
      said: fc.uniqueArray(word, { minLength: 1, maxLength: 3 }),
      name: fc.constantFrom('', 'no such', ...productNames),
    }),
    fc.record({
      ideas: fc.constantFrom([['winter', 'wool']], [['wedding_guest', 'occasion'], ['summer']], [['nothing_has_this']]),
    }),
    fc.constant({ childrenLast: true }),
    fc.record({ withoutTerms: few(['wool', 'black', 'striped', 'wedding_guest'], 'zara') }),
    fc.record({ partnerId: fc.constantFrom(...columns.partners.values) }),
    fc.record({ categories: many(slugs, 'no-such') }),
    fc.record({ brands: many(brandNames, 'No Such') }),
    fc.record({ sizes: many(columns.sizes.values, 'UK 99') }),
    fc.record({ colours: many(columns.colours.values, 'octarine') }),
    fc.record({ materials: many(columns.materials.values, 'mithril') }),
    fc.record({ cuts: many(columns.cuts.values, 'sleeve:none') }),
    fc.record({ cuts: few(columns.cuts.values, 'sleeve:none') }),
    fc.record({ cuts: few(columns.cuts.values, 'what:ever') }),
    fc.record({ withoutCuts: few(columns.cuts.values, 'sleeve:none') }),
    fc.record({ genders: many(columns.genders.values.filter(Boolean), 'robots') }),
    fc.record({ categories: few(slugs, 'no-such') }),
    fc.record({ sizes: few(columns.sizes.values, 'UK 99') }),
    fc.record({ colours: few(columns.colours.values, 'octarine') }),
    fc.record({ withoutCategories: few(slugs, 'no-such') }),
    fc.record({ withoutBrands: few(brandNames, 'zara') }),
    fc.record({ withoutColours: few(columns.colours.values, 'octarine') }),
    fc.record({ withoutMaterials: few(columns.materials.values, 'mithril') }),
    fc.record({ priceMin: fc.integer({ min: 0, max: 30_000 }) }),
    fc.record({ priceMax: fc.integer({ min: 0, max: 60_000 }) }),
    fc.record({ discountMin: fc.constantFrom(10, 30) }),
    fc.record({ onSale: fc.constant(true) }),
    fc.record({ inStock: fc.constant(true) }),
    fc.record({ looksLike: fc.constantFrom(...appearances()) }),
    fc.record({ inSize: sizeRules() }),
    fc.record({ looksLike: fc.constantFrom('1f2a44', '8a2f3c-60.f0ece0-20', 'striped', 'c0c0c0.plain') }),
  ]
  return fc
    .tuple(
      fc
        .uniqueArray(fc.nat(filters.length - 1), { maxLength: 5 })
        .chain((chosen) => fc.tuple(...chosen.map((at) => filters[at] as fc.Arbitrary<Partial<EngineQuery>>))),
      fc.record({
        sort: fc.constantFrom(...SORTS),
        page: fc.constantFrom(1, 1, 2, 3, 99),
        pageSize: fc.constantFrom(24, 24, 5, 1),
      }),
    )
    .map(([chosen, shown]) => Object.assign({}, none, ...chosen, shown))
}

/** Generates rules of size tables that some of the catalogue's sellers may have, at every level of the categories. */
function sizeRules(): fc.Arbitrary<SizeRule[]> {
  const { columns, names } = index()
  const sellers = [
    ...new Set(
      Array.from({ length: columns.rows }, (_, row) => `${columns.partner.values[row]} ${columns.brand.values[row]}`),
    ),
  ].map((pair) => pair.split(' ').map(Number) as [number, number])
  const sizes = columns.sizes.values
  const rule = fc
    .record({
      seller: fc.constantFrom(...sellers),
      categoryId: fc.constantFrom(...names.names.categories.map(({ id }) => id)),
      genders: fc.subarray<'women' | 'men' | ''>(['women', 'men', ''], { minLength: 1 }),
      isExact: fc.boolean(),
      place: fc.integer({ min: -100, max: 500 }),
      sizes: fc.array(fc.uniqueArray(fc.constantFrom(...sizes, 'UK 99'), { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 6,
      }),
    })
    .map(({ seller: [partner, brand], ...own }): SizeRule => ({
      ...own,
      partnerId: columns.partners.values[partner] as string,
      brandId: columns.brands.values[brand] as string,
    }))
  return fc.uniqueArray(rule, {
    minLength: 20,
    maxLength: 120,
    selector: ({ partnerId, brandId, categoryId, isExact }) => [partnerId, brandId, categoryId, isExact].join(),
  })
}

/** Returns appearances of catalogue images, as in a search by a photo of them. */
function appearances(): string[] {
  const { columns } = index()
  return Array.from({ length: 40 }, (_, at) => at * 5).flatMap((row) => {
    const own = columns.appearances.of(row)
    return own.length ? [writeAppearanceText(appearanceOf(own.subarray(0, PLACE.bytes)))] : []
  })
}

describe('the index', () => {
  test(`answers ${FILTER_SETS} random sets of filters like plain SQL: IDs, order, total and facets`, async () => {
    let found = 0
    await fc.assert(
      fc.asyncProperty(queries(), async (query) => {
        const answer = index().search(query)
        if (answer.total > 0) found++
        expect(comparable(answer)).toEqual(comparable(await sql.search(query)))
        expect([index().total(query), await sql.total(query)]).toEqual([answer.total, answer.total])
      }),
      { numRuns: FILTER_SETS },
    )
    // Searches without results prove little.
    expect(found).toBeGreaterThan(FILTER_SETS / 5)
  }, 240_000)

  test('fills a short list with the results of separate searches, like plain SQL', async () => {
    const enough = 12
    let added = 0
    await fc.assert(
      fc.asyncProperty(fc.array(queries(), { minLength: 1, maxLength: 4 }), async (several) => {
        const [first, ...others] = several.map((query): EngineQuery => ({ ...query, page: 1, pageSize: enough }))
        const there = index()
          .search(first as EngineQuery)
          .hits.slice(0, 5)
          .map(({ id }) => id)
        const known = new Set(there)
        const wanted: Array<EngineAnswer['hits']> = []
        for (const query of others) {
          if (known.size >= enough) break
          const hits = index()
            .search(query)
            .hits.filter(({ id }) => !known.has(id))
            .slice(0, enough - known.size)
          for (const { id } of hits) known.add(id)
          wanted.push(hits)
        }
        added += known.size - there.length
        expect(await index().fill(others, there, enough)).toEqual(wanted)
        expect(await sql.fill(others, there, enough)).toEqual(wanted)
      }),
      { numRuns: 100 },
    )
    expect(added).toBeGreaterThan(100)
  }, 240_000)

  test('keeps the texts that occur in products, like plain SQL', async () => {
    const names = [...new Set(productNames)].slice(0, 40).map((name) => name.split(' ').filter(Boolean))
    const texts = [...names, ['zzzz'], ['linen', 'zzzz']]
    const occurring = index().keepOccurring(texts, null)
    expect(occurring).toEqual(await sql.keepOccurring(texts, null))
    expect(occurring.length).toBeGreaterThan(0)
    expect(occurring).not.toContainEqual(['zzzz'])
  })

  test('contains the sizes of variants in stock', async () => {
    const products = await database.db.product.findMany({
      select: { sizes: true, variants: { select: { size: true, stock: true } } },
      orderBy: { id: 'asc' },
      skip: 10,
    })
    for (const { sizes, variants } of products) {
      const inStock = new Set(
        variants.flatMap(({ size, stock }) => (size !== null && stock !== null && stock > 0 ? [sizeKey(size)] : [])),
      )
      for (const size of inStock) expect(sizes).toContain(size)
      for (const size of sizes)
        expect(
          parseSizeOfKind(size) !== null ||
            [...inStock].some((own) => own === size || own?.split(/[ /]/).includes(size)),
        ).toBe(true)
    }
  })

  test.each([
    'li',
    'dress',
    'linen dr',
    'oswick',
    'trousers bl',
    'bla',
    'zzzz',
    '%',
    'shirt',
    'black dress',
    'navy coa',
    'men shirt',
  ])('suggests the same as plain SQL for %j', async (text) => {
    const words = text.split(' ')
    expect(index().suggest(words, 4)).toEqual(await sql.suggest(words, 4))
  })

  test('tolerates one typing error in words of five letters or more', () => {
    expect(
      index()
        .suggest(['oswik'], 4)
        .brands.map(({ name }) => name),
    ).toEqual(
      index()
        .suggest(['oswick'], 4)
        .brands.map(({ name }) => name),
    )
    expect(index().suggest(['linne'], 4).productIds).toEqual(index().suggest(['linen'], 4).productIds)
    expect(index().suggest(['drse'], 4, ['drses'])).toEqual(index().suggest(['dress'], 4))
    expect(index().suggest(['lnen'], 4).productIds).toEqual([])
  })
})
