import { expect, test } from 'vitest'
import { createPartner, createPicture, createProduct, createViewer, createWishes } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { MAX_LOOKS, getLookbook } from './lookbook.service.ts'

const here = useTestDatabase()

test('starts with the most wanted item, and shows unavailable items with their last price', async () => {
  const { db } = here
  const partner = await createPartner(db, { businessName: 'Moss & Co' })
  const names = ['First', 'Second', 'Wanted', 'Gone']
  const products = []
  for (const name of names)
    products.push(
      await createProduct(db, {
        partnerId: partner.id,
        name,
        variants: [{ priceMinor: 4_500, originalPriceMinor: 6_000 }],
      }),
    )
  const [first, second, wanted, gone] = products
  await createPicture(db, wanted!.id, { isPrimary: true })
  const viewer = await createViewer(db)
  await createWishes(db, (await createViewer(db)).userId, [first!.id])
  await createWishes(db, viewer.userId, [first!.id], { addedAt: new Date('2026-11-01') })
  await createWishes(db, viewer.userId, [second!.id, gone!.id], { addedAt: new Date('2026-11-02') })
  await createWishes(db, viewer.userId, [wanted!.id], {
    priority: 5,
    addedAt: new Date('2026-10-01'),
    size: 'M',
    note: 'For the party',
  })
  await db.product.update({ where: { id: gone!.id }, data: { status: 'draft' } })
  const now = new Date('2026-11-25T20:00:00Z')
  const { looks, total, readAt } = await getLookbook({ db, viewer }, now)
  expect([total, readAt]).toEqual([4, now])
  expect(looks.map(({ name }) => name)).toEqual(['Wanted', ...looks.slice(1, 3).map(({ name }) => name), 'First'])
  expect(looks[0]).toMatchObject({
    store: 'Moss & Co',
    priceMinor: 4_500,
    originalPriceMinor: 6_000,
    size: 'M',
    note: 'For the party',
    productId: wanted!.id,
    picture: { width: 1200 },
  })
  expect(looks.find(({ name }) => name === 'Gone')).toMatchObject({
    productId: null,
    store: null,
    priceMinor: 4_500,
    picture: null,
  })
})

test('shows a limited number of items', async () => {
  const { db } = here
  const partner = await createPartner(db)
  const ids = []
  for (let at = 0; at <= MAX_LOOKS; at++) ids.push((await createProduct(db, { partnerId: partner.id })).id)
  const viewer = await createViewer(db)
  await createWishes(db, viewer.userId, ids)
  const { looks, total } = await getLookbook({ db, viewer })
  expect([looks.length, total]).toEqual([MAX_LOOKS, MAX_LOOKS + 1])
})
