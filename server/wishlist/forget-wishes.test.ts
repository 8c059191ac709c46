import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createProduct, createUser, createWishes } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { forgetWishes } from './forget-wishes.ts'

const here = useTestDatabase()

test('deletes removed items after 30 days, and events after 90', async () => {
  const { id: userId } = await createUser(here.db)
  const product = await createProduct(here.db, { partnerId: (await createPartner(here.db)).id })
  const [item] = await createWishes(here.db, userId, [product.id])
  const now = new Date()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  for (const days of [29, 31])
    await here.db.removedWish.create({
      data: { id: newId(), userId, batchId: newId(), removedAt: daysAgo(days), item: {} },
    })
  for (const days of [89, 91])
    await here.db.wishlistEvent.create({
      data: { userId, itemId: item!.id, kind: 'price_drop', facts: {}, happenedAt: daysAgo(days) },
    })
  expect(await forgetWishes(here.db, now)).toBe(2)
  expect((await here.db.removedWish.findMany()).map(({ removedAt }) => removedAt)).toEqual([daysAgo(29)])
  expect((await here.db.wishlistEvent.findMany()).map(({ happenedAt }) => happenedAt)).toEqual([daysAgo(89)])
  expect(await here.db.wishlistItem.count()).toBe(1)
})
