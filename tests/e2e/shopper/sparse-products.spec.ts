import { createPartner, createProduct } from '#tests/factories.ts'
import { expect, test } from '../shop.ts'

/** Not among the newest, whom the home page shows. */
const createOldPartner: typeof createPartner = (db, given) => createPartner(db, { createdAt: new Date('2020-01-01'), ...given })

test('a product without picture, stock, category, text and partner site has a decent page', async ({ page, db }) => {
  const partner = await createOldPartner(db, { websiteUrl: null, domain: null })
  const { id } = await createProduct(db, { partnerId: partner.id, name: 'Nameless thing', productUrl: null, variants: [{ stock: null }] })
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nameless thing')
  await expect(page.getByRole('img', { name: 'Nameless thing: no picture yet' })).toBeVisible()
  await expect(page.getByText('Check at store')).toBeVisible()
  await expect(page.getByText(`${partner.businessName} has not described this piece yet.`)).toBeVisible()
  await expect(page.getByText(`${partner.businessName} has not told us where its store is, so this piece cannot be bought through WTF yet.`)).toBeVisible()
  await expect(page.getByRole('link', { name: /Shop at Partner Store/ })).toHaveCount(0)
  await page.getByRole('link', { name: 'Details' }).click()
  await expect(page.getByText('Uncategorized')).toBeVisible()
  await expect(page.getByText(id.slice(-8).toUpperCase())).toBeVisible()
  await page.goto(`/partner/${partner.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(partner.businessName)
  await expect(page.getByText('1 product(s) found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Visit Official Store' })).toHaveCount(0)
  await page.goto(`/brand/${partner.id}`)
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
})

test('a product whose store we could not verify says so instead of leading away', async ({ page, db }) => {
  const partner = await createOldPartner(db)
  const { id, name } = await createProduct(db, { partnerId: partner.id, productUrl: 'https://evil.example/p' })
  await page.goto(`/product/${id}`)
  await expect(page.getByRole('link', { name: /Shop at Partner Store/ })).toHaveCount(0)
  await page.goto(`/go/${id}`)
  await expect(page).toHaveURL(new RegExp(`/go/${id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This door is closed for now')
  await page.getByRole('link', { name: 'Back to the product' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('a product that is sold out everywhere says so', async ({ page, db }) => {
  const { id } = await createProduct(db, { partnerId: (await createOldPartner(db)).id, variants: [{ size: 'S', stock: 0 }, { size: 'M', stock: 0 }] })
  await page.goto(`/product/${id}`)
  await expect(page.getByText('Sold out in every size when the store last told us.')).toBeVisible()
  await expect(page.getByLabel(/^Size . sold out$|^Size ., sold out$/)).toHaveCount(2)
})

test('a name without end, and markup in texts, break nothing', async ({ page, db }) => {
  const partner = await createOldPartner(db, { businessName: `<b>${'Long'.repeat(30)}</b> ${crypto.randomUUID()}` })
  const name = `<img src=x onerror=alert(1)> ${'Verylongword'.repeat(20)} 🧥`
  const { id } = await createProduct(db, { partnerId: partner.id, name, description: '</script><script>alert(1)</script> & "quotes"' })
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of [`/product/${id}`, `/partner/${partner.id}`, `/brand/${partner.id}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(path.startsWith('/product') ? name : partner.businessName)
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360])
  }
  await page.goto(`/product/${id}`)
  expect(JSON.parse(await page.locator('script[type="application/ld+json"]').innerText())).toMatchObject({ name })
})

test('one left, a from price and approved reviews are shown as they are', async ({ page, db }) => {
  const partner = await createOldPartner(db)
  const { id } = await createProduct(db, { partnerId: partner.id, variants: [{ size: 'S', priceMinor: 2_000, stock: 1 }, { size: 'M', priceMinor: 9_900, stock: 30 }] })
  await db.productReview.create({ data: { productId: id, partnerId: partner.id, rating: 4, status: 'approved', comment: 'Warm.', customerName: 'Ada Lovelace', customerEmail: 'ada@example.test' } })
  await page.goto(`/product/${id}`)
  await expect(page.getByText('from').first()).toBeVisible()
  await page.getByRole('link', { name: 'Size S', exact: true }).click()
  await expect(page.getByText('Only 1 left')).toBeVisible()
  await page.getByRole('link', { name: 'Reviews (1)' }).click()
  await expect(page.getByText('4.0 of 5, from 1 review')).toBeVisible()
  await expect(page.getByText('Ada L.')).toBeVisible()
  const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as object
  expect(data).toMatchObject({ aggregateRating: { ratingValue: 4, reviewCount: 1 } })
})
