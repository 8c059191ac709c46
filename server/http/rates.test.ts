import { expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { useTestShop } from '#tests/setup/test-shop.ts'

const database = useTestDatabase()
const shop = useTestShop(database, async () => new Response('page'))

test('serves exchange rates as one cacheable response for everyone', async () => {
  const answer = await shop.ask('/rates')
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('set-cookie')]).toEqual([
    200,
    'public, max-age=600',
    null,
  ])
  expect(await answer.json()).toMatchObject({ USD: 1, GBP: 1.31 })
})
