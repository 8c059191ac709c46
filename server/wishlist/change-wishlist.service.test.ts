import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createProduct, createViewer, createWishes } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { addWishes, clearWishlist, removeWishes, undoRemoval, updateWish } from './change-wishlist.service.ts'
import { listWishlist } from './list-wishlist.service.ts'
import { MAX_WISHES, updateWishInput, wishlistInput } from './wishlist.schema.ts'
import { addToWishlist, listWishlistIds } from './wishlist.service.ts'

const here = useTestDatabase()

async function createList(count: number) {
  const viewer = await createViewer(here.db)
  const { id: partnerId } = await createPartner(here.db)
  const products = []
  for (let index = 0; index < count; index++)
    products.push(await createProduct(here.db, { partnerId, variants: [{ size: 'S' }, { size: 'M' }] }))
  const items = []
  for (const { id } of products) items.push(...(await createWishes(here.db, viewer.userId, [id])))
  return { viewer, ask: { db: here.db, viewer }, products, items, ids: items.map(({ id }) => id) }
}

describe('the details of a wishlist item', () => {
  test('are saved, and missing fields stay unchanged', async () => {
    const { ask, ids } = await createList(1)
    const [itemId] = ids as [string]
    await updateWish(ask, { itemId, note: 'Blue', priority: 5 })
    await updateWish(ask, { itemId, size: 'M', targetMinor: 4_000 })
    await updateWish(ask, { itemId, dropPercent: 20, watchesStock: false })
    const { items } = await listWishlist(ask, wishlistInput.parse({}))
    expect(items[0]).toMatchObject({
      note: 'Blue',
      priority: 5,
      size: 'M',
      targetMinor: 4_000,
      dropPercent: 20,
      watchesStock: false,
    })
  })

  test('are rejected for items of other people, unknown items and sizes that do not exist', async () => {
    const { ask, ids } = await createList(1)
    const other = await createViewer(here.db)
    const notFound = { code: 'not_found', message: 'Item not found in wishlist' }
    await expect(updateWish({ db: here.db, viewer: other }, { itemId: ids[0]!, note: 'x' })).rejects.toMatchObject(
      notFound,
    )
    await expect(updateWish(ask, { itemId: newId(), note: 'x' })).rejects.toMatchObject(notFound)
    await expect(updateWish(ask, { itemId: ids[0]!, size: 'XXL' })).rejects.toMatchObject({ code: 'bad_input' })
  })

  test('cause no alert if the target is not below the current price', async () => {
    const { ask, ids } = await createList(1)
    const read = async () => (await here.db.wishlistItem.findUniqueOrThrow({ where: { id: ids[0]! } })).wasBelowTarget
    await updateWish(ask, { itemId: ids[0]!, targetMinor: 5_000 })
    expect(await read()).toBe(true)
    await updateWish(ask, { itemId: ids[0]!, targetMinor: 4_999 })
    expect(await read()).toBe(false)
  })

  test('keep the target in the currency that the product had, and hide it in any other currency', async () => {
    const { ask, ids, products } = await createList(1)
    const [itemId] = ids as [string]
    const become = (currency: string) =>
      here.db.product.update({ where: { id: products[0]!.id }, data: { currency, priceMinor: 5_000 } })
    const shown = async () => (await listWishlist(ask, wishlistInput.parse({}))).items[0]?.targetMinor
    const kept = () =>
      here.db.wishlistItem.findUniqueOrThrow({
        where: { id: itemId },
        select: { targetMinor: true, targetCurrency: true, wasBelowTarget: true },
      })
    await updateWish(ask, { itemId, targetMinor: 4_000 })
    await become('EUR')
    expect(await shown()).toBeNull()
    await updateWish(ask, { itemId, note: 'Blue' })
    expect(await kept()).toEqual({ targetMinor: 4_000, targetCurrency: 'USD', wasBelowTarget: false })
    await become('USD')
    expect(await shown()).toBe(4_000)
    await become('EUR')
    await here.db.product.update({ where: { id: products[0]!.id }, data: { priceMinor: 3_000 } })
    await updateWish(ask, { itemId, targetMinor: 4_000 })
    expect(await kept()).toEqual({ targetMinor: 4_000, targetCurrency: 'EUR', wasBelowTarget: true })
    await updateWish(ask, { itemId, targetMinor: null })
    expect(await kept()).toEqual({ targetMinor: null, targetCurrency: null, wasBelowTarget: false })
  })

  test.each([
    [{ priority: 0 }],
    [{ priority: 6 }],
    [{ priority: 2.5 }],
    [{ note: 'x'.repeat(501) }],
    [{ targetMinor: 0 }],
    [{ targetMinor: 3_000_000_000 }],
    [{ dropPercent: 96 }],
    [{ itemId: 'junk' }],
    [{ size: 'M\0' }],
  ])('are rejected: %j', (given) =>
    expect(updateWishInput.safeParse({ itemId: newId(), ...given }).success).toBe(false),
  )

  test('keep the lines of a note, without characters that cannot be stored', () => {
    expect(updateWishInput.parse({ itemId: newId(), note: ' a\r\nb\0c\td ' }).note).toBe('a\nb c d')
  })
})

describe('removing several wishlist items', () => {
  test('removes only items of the viewer, and restores them with their details and positions', async () => {
    const { viewer, ask, ids } = await createList(3)
    const { ids: foreign } = await createList(1)
    await updateWish(ask, { itemId: ids[0]!, note: 'Blue' })
    const before = await listWishlist(ask, wishlistInput.parse({}))
    const removal = await removeWishes(ask, [ids[0]!, ids[2]!, foreign[0]!, newId()])
    expect(removal).toMatchObject({ removed: 2, message: 'Removed 2 items from wishlist' })
    const between = await listWishlist(ask, wishlistInput.parse({}))
    expect(between).toMatchObject({ found: 1, removal: { batchId: removal.batchId, count: 2 } })
    const other = await createViewer(here.db)
    await expect(undoRemoval({ db: here.db, viewer: other }, removal.batchId)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await undoRemoval(ask, removal.batchId)).toEqual({ broughtBack: 2, message: 'Added 2 items to wishlist' })
    expect(await listWishlist(ask, wishlistInput.parse({}))).toEqual(before)
    await expect(undoRemoval(ask, removal.batchId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await here.db.wishlistItem.count({ where: { id: foreign[0]! } })).toBe(1)
    expect(await removeWishes({ db: here.db, viewer }, [newId()])).toMatchObject({
      removed: 0,
      message: 'Item not found in wishlist',
    })
  })

  test('clears everything, including deleted products, and restores all products that still exist', async () => {
    const { ask, products, ids } = await createList(3)
    await here.db.product.delete({ where: { id: products[0]!.id } })
    const { batchId, ...answer } = await clearWishlist(ask)
    expect(answer).toEqual({ removed: 3, message: 'Wishlist cleared' })
    expect(await listWishlistIds(ask)).toEqual([])
    await here.db.product.delete({ where: { id: products[1]!.id } })
    await addToWishlist(ask, products[2]!.id)
    expect(await undoRemoval(ask, batchId)).toMatchObject({ broughtBack: 1 })
    expect(await listWishlistIds(ask)).toEqual([products[2]!.id, ids[0]])
  })

  test('does not restore deleted products, and says that there is nothing to restore', async () => {
    const { ask, products, ids } = await createList(1)
    const { batchId } = await removeWishes(ask, ids)
    await here.db.product.delete({ where: { id: products[0]!.id } })
    expect((await listWishlist(ask, wishlistInput.parse({}))).removal).toBeNull()
    await expect(undoRemoval(ask, batchId)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is nothing to restore.',
    })
  })

  test('keeps the newest 2,000 removed items', async () => {
    const { viewer, ask, ids } = await createList(1)
    await here.db.removedWish.createMany({
      data: Array.from({ length: MAX_WISHES + 5 }, () => ({
        id: newId(),
        userId: viewer.userId,
        productId: newId(),
        batchId: newId(),
        item: {},
        removedAt: new Date(Date.now() - 60_000),
      })),
    })
    const { batchId } = await removeWishes(ask, ids)
    const kept = await here.db.removedWish.findMany({ where: { userId: viewer.userId } })
    expect([kept.length, kept.filter((removed) => removed.batchId === batchId).length]).toEqual([MAX_WISHES, 1])
  })

  test('restores items up to the limit of the list', async () => {
    const { viewer, ask, ids } = await createList(2)
    const { batchId } = await removeWishes(ask, ids)
    await here.db.wishlistItem.createMany({
      data: Array.from({ length: MAX_WISHES - 1 }, () => ({
        userId: viewer.userId,
        addedPriceMinor: 1,
        addedCurrency: 'USD',
      })),
    })
    expect(await undoRemoval(ask, batchId)).toEqual({
      broughtBack: 1,
      message: expect.stringMatching(/^Added 1 item to wishlist\. Your wishlist is full/),
    })
    await expect(undoRemoval(ask, batchId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('full'),
    })
  })
})

describe('adding several wishlist items', () => {
  test('reports items as added, not found or already there', async () => {
    const viewer = await createViewer(here.db)
    const ask = { db: here.db, viewer }
    const { products } = await createList(3)
    const [first, second, third] = products.map(({ id }) => id) as [string, string, string]
    await here.db.product.update({ where: { id: third }, data: { status: 'draft' } })
    expect(await addWishes(ask, [first, first.toUpperCase(), second])).toEqual({
      added: 2,
      notFound: 0,
      message: 'Added 2 items to wishlist',
    })
    expect(await addWishes(ask, [first, second])).toMatchObject({ added: 0, message: 'All items already in wishlist' })
    expect(await addWishes(ask, [first, third, 'junk', newId()])).toEqual({
      added: 0,
      notFound: 3,
      message: '3 products not found, others already in wishlist',
    })
    const { products: more } = await createList(1)
    expect(await addWishes(ask, [more[0]!.id, third])).toEqual({
      added: 1,
      notFound: 1,
      message: 'Added 1 item to wishlist. 1 product not found.',
    })
    expect(await addWishes(ask, ['junk'])).toMatchObject({ added: 0, notFound: 1 })
  })

  test('adds items up to the limit of the list', async () => {
    const viewer = await createViewer(here.db)
    const ask = { db: here.db, viewer }
    const { products } = await createList(3)
    await here.db.wishlistItem.createMany({
      data: Array.from({ length: MAX_WISHES - 1 }, () => ({
        userId: viewer.userId,
        addedPriceMinor: 1,
        addedCurrency: 'USD',
      })),
    })
    const ids = products.map(({ id }) => id)
    expect(await addWishes(ask, ids)).toMatchObject({ added: 1, message: expect.stringContaining('wishlist is full') })
    expect(await listWishlistIds(ask)).toContain(ids[0])
    await expect(addWishes(ask, ids)).rejects.toMatchObject({ code: 'conflict' })
  })
})
