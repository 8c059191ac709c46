import { describe, expect, test } from 'vitest'
import {
  createCategory,
  createPartner,
  createProduct,
  createView,
  createViewer,
  createWishes,
} from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { analyseWishlist } from './wishlist-analytics.service.ts'

const here = useTestDatabase()

/** Creates a shopper, and returns a function that saves products for them. */
async function wisher() {
  const viewer = await createViewer(here.db)
  const { id: partnerId } = await createPartner(here.db)
  const save = async (
    given: Partial<Parameters<typeof createProduct>[1]> = {},
    wish: Parameters<typeof createWishes>[3] = {},
  ) => {
    const product = await createProduct(here.db, { partnerId, brandName: 'Maison X', ...given })
    await createWishes(here.db, viewer.userId, [product.id], wish)
    return product
  }
  return { viewer, save, analyse: () => analyseWishlist({ db: here.db, viewer }) }
}
const costing = (priceMinor: number) => ({ variants: [{ priceMinor }] })

describe('wishlist figures', () => {
  test('are empty for an empty list', async () => {
    const { analyse } = await wisher()
    expect(await analyse()).toEqual({
      summary: { items: 0, brands: 0, totalMinor: 0, averageMinor: 0, currency: 'USD', isConverted: false },
      categories: [],
      brands: [],
      priceRanges: [0, 2_500, 5_000, 10_000, 25_000].map((fromMinor, index, all) => ({
        fromMinor,
        toMinor: all[index + 1] ?? null,
        currency: 'USD',
        count: 0,
      })),
      trending: [],
      recentlyViewed: [],
      priceDrops: { count: 0, savedMinor: 0, currency: 'USD', isConverted: false, biggest: [] },
      stockAlerts: { lowCount: 0, outOfStock: 0, low: [] },
    })
  })

  test('count all items by category and brand, and listed items by price', async () => {
    const { save, analyse } = await wisher()
    const { id: categoryId } = await createCategory(here.db, { name: 'Coats' })
    for (const price of [0, 2_499, 2_500, 4_999, 5_000, 9_999, 10_000, 25_000, 99_900])
      await save({ ...costing(price), categoryId })
    await save({ ...costing(100), status: 'draft', brandName: 'Atelier Y' })
    const { summary, categories, brands, priceRanges } = await analyse()
    expect(categories).toEqual([
      { name: 'Coats', count: 9 },
      { name: 'Uncategorized', count: 1 },
    ])
    expect(brands).toEqual([
      { name: 'Maison X', count: 9 },
      { name: 'Atelier Y', count: 1 },
    ])
    expect(priceRanges.map(({ count }) => count)).toEqual([2, 2, 2, 1, 2])
    expect(summary).toMatchObject({ items: 10, totalMinor: 159_897, averageMinor: 17_766 })
  })

  test('list the most viewed products, and those that this account viewed last', async () => {
    const { viewer, save, analyse } = await wisher()
    const products: Array<{ id: string; partnerId: string }> = []
    for (let popularity = 0; popularity < 7; popularity++) products.push(await save({ popularity }))
    const hidden = await save({ popularity: 200, status: 'draft' })
    const ids = products.map(({ id }) => id)
    const look = (index: number, minute: number) =>
      createView(here.db, products[index]!, {
        userId: viewer.userId,
        viewedAt: new Date(Date.UTC(2026, 10, 1, 0, minute)),
      })
    for (const [index, minute] of [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 6],
      [0, 9],
    ] as const)
      await look(index, minute)
    await createView(here.db, hidden, { userId: viewer.userId })
    await createView(here.db, products[6]!)
    const { trending, recentlyViewed } = await analyse()
    expect(trending.map(({ id }) => id)).toEqual([6, 5, 4, 3, 2].map((index) => ids[index]))
    expect(recentlyViewed.map(({ id }) => id)).toEqual([0, 5, 4, 3, 2].map((index) => ids[index]))
  })

  test('list items that cost less than when they were saved', async () => {
    const { save, analyse } = await wisher()
    const half = await save(costing(5_000), { addedPriceMinor: 10_000 })
    const tenth = await save(costing(9_000), { addedPriceMinor: 10_000 })
    await save(costing(5_000), { addedPriceMinor: 5_000 })
    await save(costing(6_000), { addedPriceMinor: 5_000 })
    // A price that was saved in another currency, and a product that is not for sale.
    await save(costing(5_000), { addedPriceMinor: 10_000, addedCurrency: 'GBP' })
    await save({ ...costing(5_000), status: 'draft' }, { addedPriceMinor: 10_000 })
    expect((await analyse()).priceDrops).toMatchObject({
      count: 2,
      savedMinor: 6_000,
      currency: 'USD',
      isConverted: false,
      biggest: [
        { card: { id: half.id }, fromMinor: 10_000, toMinor: 5_000 },
        { card: { id: tenth.id }, fromMinor: 10_000, toMinor: 9_000 },
      ],
    })
    // A pound is 1.31 dollars until the rates change.
    await save({ ...costing(0), currency: 'GBP' }, { addedPriceMinor: 4_000, addedCurrency: 'GBP' })
    expect((await analyse()).priceDrops).toMatchObject({
      count: 3,
      savedMinor: 11_240,
      currency: 'USD',
      isConverted: true,
      biggest: [{ fromMinor: 4_000, toMinor: 0 }, {}, {}],
    })
  })

  test('list items that are nearly sold out in the chosen size', async () => {
    const { save, analyse } = await wisher()
    const four = await save({ variants: [{ stock: 4 }] })
    const sized = await save(
      {
        variants: [
          { size: 'S', stock: 1 },
          { size: 'M', stock: 50 },
        ],
      },
      { size: 'S' },
    )
    await save(
      {
        variants: [
          { size: 'S', stock: 1 },
          { size: 'M', stock: 50 },
        ],
      },
      { size: 'M' },
    )
    await save({ variants: [{ stock: 5 }] })
    await save({ variants: [{ stock: null }] })
    await save({ variants: [{ stock: 0 }] })
    await save(
      {
        variants: [
          { size: 'S', stock: 0 },
          { size: 'M', stock: 2 },
        ],
      },
      { size: 'S' },
    )
    await save({ variants: [{ stock: 1 }], status: 'draft' })
    expect((await analyse()).stockAlerts).toMatchObject({
      lowCount: 2,
      outOfStock: 2,
      low: [
        { card: { id: sized.id }, size: 'S', stock: 1 },
        { card: { id: four.id }, size: null, stock: 4 },
      ],
    })
  })
})
