import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createProduct, createViewer, createWishes } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { findWishlistEvents } from './judge-wishes.ts'
import { MAX_WISHES } from './wishlist.schema.ts'
import { addToWishlist, listWishlistIds, removeFromWishlist, toggleWishlist } from './wishlist.service.ts'

const here = useTestDatabase()

async function listedProduct() {
  return createProduct(here.db, { partnerId: (await createPartner(here.db)).id })
}

describe('the wishlist', () => {
  test('keeps each product once, the newest first', async () => {
    const viewer = await createViewer(here.db)
    const [first, second] = [await listedProduct(), await listedProduct()]
    expect(await addToWishlist({ db: here.db, viewer }, first.id)).toEqual({
      isInWishlist: true,
      message: 'Added to wishlist',
    })
    expect(await addToWishlist({ db: here.db, viewer }, second.id.toUpperCase())).toEqual({
      isInWishlist: true,
      message: 'Added to wishlist',
    })
    expect(await addToWishlist({ db: here.db, viewer }, first.id)).toEqual({
      isInWishlist: true,
      message: 'Item is already in your wishlist',
    })
    expect(await listWishlistIds({ db: here.db, viewer })).toEqual([second.id, first.id])
  })

  test('has an upper limit, because every page of the shop loads all IDs', async () => {
    const viewer = await createViewer(here.db)
    const { id: partnerId } = await createPartner(here.db)
    const last = await createProduct(here.db, { partnerId })
    const ids = Array.from({ length: MAX_WISHES }, newId)
    const { name, brandId, status, currency, priceMinor, priceMaxMinor, priceBaseMinor, isInStock } = last
    await here.db.product.createMany({
      data: ids.map((id) => ({
        id,
        partnerId,
        handle: id,
        name,
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
    for (const act of [addToWishlist, toggleWishlist])
      await expect(act({ db: here.db, viewer }, last.id)).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('2,000 products'),
      })
    expect(await addToWishlist({ db: here.db, viewer }, ids[0]!)).toMatchObject({
      message: 'Item is already in your wishlist',
    })
    await removeFromWishlist({ db: here.db, viewer }, ids[0]!)
    expect(await toggleWishlist({ db: here.db, viewer }, last.id)).toMatchObject({ isInWishlist: true })
  })

  test('removes a product once', async () => {
    const viewer = await createViewer(here.db)
    const product = await listedProduct()
    await addToWishlist({ db: here.db, viewer }, product.id)
    expect(await removeFromWishlist({ db: here.db, viewer }, product.id)).toEqual({
      isInWishlist: false,
      message: 'Removed from wishlist',
    })
    expect(await removeFromWishlist({ db: here.db, viewer }, product.id)).toEqual({
      isInWishlist: false,
      message: 'Item not found in wishlist',
    })
  })

  test('restores the details of a product that is saved again, and its position if it was just removed', async () => {
    const viewer = await createViewer(here.db)
    const [product, other] = [await listedProduct(), await listedProduct()]
    const addedAt = new Date('2026-01-02T03:04:05Z')
    const said = { note: 'For the wedding', size: 'M', priority: 5, targetMinor: 4_000 }
    await createWishes(here.db, viewer.userId, [product.id], { addedAt, addedPriceMinor: 9_900, ...said })
    await addToWishlist({ db: here.db, viewer }, other.id)
    const read = () =>
      here.db.wishlistItem.findUniqueOrThrow({
        where: { userId_productId: { userId: viewer.userId, productId: product.id } },
      })
    for (const act of [removeFromWishlist, addToWishlist, toggleWishlist, toggleWishlist])
      await act({ db: here.db, viewer }, product.id)
    expect(await read()).toMatchObject({ ...said, addedAt, addedPriceMinor: 9_900 })
    expect(await here.db.removedWish.count({ where: { userId: viewer.userId } })).toBe(0)
    await removeFromWishlist({ db: here.db, viewer }, product.id)
    await here.db.removedWish.updateMany({ data: { removedAt: new Date(Date.now() - 2 * 3600_000) } })
    await addToWishlist({ db: here.db, viewer }, product.id)
    expect(await read()).toMatchObject({ ...said, addedPriceMinor: product.priceMinor })
    expect(await listWishlistIds({ db: here.db, viewer })).toEqual([product.id, other.id])
  })

  test('does not report a target that is already met when its product is saved again', async () => {
    const viewer = await createViewer(here.db)
    const wasBelow = async (targetMinor: number, targetCurrency: string) => {
      const product = await listedProduct()
      await createWishes(here.db, viewer.userId, [product.id], { targetMinor, targetCurrency })
      await removeFromWishlist({ db: here.db, viewer }, product.id)
      await here.db.removedWish.updateMany({ data: { removedAt: new Date(Date.now() - 2 * 3600_000) } })
      await addToWishlist({ db: here.db, viewer }, product.id)
      const { id, ...kept } = await here.db.wishlistItem.findFirstOrThrow({ where: { productId: product.id } })
      expect(kept).toMatchObject({ targetMinor, targetCurrency })
      await findWishlistEvents(here.db, new Date())
      expect(await here.db.wishlistEvent.count({ where: { itemId: id } })).toBe(0)
      return kept.wasBelowTarget
    }
    expect([await wasBelow(5_000, 'USD'), await wasBelow(4_999, 'USD'), await wasBelow(5_000, 'EUR')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('is visible to its owner only', async () => {
    const [owner, other] = [await createViewer(here.db), await createViewer(here.db)]
    const product = await listedProduct()
    await addToWishlist({ db: here.db, viewer: owner }, product.id)
    expect(await listWishlistIds({ db: here.db, viewer: other })).toEqual([])
    expect(await removeFromWishlist({ db: here.db, viewer: other }, product.id)).toMatchObject({
      message: 'Item not found in wishlist',
    })
    expect(await toggleWishlist({ db: here.db, viewer: other }, product.id)).toMatchObject({ isInWishlist: true })
    expect(await listWishlistIds({ db: here.db, viewer: owner })).toEqual([product.id])
  })

  test('adds only listed products, but removes any', async () => {
    const viewer = await createViewer(here.db)
    const pending = await createProduct(here.db, {
      partnerId: (await createPartner(here.db, { verificationStatus: 'pending' })).id,
    })
    const draft = await createProduct(here.db, { partnerId: (await createPartner(here.db)).id, status: 'draft' })
    const archived = await listedProduct()
    await addToWishlist({ db: here.db, viewer }, archived.id)
    await here.db.product.update({ where: { id: archived.id }, data: { status: 'archived' } })
    for (const id of [pending.id, draft.id, crypto.randomUUID(), 'junk', '', '\0', "'; DROP TABLE users; --"]) {
      await expect(addToWishlist({ db: here.db, viewer }, id)).rejects.toMatchObject({
        code: 'not_found',
        message: 'Product not found',
      })
      await expect(toggleWishlist({ db: here.db, viewer }, id)).rejects.toMatchObject({
        code: 'not_found',
        message: 'Product not found',
      })
    }
    expect(await listWishlistIds({ db: here.db, viewer })).toEqual([archived.id])
    expect(await toggleWishlist({ db: here.db, viewer }, archived.id)).toEqual({
      isInWishlist: false,
      message: 'Removed from wishlist',
    })
    expect(await here.db.wishlistItem.count({ where: { userId: viewer.userId } })).toBe(0)
  })

  test.each([63, 64])('has the same result after %i simultaneous toggles as after sequential ones', async (toggles) => {
    const viewer = await createViewer(here.db)
    const product = await listedProduct()
    const answers = await Promise.all(
      Array.from({ length: toggles }, () => toggleWishlist({ db: here.db, viewer }, product.id)),
    )
    expect(answers.filter(({ isInWishlist }) => isInWishlist)).toHaveLength(Math.ceil(toggles / 2))
    expect(await listWishlistIds({ db: here.db, viewer })).toEqual(toggles % 2 ? [product.id] : [])
  })

  test('adds one item for 64 simultaneous requests, and reports it as new in exactly one response', async () => {
    const viewer = await createViewer(here.db)
    const product = await listedProduct()
    const answers = await Promise.all(
      Array.from({ length: 64 }, () => addToWishlist({ db: here.db, viewer }, product.id)),
    )
    expect(answers.filter(({ message }) => message === 'Added to wishlist')).toHaveLength(1)
    expect(await here.db.wishlistItem.count({ where: { userId: viewer.userId } })).toBe(1)
  })

  test('behaves like a set for any sequence of changes', async () => {
    const products = [await listedProduct(), await listedProduct(), await listedProduct()]
    const act = fc.record({
      kind: fc.constantFrom('add' as const, 'remove' as const, 'toggle' as const),
      which: fc.nat(2),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 12 }), async (acts) => {
        const viewer = await createViewer(here.db)
        const expected = new Set<string>()
        for (const { kind, which } of acts) {
          const { id } = products[which]!
          const run = { add: addToWishlist, remove: removeFromWishlist, toggle: toggleWishlist }[kind]
          const { isInWishlist } = await run({ db: here.db, viewer }, id)
          if (kind === 'add' || (kind === 'toggle' && !expected.has(id))) expected.add(id)
          else expected.delete(id)
          expect(isInWishlist).toBe(expected.has(id))
        }
        expect(new Set(await listWishlistIds({ db: here.db, viewer }))).toEqual(expected)
      }),
      { numRuns: 30 },
    )
  })
})
