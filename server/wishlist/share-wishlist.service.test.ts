import { describe, expect, test } from 'vitest'
import type { Viewer } from '#server/platform/viewer.ts'
import { createPartner, createProduct, createViewer, createWishes } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { copyShared, getSharedWishlist, getSharing, startSharing, stopSharing } from './share-wishlist.service.ts'
import { listWishlistIds } from './wishlist.service.ts'

const here = useTestDatabase()
const askAs = (viewer: Viewer) => ({ db: here.db, viewer })
const NOT_SHARED = { code: 'not_found', message: 'This wishlist is not shared. Ask its owner for a new link.' }

async function sharedBy(viewer: Viewer, title = ''): Promise<string> {
  return (await startSharing(askAs(viewer), { title })).token!
}
const read = (token: string, viewer: Viewer | null = null, page = 1) =>
  getSharedWishlist({ db: here.db, viewer }, { token, page })
const createProducts = async (count: number) => {
  const { id: partnerId } = await createPartner(here.db)
  const products = []
  for (let index = 0; index < count; index++) products.push(await createProduct(here.db, { partnerId }))
  return products.map(({ id }) => id)
}

describe('sharing a wishlist', () => {
  test('creates one link, which stays the same when the title changes and ends when sharing stops', async () => {
    const viewer = await createViewer(here.db)
    expect(await getSharing(askAs(viewer))).toEqual({ title: '', token: null, sharedAt: null })
    const [first, second] = await Promise.all([sharedBy(viewer, 'One'), sharedBy(viewer, 'Two')])
    expect(first).toMatch(/^[\w-]{22}$/)
    expect(second).toBe(first)
    const renamed = await startSharing(askAs(viewer), { title: 'Three' })
    expect(await getSharing(askAs(viewer))).toEqual(renamed)
    expect(renamed).toEqual({ title: 'Three', token: first, sharedAt: expect.any(Date) as Date })
    expect(await stopSharing(askAs(viewer))).toEqual({ title: 'Three', token: null, sharedAt: null })
    await expect(read(first)).rejects.toMatchObject(NOT_SHARED)
    const again = await sharedBy(viewer, 'Three')
    expect(again).not.toBe(first)
    expect(await read(again)).toMatchObject({ title: 'Three' })
    await expect(read(first)).rejects.toMatchObject(NOT_SHARED)
  })

  test('is visible only to the owner, and only the owner can stop it', async () => {
    const [owner, other] = [await createViewer(here.db), await createViewer(here.db)]
    const token = await sharedBy(owner)
    expect(await getSharing(askAs(other))).toEqual({ title: '', token: null, sharedAt: null })
    await stopSharing(askAs(other))
    expect(await read(token)).toMatchObject({ title: 'A wishlist' })
  })
})

describe('a shared wishlist', () => {
  test('shows listed items, the most wanted first, and nothing about its owner', async () => {
    const owner = await createViewer(here.db, { fullName: 'Ada Secret' })
    const [older, newer, most, hidden, gone] = (await createProducts(5)) as [string, string, string, string, string]
    const said = { note: 'a secret note', addedPriceMinor: 987_654, targetMinor: 123_457 }
    const at = (day: number) => ({ ...said, addedAt: new Date(Date.UTC(2026, 10, day)) })
    await createWishes(here.db, owner.userId, [older], at(2))
    await createWishes(here.db, owner.userId, [newer], at(3))
    await createWishes(here.db, owner.userId, [most], { ...at(1), priority: 5, size: 'UK 12' })
    await createWishes(here.db, owner.userId, [hidden, gone], at(4))
    await here.db.product.update({ where: { id: hidden }, data: { status: 'draft' } })
    await here.db.product.delete({ where: { id: gone } })
    const token = await sharedBy(owner)
    const shared = await read(token)
    expect(shared).toMatchObject({ title: 'A wishlist', isOwn: false, total: 3, page: 1, totalPages: 1 })
    expect(shared.items.map(({ card, priority, size }) => [card.id, priority, size])).toEqual([
      [most, 5, 'UK 12'],
      [newer, 3, null],
      [older, 3, null],
    ])
    expect(Object.keys(shared.items[0]!).toSorted()).toEqual(['card', 'priority', 'size'])
    const text = JSON.stringify(shared)
    for (const secret of ['Ada', 'secret', owner.email, owner.userId, '987654', '123457', hidden, gone, token])
      expect(text).not.toContain(secret)
    expect(await read(token, owner)).toMatchObject({ isOwn: true })
    expect(await read(token, await createViewer(here.db))).toMatchObject({ isOwn: false })
  })

  test('has pages of 48', async () => {
    const owner = await createViewer(here.db)
    await createWishes(here.db, owner.userId, await createProducts(50))
    const token = await sharedBy(owner)
    const pages = [await read(token), await read(token, null, 2), await read(token, null, 9)]
    expect(pages.map(({ page, totalPages, total, items }) => [page, totalPages, total, items.length])).toEqual([
      [1, 2, 50, 48],
      [2, 2, 50, 2],
      [2, 2, 50, 2],
    ])
  })

  test.each(['', 'junk', '\0', "'; DROP TABLE users; --", 'a'.repeat(22), 'a'.repeat(100_000), 'null'])(
    'is not found for %j',
    async (token) => {
      const owner = await createViewer(here.db)
      await sharedBy(owner)
      await stopSharing(askAs(owner))
      await expect(read(token.slice(0, 100_000))).rejects.toMatchObject(NOT_SHARED)
      await expect(copyShared(askAs(owner), token)).rejects.toMatchObject(NOT_SHARED)
    },
  )

  test('is not found while the account of its owner is closed', async () => {
    const owner = await createViewer(here.db)
    const token = await sharedBy(owner)
    await here.db.user.update({ where: { id: owner.userId }, data: { deletionRequestedAt: new Date() } })
    await expect(read(token)).rejects.toMatchObject(NOT_SHARED)
  })
})

describe('saving all items of a shared wishlist', () => {
  test('adds listed products that are not saved yet, as new items', async () => {
    const [owner, viewer] = [await createViewer(here.db), await createViewer(here.db)]
    const [first, second, hidden] = (await createProducts(3)) as [string, string, string]
    const day = (n: number) => new Date(Date.UTC(2026, 10, n))
    await createWishes(here.db, owner.userId, [first], { note: 'mine', priority: 5, addedAt: day(2) })
    await createWishes(here.db, owner.userId, [second], { addedAt: day(1) })
    await createWishes(here.db, owner.userId, [hidden])
    await here.db.product.update({ where: { id: hidden }, data: { status: 'draft' } })
    const token = await sharedBy(owner)
    expect(await copyShared(askAs(viewer), token)).toEqual({ added: 2, message: 'Added 2 items to wishlist' })
    expect(await listWishlistIds(askAs(viewer))).toEqual([first, second])
    expect(await here.db.wishlistItem.findMany({ where: { userId: viewer.userId } })).toMatchObject([
      { note: '', priority: 3 },
      { note: '', priority: 3 },
    ])
    expect(await copyShared(askAs(viewer), token)).toEqual({ added: 0, message: 'All items already in wishlist' })
    await expect(copyShared(askAs(owner), token)).rejects.toMatchObject({ code: 'bad_input' })
  })
})
