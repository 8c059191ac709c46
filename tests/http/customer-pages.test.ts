import { expect, test, vi } from 'vitest'
import { createPartner, createProduct, createReview, createUser, createWishes } from '#tests/factories.ts'
import { useShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const shop = useShop()
/** Other tests change the home page at the same time, so two responses may differ. */
const CHANGING = { timeout: 10_000, interval: 50 }
/** Requests a page with a notice cookie. Even if it is unreadable, the page is rendered for this visitor. */
const rendering = (visitor: Visitor, path: string) => {
  visitor.keepCookie('wtf_notice', 'x')
  return visitor.ask(path)
}
const markupOf = (html: string) => html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')

async function twoProducts() {
  const partner = await createPartner(shop.db, { createdAt: new Date('2020-01-01') })
  return [
    await createProduct(shop.db, { partnerId: partner.id }),
    await createProduct(shop.db, { partnerId: partner.id }),
  ] as const
}

test('a signed-in customer gets the shared page with only their own data added', async () => {
  const [wished, other] = await twoProducts()
  const { id, email } = await createUser(shop.db)
  await createWishes(shop.db, id, [wished.id])
  const [customer, second] = [await shop.visitorAs(id), await shop.visitorAs((await createUser(shop.db)).id)]
  for (const path of [
    '/',
    '/discover?sort=newest',
    `/product/${wished.id}`,
    `/product/${other.id}`,
    `/brand/${wished.partnerId}`,
  ]) {
    await vi.waitFor(async () => {
      const [filled, rendered] = [await customer.ask(path), await rendering(customer, path)]
      expect(filled.headers.get('cache-control')).toBe('private, no-cache')
      const html = await filled.text()
      expect(markupOf(html), path).toBe(markupOf(await rendered.text()))
      expect(html).toContain(email)
    }, CHANGING)
    for (const anybody of [shop.visitor(), second]) expect(await (await anybody.ask(path)).text()).not.toContain(email)
  }
  await vi.waitFor(async () => {
    const again = await customer.ask('/', {
      headers: { 'if-none-match': (await customer.ask('/')).headers.get('etag') ?? '' },
    })
    // Browsers apply the policy of a 304 to the page that they have cached, so a 304 must not have one.
    expect([again.status, again.headers.get('content-security-policy')]).toEqual([304, null])
  }, CHANGING)
  const heart = async () => (await customer.ask(`/product/${wished.id}`)).text()
  expect(await heart()).toContain('In Wishlist')
  await shop.db.wishlistItem.deleteMany({ where: { userId: id } })
  expect(await heart()).not.toContain('In Wishlist')
})

test('the author of a review sees it as their own', async () => {
  const [product] = await twoProducts()
  const { id } = await createUser(shop.db)
  await createReview(shop.db, { userId: id, productId: product.id, partnerId: product.partnerId, status: 'approved' })
  const customer = await shop.visitorAs(id)
  const path = `/product/${product.id}?tab=reviews`
  const [filled, rendered] = [await customer.ask(path), await rendering(customer, path)]
  expect(markupOf(await filled.text())).toBe(markupOf(await rendered.text()))
})
