import { expect, test } from 'vitest'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { newId } from '#server/platform/ids.ts'
import { createClick, createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { listRecentClicks } from './recent-clicks.service.ts'

const database = useTestDatabase()
const ago = (days: number) => new Date(Date.now() - days * DAY_MS)

test('lists the stores and products visited in 30 days, each once, newest first', async () => {
  const { db } = database
  const user = await createAccount(db)
  const { viewer } = await signedIn(db, user.id)
  const [near, far] = [await createPartner(db), await createPartner(db)]
  const [coat, hat] = [await createProduct(db, { partnerId: near.id }), await createProduct(db, { partnerId: near.id })]
  const boot = await createProduct(db, { partnerId: far.id })
  await createClick(db, coat, { userId: user.id, clickedAt: ago(9), priceMinor: 4_000 })
  await createClick(db, coat, { userId: user.id, clickedAt: ago(2), isValid: false, invalidReason: 'duplicate' })
  await createClick(db, hat, { userId: user.id, clickedAt: ago(5) })
  await createClick(db, boot, { userId: user.id, clickedAt: ago(3) })
  await createClick(db, boot, { userId: user.id, clickedAt: ago(1), isValid: false, invalidReason: 'prefetch' })
  await createClick(db, await createProduct(db, { partnerId: far.id }), { userId: user.id, clickedAt: ago(31) })
  await createClick(db, hat, { userId: newId() })
  const left = await listRecentClicks({ db, viewer })
  expect(
    left.map(({ partnerId, products }) => [partnerId, products.map(({ productId, card }) => [productId, card?.id])]),
  ).toEqual([
    [near.id, [coat, hat].map(({ id }) => [id, id])],
    [far.id, [[boot.id, boot.id]]],
  ])
  expect(left[0]?.products[0]?.priceMinor).toBe(5_000)
})

test('still lists unlisted products and closed stores', async () => {
  const { db } = database
  const user = await createAccount(db)
  const { viewer } = await signedIn(db, user.id)
  const closed = await createPartner(db, { verificationStatus: 'suspended' })
  const product = await createProduct(db, { partnerId: closed.id, name: 'Old coat' })
  await createClick(db, product, { userId: user.id })
  await createClick(db, { id: newId(), partnerId: newId() }, { userId: user.id, clickedAt: ago(1) })
  expect(await listRecentClicks({ db, viewer })).toMatchObject([
    { businessName: closed.businessName, isOpen: false, products: [{ name: 'Old coat', card: null }] },
    { businessName: 'A store that has left', isOpen: false, products: [{ name: 'Unnamed Product', card: null }] },
  ])
})
