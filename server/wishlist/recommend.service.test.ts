import { describe, expect, test } from 'vitest'
import { createCategory, createPartner, createProduct, createViewer, createWishes } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { removeWishes } from './change-wishlist.service.ts'
import { recommend } from './recommend.service.ts'

const here = useTestDatabase()

type Given = Partial<Parameters<typeof createProduct>[1]>
const partner = async (businessName: string) => (await createPartner(here.db, { businessName })).id
const category = async (name: string) => (await createCategory(here.db, { name })).id
const create = (partnerId: string, given: Given = {}) => createProduct(here.db, { partnerId, ...given })
const costing = (priceMinor: number, colourName?: string) => ({
  variants: [{ priceMinor, ...(colourName && { colourName }) }],
})

/** Creates a shopper who has saved these products. */
async function wisher(productIds: string[]) {
  const viewer = await createViewer(here.db)
  const wishes = await createWishes(here.db, viewer.userId, productIds)
  const ask = { db: here.db, viewer }
  const reasons = async () => new Map((await recommend(ask)).map(({ card, reason }) => [card.id, reason]))
  return { ask, wishes, reasons }
}

// The tests share a database, so each identifies its products by the items that its shopper has saved.
describe('recommendations', () => {
  test('are empty for an empty wishlist', async () => {
    await create(await partner('Nobody'))
    expect(await recommend((await wisher([])).ask)).toEqual([])
  })

  test('show the strongest applicable reason, in a stable order', async () => {
    const [coats, knitwear, hats] = [
      await category('Long coats'),
      await category('Alpaca knitwear'),
      await category('Hats'),
    ]
    const [mine, other, third] = [
      await partner('Maison Mine'),
      await partner('Maison Other'),
      await partner('Maison Third'),
    ]
    const saved = [
      await create(mine, { ...costing(20_000, 'Sage green'), categoryId: coats }),
      await create(other, { ...costing(21_000, 'Sage green'), categoryId: coats }),
      await create(third, { ...costing(19_000, 'Sage green'), categoryId: coats }),
      await create(third, { ...costing(90_000), categoryId: knitwear }),
    ]
    const elsewhere = await partner('Maison Elsewhere')
    const coat = await create(elsewhere, { ...costing(500), categoryId: coats })
    const knit = await create(elsewhere, { ...costing(500), categoryId: knitwear })
    const ofBrand = await create(mine, { ...costing(500), categoryId: hats })
    const green = await create(await partner('Maison Green'), { ...costing(500, 'Sage green'), categoryId: hats })
    const priced = await create(await partner('Maison Priced'), { ...costing(20_500), categoryId: hats })
    const { ask, reasons } = await wisher(saved.map(({ id }) => id))
    expect(Object.fromEntries(await reasons())).toMatchObject({
      [coat.id]: 'Because you saved 3 long coats',
      [knit.id]: 'Similar to your saved item in Alpaca knitwear',
      [ofBrand.id]: 'More from Maison Mine',
      [green.id]: 'In sage green, like items you saved',
      [priced.id]: 'In your usual price range',
    })
    const ids = async () => (await recommend(ask)).map(({ card }) => card.id)
    expect(await ids()).toEqual(await ids())
    expect((await ids())[0]).toBe(coat.id)
  })

  test('exclude items that are saved, just removed, unlisted or out of stock', async () => {
    const skirts = await category('Skirts')
    const shop = await partner('Maison Skirts')
    const saved = await create(shop, { categoryId: skirts })
    const removed = await create(shop, { categoryId: skirts })
    const hidden = await create(shop, { categoryId: skirts, status: 'draft' })
    const soldOut = await create(shop, { categoryId: skirts, variants: [{ stock: 0 }] })
    const unknown = await create(shop, { categoryId: skirts, variants: [{ stock: null }] })
    const good = await create(shop, { categoryId: skirts })
    const { ask, wishes, reasons } = await wisher([saved.id, removed.id])
    await removeWishes(ask, [wishes[1]!.id])
    const shown = await reasons()
    expect([...shown.keys()]).toContain(good.id)
    for (const { id } of [saved, removed, hidden, soldOut, unknown]) expect([...shown.keys()]).not.toContain(id)
    await here.db.removedWish.updateMany({ data: { removedAt: new Date(Date.now() - 31 * 86_400_000) } })
    expect([...(await reasons()).keys()]).toContain(removed.id)
  })

  test('include at most ten products, and at most three of a brand', async () => {
    const bags = await category('Bags')
    const shops = [await partner('Bags A'), await partner('Bags B'), await partner('Bags C'), await partner('Bags D')]
    const saved = await create(shops[0]!, { categoryId: bags })
    for (const shop of shops) for (let n = 0; n < 5; n++) await create(shop, { categoryId: bags })
    const shown = await recommend((await wisher([saved.id])).ask)
    expect(shown).toHaveLength(10)
    const brands = Map.groupBy(shown, ({ card }) => card.brand)
    expect(Math.max(...[...brands.values()].map(({ length }) => length))).toBe(3)
    expect(brands.get('Bags A')).toHaveLength(3)
  })

  test('show the other gender last', async () => {
    const shirts = await category('Shirts')
    const [saver, men, women] = [await partner('Shirts S'), await partner('Shirts M'), await partner('Shirts W')]
    const saved = await create(saver, { categoryId: shirts, gender: 'women' })
    const forMen = await create(men, { categoryId: shirts, gender: 'men', popularity: 200 })
    const forWomen = await create(women, { categoryId: shirts, gender: 'women' })
    const ids = [...(await (await wisher([saved.id])).reasons()).keys()]
    expect(ids.filter((id) => [forMen.id, forWomen.id].includes(id))).toEqual([forWomen.id, forMen.id])
  })
})
