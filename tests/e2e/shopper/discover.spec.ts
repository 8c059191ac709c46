import type { Page } from '@playwright/test'
import { findLargestCategory, LISTED } from '#tests/setup/demo-products.ts'
import { expect, test } from '../shop.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const cards = (page: Page) => page.locator('main article')
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const found = async (page: Page) =>
  Number((await page.getByText(/^[\d,]+ products found$/).innerText()).replace(/\D/g, ''))

test('sorts and filters as soon as an option is chosen, and filters by price on Enter', async ({ page, db }) => {
  const { slug, where } = await findLargestCategory(db)
  await page.goto(`/discover?category=${slug}&page=2`)
  await page.getByLabel('Sort by').selectOption('price_asc')
  const cheapest = await db.product.findFirstOrThrow({ where, orderBy: [{ priceBaseMinor: 'asc' }, { id: 'asc' }] })
  await expect(cards(page).locator('a').first()).toHaveAttribute('href', `/product/${cheapest.id}`)
  await expect(page).not.toHaveURL(/page=/)
  await page.getByLabel('Sort by').selectOption('featured')
  await expect(page).not.toHaveURL(/sort=/)
  await box(page, 'In stock only').check()
  await expect.poll(() => found(page)).toBe(await db.product.count({ where: { ...where, isInStock: true } }))
  await page.getByLabel('Lowest price in dollars').fill('40')
  await page.getByLabel('Highest price in dollars').fill('60.50')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => found(page))
    .toBe(await db.product.count({ where: { ...where, isInStock: true, priceBaseMinor: { gte: 4_000, lte: 6_050 } } }))
  await expect(page).toHaveURL(/categories=.*priceMin=40.*priceMax=60\.50/)
})

test('restores filters, page and scroll position on Back and Forward', async ({ page }) => {
  // Avoid the newest products, because they belong to other tests, and some have no picture files.
  await page.goto('/discover?all=true&inStock=true&sort=price_desc')
  await page.getByRole('link', { name: 'Page 3' }).click()
  // The URL changes before the list does.
  await expect(page.locator('[aria-current=page]').filter({ hasText: /^3$/ })).toBeVisible()
  const list = page.url()
  const card = cards(page).nth(14).locator('a').first()
  const name = await card.innerText()
  await card.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(300)
  await card.click()
  await expect(title(page)).toHaveText(name)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  const product = page.url()
  await page.goBack()
  await expect(page).toHaveURL(list)
  await expect(box(page, 'In stock only')).toBeChecked()
  await expect(page.getByLabel('Sort by')).toHaveValue('price_desc')
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(5)
  await page.goForward()
  await expect(page).toHaveURL(product)
  await expect(title(page)).toHaveText(name)
})

test('ignores an empty search', async ({ page }) => {
  await page.goto('/discover')
  const search = page.getByRole('main').getByRole('combobox')
  for (const text of ['', '   ']) {
    await search.fill(text)
    await search.press('Enter')
    await expect(page).toHaveURL(/\/discover$/)
  }
})

test('shows recently viewed products until they are cleared', async ({ page, db }) => {
  test.setTimeout(90_000)
  // Use the demo's products. The newest ones belong to other tests, which change them at the same time.
  const products = await db.product.findMany({ where: LISTED, take: 7, orderBy: { id: 'asc' } })
  for (const { id } of products) {
    await page.goto(`/product/${id}`)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('wtf-recently-viewed') ?? '')).toContain(id)
  }
  await page.goto('/discover')
  const viewed = page.locator('section', { has: page.getByRole('heading', { name: 'Continue Shopping' }) })
  await expect(viewed.getByRole('link')).toHaveText(
    products
      .toReversed()
      .slice(0, 6)
      .map(({ name }) => name),
  )
  await viewed.getByRole('button', { name: 'Clear All' }).click()
  await expect(viewed.getByRole('link')).toHaveCount(0)
  await expect(viewed.getByRole('button', { name: 'Undo' })).toBeFocused()
  await viewed.getByRole('button', { name: 'Undo' }).click()
  await expect(viewed.getByRole('link')).toHaveCount(6)
  await viewed.getByRole('button', { name: 'Clear All' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Search tips' })).toBeVisible()
  await expect(viewed).toHaveCount(0)
})

test('explains why these products are shown in this order', async ({ page }) => {
  await page.goto('/discover?q=black+dress+under+900+dollars&mode=intelligent')
  await page.getByRole('button', { name: 'Why these?' }).click()
  const why = page.locator('.why:popover-open')
  await expect(why.getByText(/^All of these match/)).toHaveText('All of these match: Dresses, Black, Under $900.')
  await page.keyboard.press('Escape')
  await expect(why).toHaveCount(0)
  await page.keyboard.press('Enter')
  await why.getByRole('link', { name: 'How we rank' }).press('Enter')
  await expect(page).toHaveURL(/\/ranking$/)
  await expect(title(page)).toHaveText('Why is this here?')
  for (const factor of ['Relevance', 'Freshness', 'Popularity', 'Stock', 'Discount', 'Picked by our editors'])
    await expect(page.getByRole('heading', { name: factor })).toBeVisible()
  await expect(page.getByText('Commission plays no part.')).toBeVisible()
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'How we rank' }).click()
  await expect(page).toHaveURL(/\/ranking$/)
})
