import { expect, test } from 'vitest'
import { createAccount } from '#tests/setup/auth.ts'
import { createPartner, createProduct, createWishes } from '#tests/factories.ts'
import { MAX_POOLED } from '#server/taste/taste-pool.service.ts'
import type { TastePool } from '#server/taste/taste-pool.shared.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('the product pool is the same for everyone, limited, compressed and cached', async () => {
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  const { id: productId } = await createProduct(shop.db, { partnerId: partner.id })
  const [{ id: one }, { id: other }] = [await createAccount(shop.db), await createAccount(shop.db)]
  await createWishes(shop.db, one, [productId])
  const visitors = [shop.visitor(), await shop.visitorAs(one), await shop.visitorAs(other)]
  // A notification may tell the shop of new products meanwhile: retry until all responses show the same state.
  await expect
    .poll(
      async () => {
        const answers = await Promise.all(visitors.map((visitor) => visitor.ask('/for-you/pool')))
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
        return new Set(await Promise.all(answers.map((answer) => answer.text()))).size
      },
      { timeout: 15_000 },
    )
    .toBe(1)
  const answer = await visitors[0]!.ask('/for-you/pool')
  const pool = (await answer.json()) as TastePool
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(pool.products.length).toBeGreaterThan(100)
  expect(pool.products.length).toBeLessThanOrEqual(MAX_POOLED)
  expect(pool.products.every(({ brand, store }) => pool.brands[brand] && pool.stores[store])).toBe(true)
  const again = await visitors[0]!.ask('/for-you/pool', { headers: { 'if-none-match': answer.headers.get('etag')! } })
  expect(again.status).toBe(304)
  // The server ignores parameters, so they cannot identify visitors.
  const tagged = await visitors[0]!.ask('/for-you/pool?taste=dresses')
  expect(await tagged.json()).toEqual(pool)
})

test('without JavaScript the page explains that there is no selection, and links to lists', async () => {
  const page = await shop.visitor().open('/for-you')
  expect(page.heading).toBe('For you')
  const said = page.text('noscript')
  expect(said).toContain('For You runs on your device and needs JavaScript')
  for (const link of ['all products', 'new products', 'sale products', 'all stores'])
    expect((await shop.visitor().open(page.link(link)!)).status, link).toBe(200)
  // The list is labelled as popular with everyone, not as personal.
  expect(page.texts('h2')).toContain('Popular with everyone')
  expect(page.texts('h2')).not.toContain('Chosen for you')
  expect((await shop.visitor().open('/discover')).link('For you')).toBe('/for-you')
})

test('the privacy pages describe the profile and where it is stored', async () => {
  const { id } = await createAccount(shop.db)
  const settings = await (await shop.visitorAs(id)).open('/settings/privacy')
  expect(settings.text('#export')).toContain('Your taste profile is not included')
  expect((await shop.visitor().open('/privacy')).text('main')).toContain('the taste profile it builds from them')
  expect((await (await shop.visitorAs(id)).open('/logout')).text('main')).toContain('stays on this device')
})
