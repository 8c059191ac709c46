import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Category, Partner } from '#prisma/generated/client.ts'
import { createCategory, createPartner, createPicture, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listProductsInput, SORTS, type ListProductsInput } from './catalogue.schema.ts'
import { listProducts } from './list-products.ts'
import { toSearchText } from './search-text.ts'
import { toSlug } from './slug.ts'

const test = useTestDatabase()
const list = (input: Partial<ListProductsInput> = {}) => listProducts(test.db, listProductsInput.parse(input))
const idsOf = async (input: Partial<ListProductsInput> = {}) => (await list(input)).products.map(({ id }) => id)

const BRANDS = ['Alder & Ash', 'École Noire', 'ZŁOTO', 'Moss']
const WORDS = ['Red', 'wool', 'Coat', 'été', 'Slim', '501', 'x', 'ÉTÉ', 'linen-blend', 'Ñandú']

/** A product as the recount sees it; everything that listProducts reads stands here once more. */
interface Fact {
  id: string
  name: string
  brand: string
  partner: Partner
  categorySlug: string | null
  status: string
  isFeatured: boolean
  createdAt: Date
  base: number
  price: number
  original: number | null
  isInStock: boolean
  searchText: string
}

const PARENT_OF: Record<string, string | null> = { clothing: null, coats: 'clothing', trench: 'coats', bags: null, hidden: null, below: 'hidden' }
const partners: Partner[] = []
const facts: Fact[] = []

const productPlan = fc.record({
  words: fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
  brand: fc.constantFrom(...BRANDS),
  partner: fc.nat(3),
  category: fc.constantFrom(...Object.keys(PARENT_OF), null),
  status: fc.constantFrom('active' as const, 'active' as const, 'active' as const, 'draft' as const, 'archived' as const),
  isFeatured: fc.boolean(),
  // Few different ones, so that ties are common.
  day: fc.nat(9),
  base: fc.nat(8).map((step) => step * 2_500),
  variants: fc.array(fc.record({ priceMinor: fc.nat(9).map((step) => step * 1_000), originalPriceMinor: fc.option(fc.constantFrom(0, 3_000, 9_000)), stock: fc.option(fc.nat(2)) }), { minLength: 1, maxLength: 3 }),
})

beforeAll(async () => {
  const categories = new Map<string, Category>()
  for (const [slug, parent] of Object.entries(PARENT_OF)) {
    categories.set(slug, await createCategory(test.db, { slug, parentId: parent ? categories.get(parent)?.id : null, isActive: slug !== 'hidden' }))
  }
  for (const verificationStatus of ['approved', 'approved', 'pending', 'suspended'] as const) partners.push(await createPartner(test.db, { verificationStatus }))
  for (const plan of fc.sample(productPlan, { numRuns: 160, seed: 7 })) {
    const partner = partners[plan.partner]!
    const name = plan.words.join(' ')
    const row = await createProduct(test.db, {
      partnerId: partner.id, name, brandName: plan.brand, categoryId: plan.category ? categories.get(plan.category)!.id : null, status: plan.status,
      isFeatured: plan.isFeatured, createdAt: new Date(Date.UTC(2026, 0, 1 + plan.day)), priceBaseMinor: plan.base, variants: plan.variants,
    })
    facts.push({
      id: row.id, name, brand: plan.brand, partner, categorySlug: plan.category, status: plan.status, isFeatured: plan.isFeatured, createdAt: row.createdAt,
      base: plan.base, price: row.priceMinor, original: row.originalPriceMinor, isInStock: row.isInStock, searchText: toSearchText(name, plan.brand),
    })
  }
})

/** The category and all above it, as far as they are active. */
function lineage(slug: string | null): string[] {
  if (slug === null || slug === 'hidden') return []
  return [slug, ...lineage(PARENT_OF[slug] ?? null)]
}

const bytes = (text: string) => Buffer.from(text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()))
const byId = (a: Fact, b: Fact) => (a.id < b.id ? -1 : 1)
const newest = (a: Fact, b: Fact) => b.createdAt.getTime() - a.createdAt.getTime() || byId(b, a)
const ORDER: Record<ListProductsInput['sort'], (a: Fact, b: Fact) => number> = {
  featured: (a, b) => Number(b.isFeatured) - Number(a.isFeatured) || newest(a, b),
  newest,
  price_asc: (a, b) => a.base - b.base || byId(a, b),
  price_desc: (a, b) => b.base - a.base || byId(b, a),
  name_asc: (a, b) => Buffer.compare(bytes(a.name), bytes(b.name)) || byId(a, b),
  name_desc: (a, b) => Buffer.compare(bytes(b.name), bytes(a.name)) || byId(b, a),
}

function recount(input: ListProductsInput): Fact[] {
  const words = toSearchText(input.q).split(' ').filter(Boolean)
  return facts
    .filter((fact) => fact.status === 'active' && fact.partner.verificationStatus === 'approved')
    .filter(() => words.length > 0 || input.q.trim() === '')
    .filter((fact) => words.every((word) => fact.searchText.includes(word)))
    .filter((fact) => input.categories.length === 0 || lineage(fact.categorySlug).some((slug) => input.categories.includes(slug)))
    .filter((fact) => input.brands.length === 0 || input.brands.some((brand) => brand === toSlug(fact.brand) || brand.toLowerCase() === fact.brand.toLowerCase()))
    .filter((fact) => input.partnerId === undefined || fact.partner.id === input.partnerId)
    .filter((fact) => fact.base >= (input.priceMinMinor ?? 0) && fact.base <= (input.priceMaxMinor ?? Infinity))
    .filter((fact) => !input.onSale || (fact.original !== null && fact.original > fact.price))
    .filter((fact) => !input.inStock || fact.isInStock)
    .sort(ORDER[input.sort])
}

async function expectRecount(given: Partial<ListProductsInput>): Promise<void> {
  const input = listProductsInput.parse(given)
  const expected = recount(input)
  const found = await list(input)
  const totalPages = Math.max(1, Math.ceil(expected.length / input.pageSize))
  const page = Math.min(input.page, totalPages)
  expect({ ...found, products: found.products.map(({ id }) => id), brandNames: null }).toEqual({
    products: expected.slice((page - 1) * input.pageSize, page * input.pageSize).map(({ id }) => id), total: expected.length, page, totalPages, brandNames: null,
  })
}

describe('listProducts', () => {
  it.each(SORTS)('lists everything that is listed in the order %s', (sort) => expectRecount({ sort, pageSize: 50 }))

  it.each<Partial<ListProductsInput>>([
    { q: 'COAT red' }, { q: 'ete' }, { q: 'Été' }, { q: 'no such thing' }, { q: '50' }, { q: 'alder' }, { q: "%' OR 1=1 --" }, { q: '%' }, { q: '\u0000' }, { q: '  ' },
    { categories: ['clothing'] }, { categories: ['coats', 'bags'] }, { categories: ['hidden'] }, { categories: ['below'] }, { categories: ['no-such', 'DROP TABLE'] },
    { brands: ['alder-ash'] }, { brands: ['alder & ASH'] }, { brands: ['École Noire'] }, { brands: ['école noire'] }, { brands: ['ZŁOTO', 'moss'] }, { brands: ['nobody'] },
    { priceMinMinor: 5_000 }, { priceMaxMinor: 5_000 }, { priceMinMinor: 5_000, priceMaxMinor: 5_000 }, { onSale: true }, { inStock: true }, { pageSize: 7, page: 3 },
  ])('filters by %j', expectRecount)

  it('agrees with a recount for any combination of filters, orders and pages', async () => {
    const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
    const amount = fc.nat(9).map((step) => step * 2_500)
    const filters = fc.record({
      q: maybe(fc.array(fc.constantFrom(...WORDS, 'ald', 'ete', '%', '_', '\u0000'), { maxLength: 3 }).map((words) => words.join(' '))),
      categories: maybe(fc.subarray([...Object.keys(PARENT_OF), 'none', '\u0000'], { maxLength: 3 })),
      brands: maybe(fc.subarray([...BRANDS, ...BRANDS.map(toSlug), 'none', '\u0000'], { maxLength: 3 })),
      partnerId: maybe(fc.nat(3).map((index) => partners[index]!.id)),
      sort: fc.constantFrom(...SORTS),
      priceMinMinor: maybe(amount), priceMaxMinor: maybe(amount), onSale: maybe(fc.boolean()), inStock: maybe(fc.boolean()),
      page: fc.integer({ min: 1, max: 9 }), pageSize: fc.integer({ min: 1, max: 50 }),
    })
    await fc.assert(fc.asyncProperty(filters, expectRecount), { numRuns: 250 })
  })

  it.each(SORTS)('shows every product on exactly one page in the order %s', async (sort) => {
    const first = await list({ sort, pageSize: 7 })
    const pages = await Promise.all(Array.from({ length: first.totalPages }, (_, index) => idsOf({ sort, pageSize: 7, page: index + 1 })))
    expect(pages.flat()).toEqual(recount(listProductsInput.parse({ sort })).map(({ id }) => id))
  })

  it('shows the last page to whoever asks for a later one, and one empty page when there is nothing', async () => {
    const last = await list({ pageSize: 7, page: 1_000_000 })
    expect(last.page).toBe(last.totalPages)
    expect(last.products.length).toBeGreaterThan(0)
    expect(await list({ q: 'no such thing', page: 5 })).toEqual({ products: [], total: 0, page: 1, totalPages: 1, brandNames: [] })
  })
  it('names the brands asked for, as far as they exist', async () => {
    expect((await list({ brands: ['moss', 'École Noire', 'nobody'] })).brandNames).toEqual(['Moss', 'École Noire'])
  })
  it('gives each card its labels and its first two pictures, the primary one first', async () => {
    const partner = await createPartner(test.db)
    const category = await createCategory(test.db, { name: 'Scarves' })
    const product = await createProduct(test.db, { partnerId: partner.id, categoryId: category.id, brandName: 'Moss', currency: 'GBP', variants: [{ priceMinor: 900, originalPriceMinor: 1_200 }, { priceMinor: 1_500, stock: null }] })
    const bare = await createProduct(test.db, { partnerId: partner.id })
    for (const [position, isPrimary] of [false, false, true].entries()) await createPicture(test.db, product.id, { position, isPrimary, alt: `picture ${position}` })
    await test.db.productImage.create({ data: { productId: bare.id, sourceUrl: 'https://cdn.example/not-fetched.jpg' } })
    const cards = (await list({ partnerId: partner.id, sort: 'price_asc' })).products
    expect(cards.find(({ id }) => id === product.id)).toMatchObject({
      brand: 'Moss', brandSlug: 'moss', category: 'Scarves', currency: 'GBP', priceMinor: 900, priceMaxMinor: 1_500, originalPriceMinor: 1_200, stock: 3, isInStock: true,
      pictures: [{ alt: 'picture 2', width: 1_200, height: 1_500, colour: '#aabbcc' }, { alt: 'picture 0' }],
    })
    expect(cards.find(({ id }) => id === bare.id)).toMatchObject({ pictures: [], category: null })
  })
})
