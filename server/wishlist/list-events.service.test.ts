import { expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { createPartner, createPicture, createProduct, createViewer, createWishes } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { removeWishes, undoRemoval } from './change-wishlist.service.ts'
import { countUnseenEvents, listWishlistEvents, markEventsSeen } from './list-events.service.ts'

const here = useTestDatabase()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
const FACTS = { fromMinor: 10_000, toMinor: 8_000, currency: 'USD' }

async function wish() {
  const viewer = await createViewer(here.db)
  const product = await createProduct(here.db, { partnerId: (await createPartner(here.db)).id })
  const [item] = await createWishes(here.db, viewer.userId, [product.id])
  const happened = (given: Partial<Prisma.WishlistEventUncheckedCreateInput> = {}) =>
    here.db.wishlistEvent.create({
      data: { userId: viewer.userId, itemId: item!.id, kind: 'price_drop', facts: FACTS, ...given },
    })
  return { viewer, ask: { db: here.db, viewer }, product, itemId: item!.id, happened }
}

test('lists the events of the last month, newest first', async () => {
  const { ask, product, happened } = await wish()
  await createPicture(here.db, product.id)
  const older = await happened({ happenedAt: daysAgo(29), seenAt: daysAgo(1) })
  const newer = await happened({ kind: 'low_stock', facts: { size: 'M', stock: 2 } })
  await happened({ happenedAt: daysAgo(31) })
  await (await wish()).happened()
  const common = { productId: product.id, productName: product.name, picture: expect.anything() as unknown }
  expect(await listWishlistEvents(ask)).toEqual([
    {
      ...common,
      id: newer.id,
      kind: 'low_stock',
      facts: { size: 'M', stock: 2 },
      happenedAt: newer.happenedAt,
      isNew: true,
    },
    { ...common, id: older.id, kind: 'price_drop', facts: FACTS, happenedAt: older.happenedAt, isNew: false },
  ])
})

test('lists only the newest 50 events', async () => {
  const { ask, happened } = await wish()
  for (let n = 0; n < 52; n++) await happened({ happenedAt: daysAgo(n / 4) })
  const listed = await listWishlistEvents(ask)
  expect(listed).toHaveLength(50)
  expect(listed.at(-1)?.happenedAt.getTime()).toBeGreaterThan(daysAgo(12.5).getTime())
})

test('counts unseen events until they have been seen', async () => {
  const [mine, others] = [await wish(), await wish()]
  await mine.happened()
  await mine.happened()
  await others.happened()
  expect(await countUnseenEvents(mine.ask)).toBe(2)
  await markEventsSeen(mine.ask, new Date())
  expect([await countUnseenEvents(mine.ask), await countUnseenEvents(others.ask)]).toEqual([0, 1])
  expect((await listWishlistEvents(mine.ask)).map(({ isNew }) => isNew)).toEqual([false, false])
})

test('does not list or count events of unlisted products', async () => {
  const { ask, product, happened } = await wish()
  await happened()
  await here.db.product.update({ where: { id: product.id }, data: { status: 'draft' } })
  expect([await listWishlistEvents(ask), await countUnseenEvents(ask)]).toEqual([[], 0])
  await here.db.product.delete({ where: { id: product.id } })
  expect([await listWishlistEvents(ask), await countUnseenEvents(ask)]).toEqual([[], 0])
})

test('does not list, count or mark events of removed items until they are restored', async () => {
  const { ask, itemId, happened } = await wish()
  await happened()
  const { batchId } = await removeWishes(ask, [itemId])
  expect([await listWishlistEvents(ask), await countUnseenEvents(ask)]).toEqual([[], 0])
  await markEventsSeen(ask, new Date())
  await undoRemoval(ask, batchId)
  expect([(await listWishlistEvents(ask)).map(({ isNew }) => isNew), await countUnseenEvents(ask)]).toEqual([[true], 1])
})
