import { findProduct } from '../demo-products.ts'
import { expect, test } from '../shop.ts'

const carousel = 'section[aria-roledescription=carousel]'
const scrolled = (element: SVGElement | HTMLElement) => element.scrollLeft

test('features the stores, the About card first', async ({ page }) => {
  await page.goto('/')
  const cards = page.locator(`${carousel} li a`)
  await expect(cards.first()).toHaveAttribute('href', '/about-wtf')
  await expect(cards.nth(1)).toHaveAttribute('href', /^\/partner\/[0-9a-f-]{36}$/)
  await cards.nth(1).click()
  await expect(page).toHaveURL(/\/partner\//)
})

test('has what is trending, categories, and a row for each of the ten newest partners', async ({ page, db }) => {
  await page.goto('/')
  const trending = page.locator('section', { has: page.getByRole('heading', { name: 'Trending Now' }) })
  await expect(trending.locator('article')).toHaveCount(8)
  await expect(trending.getByRole('link', { name: 'Explore All Products' })).toHaveAttribute('href', '/discover?all=true')
  const newest = await db.partner.findMany({ where: { verificationStatus: 'approved', products: { some: { status: 'active' } } }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 10 })
  const rows = page.locator('section', { has: page.getByRole('link', { name: 'Visit the store page' }) })
  await expect(rows.locator('h2')).toHaveText(newest.map(({ businessName }) => businessName))
  for (const row of await rows.all()) expect(await row.locator('article').count()).toBeLessThanOrEqual(10)
  const tiles = page.getByRole('list', { name: 'Categories' }).getByRole('link')
  expect(await tiles.count()).toBeGreaterThan(4)
  const count = /([\d,]+) products/.exec(await tiles.first().innerText())?.[1]
  await tiles.first().click()
  await expect(page).toHaveURL(/\/discover\?category=/)
  await expect(page.getByText(`${count} products found`)).toBeVisible()
})

test('loads the first picture at once, and gives every picture its size', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('main img[loading=eager]').first()).toBeVisible()
  expect(await page.locator('main img:not([width])').count()).toBe(0)
})

test('moves the carousel by itself until it is paused', async ({ page }) => {
  await page.clock.install()
  await page.goto('/')
  const track = page.locator(`${carousel} ul`)
  await expect(page.getByRole('button', { name: 'Pause the carousel' })).toBeVisible()
  await page.clock.fastForward(6_100)
  await expect.poll(() => track.evaluate(scrolled)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause the carousel' }).click()
  await page.getByRole('button', { name: 'Play the carousel' }).blur()
  await page.mouse.move(5, 5)
  await track.evaluate((element) => element.scrollTo({ left: 0, behavior: 'instant' }))
  await page.clock.fastForward(30_000)
  expect(await track.evaluate(scrolled)).toBe(0)
})

test('moves by its buttons with the keyboard, round both ends', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const track = page.locator(`${carousel} ul`)
  await expect(page.getByRole('button', { name: 'Play the carousel' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous store' }).press('Enter')
  await expect.poll(() => track.evaluate((element) => element.scrollLeft >= element.scrollWidth - element.clientWidth - 4)).toBe(true)
  await page.getByRole('button', { name: 'Next store' }).press('Enter')
  await expect.poll(() => track.evaluate(scrolled)).toBeLessThan(4)
})

test('does not start the carousel for those who want no motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Play the carousel' })).toBeVisible()
  await page.clock.fastForward(60_000)
  expect(await page.locator(`${carousel} ul`).evaluate(scrolled)).toBe(0)
})

test('finds by the search in the header', async ({ page, db }) => {
  const { name } = await findProduct(db)
  await page.goto('/')
  await page.getByRole('banner').getByRole('combobox').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`"${name}"`)
  await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible()
})
