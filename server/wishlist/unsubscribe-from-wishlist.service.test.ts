import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { unsubscribeFromWishlist, unsubscribePath } from './unsubscribe-from-wishlist.service.ts'

const here = useTestDatabase()
const tokenFor = async (userId: string) =>
  new URLSearchParams((await unsubscribePath(here.db, userId)).split('?')[1]).get('token') ?? ''
const choiceOf = async (id: string) => (await here.db.user.findUniqueOrThrow({ where: { id } })).notifications

test('the link in an email stops only the wishlist emails, and works repeatedly', async () => {
  const [user, other] = [
    await createUser(here.db, { notifications: { priceDrops: true, backInStock: true, news: true } }),
    await createUser(here.db, { notifications: { priceDrops: true } }),
  ]
  for (let time = 0; time < 2; time++)
    expect(await unsubscribeFromWishlist(here.db, await tokenFor(user.id))).toEqual({ isOff: true })
  expect(await choiceOf(user.id)).toEqual({ priceDrops: false, backInStock: false, news: true })
  expect(await choiceOf(other.id)).toEqual({ priceDrops: true })
})

test('the link also works for a deleted account', async () => {
  expect(await unsubscribeFromWishlist(here.db, await tokenFor(newId()))).toEqual({ isOff: true })
})

test('an invalid link is refused', async () => {
  const { id } = await createUser(here.db, { notifications: { priceDrops: true } })
  for (const token of ['', 'junk', `${await tokenFor(id)}x`, 'A'.repeat(56)])
    await expect(unsubscribeFromWishlist(here.db, token)).rejects.toMatchObject({ code: 'bad_input', field: 'token' })
  expect(await choiceOf(id)).toEqual({ priceDrops: true })
})
