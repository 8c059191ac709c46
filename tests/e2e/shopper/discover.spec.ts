import type { Page } from '@playwright/test'
import { findLargestCategory, LISTED } from '../demo-products.ts'
import { expect, test } from '../shop.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const cards = (page: Page) => page.locator('main article')
const hrefs = (page: Page) => cards(page).locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
const found = async (page: Page) => Number((await page.getByText(/^[\d,]+ products found$/).innerText()).replace(/\D/g, ''))

test('titles the list by what it is of', async ({ page, db }) => {
  const [first, second] = await db.category.findMany({ where: { parentId: null, isActive: true, slug: { contains: '-' } }, take: 2, orderBy: { slug: 'asc' } })
  const [brand, other] = await db.brand.findMany({ where: { products: { some: LISTED } }, take: 2, orderBy: { name: 'asc' } })
  const capitalised = first!.slug.split('-').map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ')
  for (const [search, expected] of [
    ['', 'Discover'], ['?all=true', 'All Products'], [`?category=${first!.slug}`, capitalised], [`?categories=${first!.slug},${second!.slug}`, '2 Categories'], [`?category=${first!.slug}&brand=${brand!.slug}`, capitalised],
    [`?brand=${brand!.slug}`, brand!.name], [`?brand=${encodeURIComponent(brand!.name)}`, brand!.name], [`?brands=${brand!.slug},${other!.slug}`, '2 Brands'], ['?q=coat', '"coat"'], ['?search=coat', '"coat"'], ['?all=true&q=coat', '"coat"'],
  ] as const) {
    await page.goto(`/discover${search}`)
    await expect(title(page)).toHaveText(expected)
    await expect(page).toHaveTitle(`${expected} | WTF`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/(q|search)=/.test(search) ? 'Search Results' : 'Products')
  }
})

test('counts what it found', async ({ page, db }) => {
  const { slug, total } = await findLargestCategory(db)
  await page.goto(`/discover?category=${slug}`)
  expect(await found(page)).toBe(total)
  await expect(cards(page)).toHaveCount(24)
})

test('sorts in six ways', async ({ page, db }) => {
  const { slug, where } = await findLargestCategory(db)
  await page.goto(`/discover?category=${slug}`)
  for (const [value, orderBy] of [
    ['price_asc', [{ priceBaseMinor: 'asc' }, { id: 'asc' }]], ['price_desc', [{ priceBaseMinor: 'desc' }, { id: 'desc' }]], ['newest', [{ createdAt: 'desc' }, { id: 'desc' }]],
    ['featured', [{ isFeatured: 'desc' }, { createdAt: 'desc' }, { id: 'desc' }]],
  ] as const) {
    await page.getByLabel('Sort by').selectOption(value)
    const expected = await db.product.findMany({ where, orderBy: [...orderBy], take: 24, select: { id: true } })
    await expect.poll(() => hrefs(page)).toEqual(expected.map(({ id }) => `/product/${id}`))
  }
  expect(new URL(page.url()).searchParams.has('sort')).toBe(false)
  for (const value of ['name_asc', 'name_desc']) {
    await page.getByLabel('Sort by').selectOption(value)
    await expect(page).toHaveURL(new RegExp(`sort=${value}`))
    await expect.poll(async () => {
      const names = (await cards(page).locator('h2, h3').allInnerTexts()).map((name) => name.toLowerCase())
      const sorted = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
      return JSON.stringify(names) === JSON.stringify(value === 'name_asc' ? sorted : sorted.reverse())
    }).toBe(true)
  }
})

test('filters as soon as a box is ticked, and by price when asked to', async ({ page, db }) => {
  const { slug, where } = await findLargestCategory(db)
  await page.goto(`/discover?category=${slug}`)
  await page.getByLabel('On sale').check()
  await expect(page).toHaveURL(/onSale=true/)
  const onSale = (await db.product.findMany({ where: { ...where, originalPriceMinor: { not: null } }, select: { priceMinor: true, originalPriceMinor: true } })).filter((product) => product.originalPriceMinor! > product.priceMinor)
  await expect.poll(() => found(page)).toBe(onSale.length)
  await expect(cards(page).filter({ has: page.locator('s') })).toHaveCount(24)
  await page.getByLabel('On sale').uncheck()
  await page.getByLabel('In stock only').check()
  await expect.poll(() => found(page)).toBe(await db.product.count({ where: { ...where, isInStock: true } }))
  await page.getByLabel('Lowest price in dollars').fill('40')
  await page.getByLabel('Highest price in dollars').fill('60.50')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => found(page)).toBe(await db.product.count({ where: { ...where, isInStock: true, priceBaseMinor: { gte: 4_000, lte: 6_050 } } }))
  await expect(page).toHaveURL(/category=.*priceMin=40&priceMax=60\.50/)
})

test('pages with five numbers at most, and forgets the page when a filter changes', async ({ page, db }) => {
  const { slug, total } = await findLargestCategory(db)
  const last = Math.ceil(total / 24)
  await page.goto(`/discover?category=${slug}`)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages.getByRole('link', { name: /^Page / })).toHaveText(['1', '2', '3', '4', '5'])
  await expect(pages.getByRole('link', { name: 'Previous page' })).toHaveCount(0)
  const first = await hrefs(page)
  await pages.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(pages.locator('[aria-current=page]')).toHaveText('2')
  await expect.poll(() => hrefs(page)).not.toEqual(first)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await page.getByLabel('On sale').check()
  await expect(page).not.toHaveURL(/page=/)
  await page.goto(`/discover?category=${slug}&page=${last + 400}`)
  await expect(pages.locator('[aria-current=page]')).toHaveText(String(last))
  await expect(pages.getByRole('link', { name: /^Page / })).toHaveText([4, 3, 2, 1, 0].map((back) => String(last - back)))
  await expect(pages.getByRole('link', { name: 'Next page' })).toHaveCount(0)
  await expect(cards(page)).toHaveCount(total - (last - 1) * 24)
})

test('shows a grid or a list', async ({ page }) => {
  await page.goto('/discover?all=true')
  const before = await hrefs(page)
  await page.getByRole('link', { name: 'List view' }).click()
  await expect(page).toHaveURL(/view=list/)
  await expect(page.getByRole('link', { name: 'List view' })).toHaveAttribute('aria-current', 'true')
  await expect.poll(() => hrefs(page)).toEqual(before)
  await page.getByRole('link', { name: 'Grid view' }).click()
  await expect(page).not.toHaveURL(/view=/)
})

test('says why there is nothing, and offers everything', async ({ page }) => {
  await page.goto('/discover?q=zzqxj')
  await expect(page.getByRole('heading', { name: 'No Products Found' })).toBeVisible()
  await expect(page.getByText('We couldn\'t find any products matching "zzqxj". Try different keywords.')).toBeVisible()
  await expect(page.getByText('0 products found')).toBeVisible()
  await page.goto('/discover?all=true&priceMin=900000&onSale=true')
  await expect(page.getByText('No products match your current filters. Try adjusting your search criteria.')).toBeVisible()
  await page.getByRole('link', { name: 'Browse All Products' }).click()
  await expect(page).toHaveURL(/\/discover\?all=true$/)
  await expect(cards(page)).toHaveCount(24)
  await expect(page.getByLabel('On sale')).not.toBeChecked()
})

test('keeps filters, page and place on Back and Forward', async ({ page }) => {
  await page.goto('/discover?all=true&inStock=true&sort=newest')
  await page.getByRole('link', { name: 'Page 3' }).click()
  await expect(page).toHaveURL(/page=3/)
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
  await expect(page.getByLabel('In stock only')).toBeChecked()
  await expect(page.getByLabel('Sort by')).toHaveValue('newest')
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(5)
  await page.goForward()
  await expect(page).toHaveURL(product)
  await expect(title(page)).toHaveText(name)
})
