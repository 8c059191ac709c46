import type { Page } from '@playwright/test'
import { findLargestCategory, LISTED } from '../demo-products.ts'
import { expect, test } from '../shop.ts'

const title = (page: Page) => page.getByRole('heading', { level: 1 })
const cards = (page: Page) => page.locator('main article')
const hrefs = (page: Page) => cards(page).locator('a[href^="/product/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')))
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) })
const found = async (page: Page) => Number((await page.getByText(/^[\d,]+ products found$/).innerText()).replace(/\D/g, ''))

test('titles the list by what it is of', async ({ page, db }) => {
  test.setTimeout(90_000)
  const [first, second] = await db.category.findMany({ where: { parentId: null, isActive: true, slug: { contains: '-' } }, take: 2, orderBy: { slug: 'asc' } })
  const [brand, other] = await db.brand.findMany({ where: { products: { some: LISTED } }, take: 2, orderBy: { name: 'asc' } })
  const capitalised = first!.slug.split('-').map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ')
  for (const [search, expected] of [
    ['?inStock=true', 'Discover'], ['?all=true', 'All Products'], [`?category=${first!.slug}`, capitalised], [`?categories=${first!.slug},${second!.slug}`, '2 Categories'], [`?category=${first!.slug}&brand=${brand!.slug}`, capitalised],
    [`?brand=${brand!.slug}`, brand!.name], [`?brand=${encodeURIComponent(brand!.name)}`, brand!.name], [`?brands=${brand!.slug},${other!.slug}`, '2 Brands'], ['?q=coat', '"coat"'], ['?search=coat', '"coat"'], ['?all=true&q=coat', '"coat"'],
    ['?q=black+coat&mode=intelligent', '"black coat"'],
  ] as const) {
    await page.goto(`/discover${search}`)
    await expect(title(page)).toHaveText(expected)
    await expect(page).toHaveTitle(`${expected} | WTF`)
    await expect(page.locator('#list-heading')).toHaveText(/(q|search)=/.test(search) ? 'Search Results' : 'Products')
  }
})

test('says the query beside the heading where the title is of a filter', async ({ page }) => {
  await page.goto('/discover?q=dress&category=dresses')
  await expect(title(page)).toHaveText('Dresses')
  await expect(page.locator('#list-heading + p')).toHaveText('“dress”')
  await page.goto('/discover?q=dress')
  await expect(page.locator('#list-heading + p')).toHaveCount(0)
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
  ] as const) {
    await page.getByLabel('Sort by').selectOption(value)
    const expected = await db.product.findMany({ where, orderBy: [...orderBy], take: 24, select: { id: true } })
    await expect.poll(() => hrefs(page)).toEqual(expected.map(({ id }) => `/product/${id}`))
  }
  await page.getByLabel('Sort by').selectOption('featured')
  await expect(page).not.toHaveURL(/sort=/)
  const featured = new Set((await db.product.findMany({ where: { ...where, isFeatured: true }, select: { id: true } })).map(({ id }) => `/product/${id}`))
  await expect.poll(async () => (await hrefs(page)).slice(0, featured.size).every((href) => featured.has(href!))).toBe(true)
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
  await box(page, 'On sale').check()
  await expect(page).toHaveURL(/onSale=true/)
  const onSale = (await db.product.findMany({ where: { ...where, originalPriceMinor: { not: null } }, select: { priceMinor: true, originalPriceMinor: true } })).filter((product) => product.originalPriceMinor! > product.priceMinor)
  await expect.poll(() => found(page)).toBe(onSale.length)
  await expect(cards(page).filter({ has: page.locator('s') })).toHaveCount(24)
  await box(page, 'On sale').uncheck()
  await box(page, 'In stock only').check()
  await expect.poll(() => found(page)).toBe(await db.product.count({ where: { ...where, isInStock: true } }))
  await page.getByLabel('Lowest price in dollars').fill('40')
  await page.getByLabel('Highest price in dollars').fill('60.50')
  await page.keyboard.press('Enter')
  await expect.poll(() => found(page)).toBe(await db.product.count({ where: { ...where, isInStock: true, priceBaseMinor: { gte: 4_000, lte: 6_050 } } }))
  await expect(page).toHaveURL(/categories=.*priceMin=40.*priceMax=60\.50/)
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
  await box(page, 'On sale').check()
  await expect(page).toHaveURL(/onSale=true/)
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
  await expect(box(page, 'On sale')).not.toBeChecked()
})

test('keeps filters, page and place on Back and Forward', async ({ page }) => {
  await page.goto('/discover?all=true&inStock=true&sort=newest')
  await page.getByRole('link', { name: 'Page 3' }).click()
  // The address changes before the list does.
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
  await expect(page.getByLabel('Sort by')).toHaveValue('newest')
  await expect.poll(async () => Math.abs((await page.evaluate(() => window.scrollY)) - place)).toBeLessThan(5)
  await page.goForward()
  await expect(page).toHaveURL(product)
  await expect(title(page)).toHaveText(name)
})

test('begins with a search box, what is trending, and tips that work', async ({ page }) => {
  test.setTimeout(90_000)
  await page.goto('/discover')
  await expect(title(page)).toHaveText('Discover')
  const trending = page.locator('section', { has: page.getByRole('heading', { name: 'Trending Now' }) }).getByRole('link')
  expect(await trending.count()).toBeGreaterThan(0)
  expect(await trending.count()).toBeLessThanOrEqual(8)
  const tips = await page.locator('section', { has: page.getByRole('heading', { name: 'Search tips' }) }).locator('a[href^="/discover"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  expect(tips.length).toBeGreaterThan(2)
  for (const tip of tips) {
    await page.goto(tip)
    expect([tip, await page.getByRole('link', { name: /^Remove filter/ }).count()]).not.toEqual([tip, 0])
    expect([tip, await found(page)]).not.toEqual([tip, 0])
  }
  await page.goto('/discover')
  await trending.first().click()
  await expect(cards(page)).not.toHaveCount(0)
})

test('asked for nothing does nothing', async ({ page }) => {
  await page.goto('/discover')
  const search = page.getByRole('main').getByRole('combobox')
  for (const text of ['', '   ']) {
    await search.fill(text)
    await search.press('Enter')
    await expect(page).toHaveURL(/\/discover$/)
  }
  await page.goto('/discover?q=')
  await expect(title(page)).toHaveText('Discover')
  await expect(page.getByRole('heading', { name: 'Search tips' })).toBeVisible()
})

test('goes on with what was looked at, until that is cleared', async ({ page, db }) => {
  test.setTimeout(90_000)
  const products = await db.product.findMany({ where: LISTED, take: 7, orderBy: { id: 'desc' } })
  for (const { id, name } of products) {
    await page.goto(`/product/${id}`)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('wtf-recently-viewed') ?? '')).toContain(name)
  }
  await page.goto('/discover')
  const viewed = page.locator('section', { has: page.getByRole('heading', { name: 'Continue Shopping' }) })
  await expect(viewed.getByRole('link')).toHaveText(products.toReversed().slice(0, 6).map(({ name }) => name))
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

test('says what put a product where it stands', async ({ page }) => {
  await page.goto('/discover?q=dress')
  await cards(page).first().getByRole('button', { name: /^Why is this here\?/ }).click()
  const why = page.locator('.why:popover-open')
  await expect(why.getByText('Relevance')).toHaveText(/your words are in/)
  const points = (await why.locator('dd').allInnerTexts()).map((text) => Number(text.replace('−', '-').replaceAll(',', '')))
  expect(points.at(-1)).toBe(points.slice(0, -1).reduce((sum, value) => sum + value, 0))
  await page.keyboard.press('Escape')
  await expect(why).toHaveCount(0)
  await page.keyboard.press('Enter')
  await why.getByRole('link', { name: 'How we rank' }).press('Enter')
  await expect(page).toHaveURL(/\/ranking$/)
  await expect(title(page)).toHaveText('Why is this here?')
  for (const factor of ['Relevance', 'Freshness', 'Popularity', 'Stock', 'Discount', 'Picked by our editors']) await expect(page.getByRole('heading', { name: factor })).toBeVisible()
  await expect(page.getByText('Commission plays no part.')).toBeVisible()
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'How we rank' }).click()
  await expect(page).toHaveURL(/\/ranking$/)
})
