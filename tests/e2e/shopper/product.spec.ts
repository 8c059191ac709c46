import type { Page } from '@playwright/test'
import { findProduct, findTypicalProduct, LISTED } from '../demo-products.ts'
import { expect, test } from '../shop.ts'

const counter = (page: Page) => page.getByText(/^\d+ \/ \d+$/)
const gallery = (page: Page) => page.getByRole('group', { name: /^Pictures of / })
const recentlyViewed = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('wtf-recently-viewed') ?? '[]') as Array<{ id: string; name: string; viewedAt: string }>)

test('leads back by its breadcrumb', async ({ page, db }) => {
  const product = await findProduct(db)
  await page.goto(`/product/${product.id}`)
  const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(breadcrumb).toContainText(product.name)
  await expect(breadcrumb.getByRole('link', { name: 'Discover' })).toHaveAttribute('href', '/discover?all=true')
  await breadcrumb.getByRole('link', { name: product.brand.name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.brand.name)
})

test('shows its pictures by thumbnail, arrow and key', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  const count = product.images.length
  await page.goto(`/product/${product.id}`)
  await expect(counter(page)).toHaveText(`1 / ${count}`)
  await expect(gallery(page).getByRole('link', { name: /^Picture \d/ })).toHaveCount(count)
  await gallery(page).getByRole('link', { name: 'Picture 3' }).click()
  await expect(counter(page)).toHaveText(`3 / ${count}`)
  await expect(page).toHaveURL(/picture=3/)
  await expect(gallery(page).locator('[aria-current=true]')).toHaveAttribute('aria-label', 'Picture 3')
  await gallery(page).getByRole('link', { name: 'Previous picture' }).click()
  await expect(counter(page)).toHaveText(`2 / ${count}`)
  await page.keyboard.press('ArrowLeft')
  await expect(counter(page)).toHaveText(`1 / ${count}`)
  await page.keyboard.press('ArrowLeft')
  await expect(counter(page)).toHaveText(`${count} / ${count}`)
  await page.keyboard.press('ArrowRight')
  await expect(counter(page)).toHaveText(`1 / ${count}`)
})

test('zooms full screen and gives the focus back', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  const count = product.images.length
  await page.goto(`/product/${product.id}`)
  const open = gallery(page).getByRole('link', { name: 'View full screen' })
  const dialog = page.getByRole('dialog')
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('img')).toBeInViewport()
  await expect(dialog).toHaveAccessibleName(`${product.name}, picture 1 of ${count}`)
  await page.keyboard.press('ArrowRight')
  await expect(dialog).toHaveAccessibleName(`${product.name}, picture 2 of ${count}`)
  await page.keyboard.press('ArrowLeft')
  await expect(dialog).toHaveAccessibleName(`${product.name}, picture 1 of ${count}`)
  await page.keyboard.press('ArrowLeft')
  await expect(dialog).toHaveAccessibleName(`${product.name}, picture ${count} of ${count}`)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()
  await open.click()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
})

test('has its price, what it saves, and sizes of which the gone ones cannot be chosen', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  const money = (minor: number) => new Intl.NumberFormat('en-US', { style: 'currency', currency: product.currency }).format(minor / 100)
  await page.goto(`/product/${product.id}`)
  await expect(page.locator('main s').first()).toContainText(money(product.originalPriceMinor!))
  await expect(page.getByText(`You save ${money(product.originalPriceMinor! - product.priceMinor)}`)).toBeVisible()
  const gone = product.variants.find(({ stock }) => stock === 0)!
  const there = product.variants.find(({ stock }) => (stock ?? 0) > 0)!
  await expect(page.getByLabel(`Size ${gone.size}, sold out`)).toHaveAttribute('aria-disabled', 'true')
  await expect(page.getByRole('link', { name: `Size ${gone.size}`, exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: `Size ${there.size}`, exact: true }).click()
  await expect(page.getByRole('link', { name: `Size ${there.size}`, exact: true })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByRole('link', { name: /Shop at Partner Store/ })).toHaveAttribute('href', new RegExp(`v=${there.id}`))
})

test('tells about itself in four tabs, and of no reviews that nobody wrote', async ({ page, db }) => {
  const product = await findProduct(db, { variants: { every: { sku: { not: null } } } })
  await page.goto(`/product/${product.id}`)
  const tabs = page.getByRole('navigation', { name: 'About this product' })
  await expect(tabs.getByRole('link')).toHaveText(['Overview', 'Details', 'Shipping', 'Reviews'])
  await expect(page.getByText(product.description.slice(0, 60))).toBeVisible()
  await tabs.getByRole('link', { name: 'Details' }).click()
  for (const label of ['Brand', 'SKU', 'Size', 'Category', 'Currency']) await expect(page.getByRole('term').filter({ hasText: label })).toBeVisible()
  await expect(page.getByText(product.variants[0]!.sku!)).toBeVisible()
  await tabs.getByRole('link', { name: 'Shipping' }).click()
  await expect(page.getByText(product.partner.shippingPolicy)).toBeVisible()
  await tabs.getByRole('link', { name: 'Reviews' }).click()
  await expect(page.getByText('No reviews yet')).toBeVisible()
  await expect(page).toHaveURL(/tab=reviews/)
})

test('shows others like it', async ({ page, db }) => {
  const product = await findProduct(db)
  await page.goto(`/product/${product.id}`)
  const related = page.locator('section', { has: page.getByRole('heading', { name: 'You might also like' }) }).locator('article a')
  await expect(related).toHaveCount(8)
  expect(await related.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).not.toContain(`/product/${product.id}`)
  const name = await related.first().innerText()
  await related.first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
})

test('asks to sign in for the wishlist', async ({ page, db }) => {
  await page.goto(`/product/${(await findProduct(db)).id}`)
  await page.getByRole('button', { name: /^Add to Wishlist/ }).first().click()
  await expect(page.getByText('Login Required')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Login Required')).toBeHidden()
})

test('is remembered in this browser: newest first, once, at most twenty', async ({ page, db }) => {
  const [first, second] = await db.product.findMany({ where: LISTED, take: 2, orderBy: { id: 'asc' } })
  await page.goto(`/product/${first!.id}`)
  await expect.poll(() => recentlyViewed(page)).toMatchObject([{ id: first!.id, name: first!.name, image: expect.stringMatching(/^\/img\//), price: expect.any(String), brand: expect.any(String), viewedAt: expect.any(String) }])
  await page.evaluate(() => {
    const [entry] = JSON.parse(localStorage.getItem('wtf-recently-viewed')!) as object[]
    localStorage.setItem('wtf-recently-viewed', JSON.stringify([...Array.from({ length: 19 }, (_, n) => ({ ...entry, id: `other ${n}` })), entry]))
  })
  await page.goto(`/product/${second!.id}`)
  await expect.poll(async () => (await recentlyViewed(page)).map(({ id }) => id)).toEqual([second!.id, ...Array.from({ length: 19 }, (_, n) => `other ${n}`)])
  await page.goto(`/product/${second!.id}?tab=details`)
  await expect.poll(async () => (await recentlyViewed(page)).filter(({ id }) => id === second!.id).length).toBe(1)
  await page.evaluate(() => localStorage.setItem('wtf-recently-viewed', '{broken'))
  await page.goto(`/product/${first!.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first!.name)
})

test('describes itself to search engines without invented ratings', async ({ page, db }) => {
  const product = await findProduct(db)
  await page.goto(`/product/${product.id}`)
  const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as Record<string, unknown> & { offers: unknown[] }
  expect(data).toMatchObject({ '@type': 'Product', name: product.name, brand: { name: product.brand.name }, url: expect.stringContaining(`/product/${product.id}`) })
  expect(data.offers).toHaveLength(product.variants.length)
  expect(data).not.toHaveProperty('aggregateRating')
  expect(data).not.toHaveProperty('review')
})
