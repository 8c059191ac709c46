import { beforeEach, describe, expect, test } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { BLUE_DRESS, showDrawing } from '#tests/setup/appearances.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { findOtherStores, listOffers } from './list-offers.service.ts'
import { matchAllAnew, matchChanged } from './match-changed.ts'
import { matchProducts } from './match-products.ts'

const here = useTestDatabase()
const NOW = new Date('2026-11-26T03:00:00Z')
const [GTIN, OTHER_GTIN, THIRD_GTIN] = ['5012345000015', '5012345000022', '5012345000039']
let category: { id: string }
let stores: Array<{ id: string }>

beforeEach(async () => {
  await here.db.product.deleteMany()
  category = await createCategory(here.db, { sortOrder: 9_000 })
  stores = await Promise.all([1, 2, 3].map(() => createPartner(here.db)))
})

type Given = Partial<Parameters<typeof createProduct>[1]>
/** Creates the same coat in one of the stores. */
const coat = (store: number, given: Given = {}) =>
  createProduct(here.db, {
    partnerId: stores[store]!.id,
    brandName: 'Tarnwick',
    name: 'Tarnwick alder wool coat',
    categoryId: category.id,
    gender: 'women',
    ...given,
  })
const match = async (...products: Array<{ id: string }>) =>
  matchProducts(
    here.db,
    products.map(({ id }) => id),
    NOW,
  )
const ways = async () =>
  (await here.db.itemMatch.findMany({ orderBy: { matchedAt: 'asc' } })).map(({ way, evidence }) =>
    `${way} ${evidence}`.trim(),
  )
const namesOf = async (id: string) => (await listOffers(here.db, id)).offers.map(({ partner }) => partner.id)

describe('matching by GTIN', () => {
  test('matches products of different stores under any name, in 12, 13 or 14 digits', async () => {
    const one = await coat(0, { variants: [{ gtin: '614141000036' }, { gtin: OTHER_GTIN }] })
    const other = await coat(1, { brandName: 'TARNWICK Ltd', name: 'Coat', variants: [{ gtin: '00614141000036' }] })
    const third = await coat(1, { name: 'Third', variants: [{ gtin: THIRD_GTIN }] })
    expect(await match(one, other, third)).toBe(1)
    expect(await ways()).toEqual(['gtin 00614141000036'])
    expect(await findOtherStores(here.db, one.id)).toEqual({
      stores: 1,
      isSure: true,
      fromMinor: 5_000,
      currency: 'USD',
      productIds: [other.id],
    })
  })

  test('ignores a GTIN that a store uses for more than three products, for that store only', async () => {
    const honest = await coat(2, { variants: [{ gtin: GTIN }] })
    const one = await coat(0, { variants: [{ gtin: GTIN }] })
    const others = [await coat(1, { name: 'First', variants: [{ gtin: GTIN }] })]
    await match(one, honest, ...others)
    expect(await ways()).toHaveLength(3)
    for (const name of ['Second', 'Third', 'Fourth']) others.push(await coat(1, { name, variants: [{ gtin: GTIN }] }))
    await match(...others.slice(1, 3))
    expect(await ways()).toHaveLength(7)
    await match(others.at(-1)!)
    expect(await ways()).toHaveLength(1)
    expect(await namesOf(one.id)).toEqual([stores[0]!.id, stores[2]!.id])
  })

  test('ignores unapproved stores, products that were taken down and other kinds of items', async () => {
    const one = await coat(0, { variants: [{ gtin: GTIN }] })
    const pending = await createPartner(here.db, { verificationStatus: 'pending' })
    const others = [
      await coat(1, { takenDownAt: new Date(), variants: [{ gtin: GTIN }] }),
      await createProduct(here.db, {
        partnerId: pending.id,
        name: 'Coat',
        categoryId: category.id,
        variants: [{ gtin: GTIN }],
      }),
      await coat(2, {
        name: 'Silver ring',
        categoryId: (await createCategory(here.db, { sortOrder: 9_000 })).id,
        variants: [{ gtin: GTIN }],
      }),
    ]
    expect(await match(one, ...others)).toBe(0)
  })

  test('lists sold-out and suspiciously cheap products last, with at most two offers per store', async () => {
    const one = await coat(0, { variants: [{ gtin: GTIN, priceMinor: 10_000 }] })
    const soldOut = await coat(1, { name: 'Coat, gone', variants: [{ gtin: GTIN, priceMinor: 6_000, stock: 0 }] })
    const bait = await coat(1, { name: 'Coat, bait', variants: [{ gtin: GTIN, priceMinor: 100 }] })
    const fair = await coat(1, { name: 'Coat, fair', variants: [{ gtin: GTIN, priceMinor: 9_000 }] })
    await match(one, soldOut, bait, fair)
    expect(await findOtherStores(here.db, one.id)).toMatchObject({ stores: 1, fromMinor: 9_000, productIds: [fair.id] })
    expect((await listOffers(here.db, one.id)).offers.map(({ productId }) => productId)).toEqual([
      bait.id,
      fair.id,
      one.id,
    ])
    await here.db.product.delete({ where: { id: fair.id } })
    expect((await listOffers(here.db, one.id)).offers.map(({ productId }) => productId)).toEqual([
      bait.id,
      one.id,
      soldOut.id,
    ])
  })

  test('never matches two products of one store', async () => {
    expect(
      await match(await coat(0, { variants: [{ gtin: GTIN }] }), await coat(0, { variants: [{ gtin: GTIN }] })),
    ).toBe(0)
  })
})

describe('matching by brand and style number', () => {
  test('matches any spelling, but not another brand, audience or kind of item', async () => {
    const one = await coat(0, { variants: [{ sku: 'TW-4471-BLK' }] })
    const other = await coat(1, { name: 'Alder coat', variants: [{ sku: 'tw 4471 blk' }] })
    expect(await match(one, other)).toBe(1)
    expect(['style TW-4471-BLK', 'style tw 4471 blk']).toContain((await ways())[0])
    const elsewhere = await createCategory(here.db, { sortOrder: 9_000 })
    const others = [
      await coat(2, { brandName: 'Other label', variants: [{ sku: 'TW-4471-BLK' }] }),
      await coat(2, { gender: 'men', variants: [{ sku: 'TW-4471-BLK' }] }),
      await coat(2, { name: 'Silver ring', categoryId: elsewhere.id, variants: [{ sku: 'TW-4471-BLK' }] }),
    ]
    expect(await match(one, other, ...others)).toBe(1)
  })

  test('ignores a sequential number', async () => {
    expect(
      await match(
        await coat(0, { variants: [{ sku: 'SKU-100234' }] }),
        await coat(1, { name: 'X', variants: [{ sku: 'SKU-100234' }] }),
      ),
    ).toBe(0)
  })
})

describe('matching by brand, name and look', () => {
  const dress = async (store: number, given: Given = {}, spec = BLUE_DRESS) => {
    const product = await coat(store, { name: 'Lune wrap dress', ...given })
    await showDrawing(here.db, product.id, spec)
    return product
  }

  test('matches the same image with the same words in any order', async () => {
    const one = await dress(0)
    const other = await dress(1, { name: 'Wrap dress LUNE by Tarnwick' })
    expect(await match(one, other)).toBe(1)
    expect(await here.db.itemMatch.findFirst()).toMatchObject({ way: 'look', evidence: '', away: 0 })
    expect(await findOtherStores(here.db, other.id)).toMatchObject({ stores: 1, isSure: false })
  })

  test('requires the same colour, cut, brand, category, audience and name, an image, and no conflicting GTINs', async () => {
    const others = [
      await dress(1, {}, { ...BLUE_DRESS, colour: '#7a1f2b' }),
      await dress(2, {}, { ...BLUE_DRESS, kind: 'maxi-dress' }),
      await dress(2, { brandName: 'Other label' }),
      await dress(2, { categoryId: (await createCategory(here.db, { sortOrder: 9_000 })).id }),
      await dress(2, { gender: 'men' }),
      await dress(2, { name: 'Lune maxi dress' }),
      await coat(2, { name: 'Lune wrap dress' }),
    ]
    expect(await match(await dress(0), ...others)).toBe(0)
    const numbered = await dress(1, { name: 'Selene wrap dress', variants: [{ gtin: GTIN }] })
    const otherNumber = await dress(2, { name: 'Selene wrap dress', variants: [{ gtin: OTHER_GTIN }] })
    expect(await match(numbered, otherNumber)).toBe(0)
    const without = await dress(0, { name: 'Selene wrap dress' })
    expect(await match(without)).toBe(2)
  })

  test('does not add a product that resembles only one of two matched products', async () => {
    const sure = await coat(0, { name: 'Something else', variants: [{ gtin: GTIN }] })
    const middle = await dress(1, { variants: [{ gtin: GTIN }] })
    const weak = await dress(2)
    await match(sure, middle, weak)
    expect((await ways()).sort()).toEqual([`gtin 0${GTIN}`, 'look'])
    expect(await namesOf(sure.id)).toHaveLength(2)
    expect(await namesOf(middle.id)).toHaveLength(3)
  })
})

describe('matching products again', () => {
  test('does not rewrite valid matches, and removes matches that no longer hold', async () => {
    const [one, other] = [await coat(0, { variants: [{ gtin: GTIN }] }), await coat(1, { variants: [{ gtin: GTIN }] })]
    await match(one, other)
    await matchProducts(here.db, [other.id], new Date('2026-12-01T00:00:00Z'))
    expect((await here.db.itemMatch.findFirstOrThrow()).matchedAt).toEqual(NOW)
    await here.db.productVariant.updateMany({ where: { productId: other.id }, data: { gtin: THIRD_GTIN } })
    await match(other)
    expect(await ways()).toEqual([])
  })

  test('removes the matches and keys of an archived product', async () => {
    const [one, other] = [await coat(0, { variants: [{ gtin: GTIN }] }), await coat(1, { variants: [{ gtin: GTIN }] })]
    await match(one, other)
    await here.db.product.update({ where: { id: other.id }, data: { status: 'archived' } })
    await match(other)
    expect(await ways()).toEqual([])
    expect(await here.db.itemKeys.count()).toBe(1)
  })
})

describe('the matching job', () => {
  const run = () => matchChanged(here.db, here.url, NOW)

  test('matches all products at first, then changed ones, and all again on request', async () => {
    const one = await coat(0, { variants: [{ gtin: GTIN }] })
    await here.db.matchProgress.deleteMany()
    expect(await run()).toBe(1)
    expect(await here.db.matchProgress.findFirst()).toMatchObject({ passAfter: null })
    await coat(1, { variants: [{ gtin: GTIN }] })
    await run()
    expect(await ways()).toHaveLength(1)
    await here.db.itemMatch.deleteMany()
    await here.db.$executeRaw`DELETE FROM product_changes`
    expect(await run()).toBe(0)
    await matchAllAnew(here.db)
    expect(await run()).toBe(2)
    expect(await ways()).toHaveLength(1)
    expect(await findOtherStores(here.db, one.id)).toMatchObject({ stores: 1 })
  })

  test('resumes an interrupted pass, and starts a new one after a change without a list of products', async () => {
    await coat(0)
    await run()
    const stopped = new AbortController()
    stopped.abort()
    await matchAllAnew(here.db)
    expect(await matchChanged(here.db, here.url, NOW, stopped.signal)).toBe(0)
    expect((await here.db.matchProgress.findFirst())?.passAfter).not.toBeNull()
    await run()
    expect((await here.db.matchProgress.findFirst())?.passAfter).toBeNull()
    await here.db.$executeRaw`DELETE FROM product_changes`
    await here.db.$executeRaw`INSERT INTO product_changes (kind) VALUES ('parts')`
    expect(await run()).toBe(1)
  })
})
