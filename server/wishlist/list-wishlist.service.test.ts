import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createProduct, createViewer, createWishes } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listWishlist } from './list-wishlist.service.ts'
import { wishlistInput, type WishlistQuery } from './wishlist.schema.ts'

const here = useTestDatabase()

const query = (given: Partial<WishlistQuery> = {}): WishlistQuery => ({ ...wishlistInput.parse({}), ...given })

/** Creates four products of two brands on a viewer's wishlist, saved in this order. */
async function createList() {
  const viewer = await createViewer(here.db)
  const { id: partnerId } = await createPartner(here.db)
  const coat = await createProduct(here.db, {
    partnerId,
    brandName: 'Zora',
    name: 'Élan Coat',
    variants: [
      { size: 'S', priceMinor: 20_000, originalPriceMinor: 25_000, stock: 0 },
      { size: 'M', priceMinor: 20_000, originalPriceMinor: 25_000, stock: 2 },
    ],
  })
  const dress = await createProduct(here.db, { partnerId, brandName: 'Ada', name: 'dress', variants: [{ stock: 0 }] })
  const boots = await createProduct(here.db, {
    partnerId,
    brandName: 'Zora',
    name: 'Boots',
    variants: [{ priceMinor: 10_000, stock: null }],
  })
  const scarf = await createProduct(here.db, { partnerId, brandName: 'Ada', name: 'Scarf' })
  const products = [coat, dress, boots, scarf]
  for (const [index, { id }] of products.entries())
    await createWishes(here.db, viewer.userId, [id], { addedAt: new Date(Date.UTC(2026, 0, index + 1)) })
  const names = async (given: Partial<WishlistQuery>) =>
    (await listWishlist({ db: here.db, viewer }, query(given))).items.map(({ name }) => name)
  return { viewer, products, names }
}

describe('the wishlist page', () => {
  test('has five sort orders', async () => {
    const { names } = await createList()
    expect(await names({})).toEqual(['Scarf', 'Boots', 'dress', 'Élan Coat'])
    expect(await names({ sort: 'price_low' })).toEqual(['Scarf', 'dress', 'Boots', 'Élan Coat'])
    expect(await names({ sort: 'price_high' })).toEqual(['Élan Coat', 'Boots', 'Scarf', 'dress'])
    expect(await names({ sort: 'name' })).toEqual(['Boots', 'dress', 'Élan Coat', 'Scarf'])
    expect(await names({ sort: 'brand' })).toEqual(['dress', 'Scarf', 'Boots', 'Élan Coat'])
  })

  test('filters by sale and stock, where unknown stock is neither in stock nor out of stock', async () => {
    const { names } = await createList()
    expect(await names({ filter: 'on_sale' })).toEqual(['Élan Coat'])
    expect(await names({ filter: 'in_stock' })).toEqual(['Scarf', 'Élan Coat'])
    expect(await names({ filter: 'out_of_stock' })).toEqual(['dress'])
  })

  test('uses the stock of the chosen size', async () => {
    const { viewer, products, names } = await createList()
    await here.db.wishlistItem.updateMany({
      where: { userId: viewer.userId, productId: products[0]!.id },
      data: { size: 'S' },
    })
    expect(await names({ filter: 'in_stock' })).toEqual(['Scarf'])
    expect(await names({ filter: 'out_of_stock' })).toEqual(['dress', 'Élan Coat'])
  })

  test('knows the stock of a size only if all of its variants report it', async () => {
    const viewer = await createViewer(here.db)
    const { id: partnerId } = await createPartner(here.db)
    const stocks = [
      [[null, 0], { stock: null, isInStock: false }],
      [[null, 2], { stock: null, isInStock: true }],
      [[0, 0], { stock: 0, isInStock: false }],
      [[1, 2], { stock: 3, isInStock: true }],
    ] as const
    for (const [[first, second], expected] of stocks) {
      const variants = [
        { size: 'M', stock: first },
        { size: 'M', stock: second },
      ]
      const product = await createProduct(here.db, { partnerId, variants })
      await createWishes(here.db, viewer.userId, [product.id], { size: 'M' })
      const { items } = await listWishlist({ db: here.db, viewer }, query())
      expect(items[0]).toMatchObject({ productId: product.id, ...expected })
    }
  })

  test('finds all words in name, brand and note, in any case and with any accents', async () => {
    const { viewer, products, names } = await createList()
    await here.db.wishlistItem.updateMany({
      where: { userId: viewer.userId, productId: products[3]!.id },
      data: { note: 'For Grandma’s birthday' },
    })
    expect(await names({ q: 'ELAN zora' })).toEqual(['Élan Coat'])
    expect(await names({ q: 'birthday grandma' })).toEqual(['Scarf'])
    expect(await names({ q: 'elan ada' })).toEqual([])
    expect(await names({ q: '%' })).toHaveLength(4)
  })

  test('shows the total value of the list, in the common currency or in dollars', async () => {
    const { viewer } = await createList()
    const page = await listWishlist({ db: here.db, viewer }, query({ filter: 'on_sale' }))
    expect(page).toMatchObject({
      found: 1,
      summary: { items: 4, brands: 2, totalMinor: 40_000, averageMinor: 10_000, currency: 'USD', isConverted: false },
    })
    const pounds = await createProduct(here.db, {
      partnerId: (await createPartner(here.db)).id,
      currency: 'GBP',
      variants: [{ priceMinor: 1_000 }],
      priceBaseMinor: 1_310,
    })
    await createWishes(here.db, viewer.userId, [pounds.id])
    expect((await listWishlist({ db: here.db, viewer }, query())).summary).toMatchObject({
      totalMinor: 41_310,
      averageMinor: 8_262,
      currency: 'USD',
      isConverted: true,
    })
  })

  test('keeps unlisted and deleted products with their last known data', async () => {
    const { viewer, products } = await createList()
    const [coat, dress] = products
    await here.db.product.update({ where: { id: coat!.id }, data: { status: 'archived' } })
    await here.db.product.delete({ where: { id: dress!.id } })
    const { items, summary } = await listWishlist({ db: here.db, viewer }, query({ filter: 'out_of_stock' }))
    expect(items).toMatchObject([
      { productId: null, isListed: false, name: 'dress', brand: 'Ada', priceMinor: 5_000, currency: 'USD', card: null },
      { productId: coat!.id, isListed: false, name: 'Élan Coat', brand: 'Zora', priceMinor: 20_000, card: null },
    ])
    expect(summary).toMatchObject({ items: 4, totalMinor: 15_000, averageMinor: 7_500 })
  })

  test('is paginated, and shows the last page for higher page numbers', async () => {
    const viewer = await createViewer(here.db)
    const { id: partnerId } = await createPartner(here.db)
    const { brandId, status, currency, priceMinor, priceMaxMinor, priceBaseMinor, isInStock } = await createProduct(
      here.db,
      { partnerId },
    )
    const ids = Array.from({ length: 100 }, newId)
    await here.db.product.createMany({
      data: ids.map((id) => ({
        id,
        partnerId,
        handle: id,
        name: id,
        brandId,
        status,
        currency,
        priceMinor,
        priceMaxMinor,
        priceBaseMinor,
        isInStock,
      })),
    })
    await createWishes(here.db, viewer.userId, ids)
    const first = await listWishlist({ db: here.db, viewer }, query())
    const last = await listWishlist({ db: here.db, viewer }, query({ page: 99 }))
    expect([first.items.length, first.totalPages, first.found]).toEqual([48, 3, 100])
    expect([last.page, last.items.length]).toEqual([3, 4])
  })

  test('lists the sizes of a product, and no items of other people', async () => {
    const { viewer, products } = await createList()
    const { items } = await listWishlist({ db: here.db, viewer }, query({ sort: 'price_high' }))
    expect(items[0]).toMatchObject({ sizes: ['S', 'M'], card: { id: products[0]!.id } })
    const other = await createViewer(here.db)
    expect(await listWishlist({ db: here.db, viewer: other }, query())).toMatchObject({
      items: [],
      found: 0,
      summary: { items: 0, brands: 0, totalMinor: 0, averageMinor: 0 },
      removal: null,
    })
  })
})
