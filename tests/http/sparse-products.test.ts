import { expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useShop } from './shop.ts'

const shop = useShop()

/** Creates a partner that is not among the newest, which the home page shows. */
const createOldPartner = (given?: Parameters<typeof createPartner>[1]) =>
  createPartner(shop.db, { createdAt: new Date('2020-01-01'), ...given })

test('a product without an image, stock, category, description or store website has a complete page', async () => {
  const partner = await createOldPartner({ websiteUrl: null, domain: null })
  const { id } = await createProduct(shop.db, {
    partnerId: partner.id,
    name: 'Nameless thing',
    productUrl: null,
    variants: [{ stock: null }],
  })
  const visitor = shop.visitor()
  const page = await visitor.open(`/product/${id}`)
  expect(page.heading).toBe('Nameless thing')
  expect(page.find('main [role=img]')?.getAttribute('aria-label')).toBe('Nameless thing: no picture yet')
  for (const text of [
    'Check at store',
    `${partner.businessName} has not added a description yet.`,
    `We cannot link to this product at ${partner.businessName} yet, so you cannot buy it through WTF for now.`,
  ])
    expect(page.text()).toContain(text)
  expect(page.links(/Shop at Partner Store/)).toEqual([])
  const details = await page.follow('Details')
  expect(details.text()).toContain('Uncategorized')
  expect(details.text()).toContain(id.slice(-8).toUpperCase())
  const store = await visitor.open(`/partner/${partner.id}`)
  expect(store.heading).toBe(partner.businessName)
  expect(store.text()).toContain('1 product found')
  expect(store.links('Visit Official Store')).toEqual([])
  expect((await visitor.open(`/brand/${partner.id}`)).texts('main p')).toContain('1 product')
})

test('a product of an unverified store has a notice, and no store link', async () => {
  const { id, name } = await createProduct(shop.db, {
    partnerId: (await createOldPartner()).id,
    productUrl: 'https://evil.example/p',
  })
  const visitor = shop.visitor()
  expect((await visitor.open(`/product/${id}`)).links(/Shop at Partner Store/)).toEqual([])
  const door = await visitor.open(`/go/${id}`)
  expect([door.address, door.heading]).toEqual([`/go/${id}`, 'This store link is not available'])
  expect((await door.follow('Back to the product')).heading).toBe(name)
})

test('a product without stock in any variant is shown as sold out', async () => {
  const { id } = await createProduct(shop.db, {
    partnerId: (await createOldPartner()).id,
    variants: [
      { size: 'S', stock: 0 },
      { size: 'M', stock: 0 },
    ],
  })
  const page = await shop.visitor().open(`/product/${id}`)
  expect(page.text()).toContain('Sold out in every size at the last stock update.')
  expect(page.all('main [aria-label^="Size "][aria-label$="sold out"]')).toHaveLength(2)
})

test('a very long name and markup in texts do not break the page', async () => {
  const partner = await createOldPartner({ businessName: `<b>${'Long'.repeat(30)}</b> ${crypto.randomUUID()}` })
  const name = `<img src=x onerror=alert(1)> ${'Verylongword'.repeat(20)} 🧥`
  const { id } = await createProduct(shop.db, {
    partnerId: partner.id,
    name,
    description: '</script><script>alert(1)</script> & "quotes"',
  })
  const visitor = shop.visitor()
  const page = await visitor.open(`/product/${id}`)
  expect(page.heading).toBe(name)
  expect(page.structuredData).toMatchObject({ name })
  for (const path of [`/partner/${partner.id}`, `/brand/${partner.id}`])
    expect((await visitor.open(path)).heading).toBe(partner.businessName)
})

test('shows that one item is left, a price range and approved reviews', async () => {
  const partner = await createOldPartner()
  const { id } = await createProduct(shop.db, {
    partnerId: partner.id,
    variants: [
      { size: 'S', priceMinor: 2_000, stock: 1 },
      { size: 'M', priceMinor: 9_900, stock: 30 },
    ],
  })
  await shop.db.productReview.create({
    data: {
      productId: id,
      partnerId: partner.id,
      rating: 4,
      status: 'approved',
      comment: 'Warm.',
      customerName: 'Ada Lovelace',
      customerEmail: 'ada@example.test',
    },
  })
  const page = await shop.visitor().open(`/product/${id}`)
  expect(page.text()).toMatch(/from\s*\$20/)
  expect((await page.follow('Size S')).text()).toContain('Only 1 left')
  const reviews = await page.follow('Reviews (1)')
  expect(reviews.text()).toContain('4.0 out of 5, from 1 review')
  expect(reviews.text()).toContain('Ada L.')
  expect(page.structuredData).toMatchObject({ aggregateRating: { ratingValue: 4, reviewCount: 1 } })
})
