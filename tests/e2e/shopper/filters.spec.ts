import type { Page } from '@playwright/test'
import { findLargestCategory } from '../demo-products.ts'
import { expect, test } from '../shop.ts'

const found = async (page: Page) => Number((await page.getByText(/^[\d,]+ products found$/).innerText()).replace(/\D/g, ''))
const chip = (page: Page, name: string | RegExp) => page.getByRole('link', { name: typeof name === 'string' ? `Remove filter ${name}` : name })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

/** The first option of a facet, with what its count says. */
async function firstOption(page: Page, facet: string): Promise<{ name: string; count: number }> {
  const text = await group(page, facet).getByRole('listitem').first().innerText()
  const [name = '', count = ''] = text.split('\n').map((line) => line.trim()).filter(Boolean)
  return { name, count: Number(count.replace(/\D/g, '')) }
}

for (const facet of ['Category', 'Brand', 'Colour', 'Material', 'Gender']) {
  test(`${facet.toLowerCase()}: the count is what the list has, and a chip takes it off`, async ({ page }) => {
    await page.goto('/discover?all=true')
    const all = await found(page)
    const { name, count } = await firstOption(page, facet)
    const option = group(page, facet).getByRole('checkbox').first()
    await option.check()
    await expect.poll(() => found(page)).toBe(count)
    await expect(option).toBeChecked()
    await expect(option).toBeFocused()
    await chip(page, name).click()
    await expect.poll(() => found(page)).toBe(all)
    await expect(option).not.toBeChecked()
  })
}

test('sizes stand under their systems and mean in stock in that size', async ({ page, db }) => {
  const { slug } = await findLargestCategory(db)
  await page.goto(`/discover?category=${slug}`)
  await expect(page.getByRole('group', { name: 'UK sizes' })).toBeVisible()
  const size = page.getByRole('group', { name: 'Letter sizes' }).getByRole('checkbox').first()
  const key = (await size.getAttribute('value'))!
  await size.check()
  await expect(chip(page, key)).toBeVisible()
  const [first] = await page.locator('main article a[href^="/product/"]').evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  await page.goto(first!)
  await expect(page.getByRole('link', { name: new RegExp(`^Size ${key}$`, 'i') }).first()).toBeVisible()
})

test('several choices of one facet add up, of two facets narrow', async ({ page }) => {
  await page.goto('/discover?all=true')
  const colours = group(page, 'Colour').getByRole('checkbox')
  await colours.nth(0).check()
  await expect(chip(page, /^Remove filter/)).toHaveCount(1)
  const one = await found(page)
  await colours.nth(1).check()
  await expect(chip(page, /^Remove filter/)).toHaveCount(2)
  const both = await found(page)
  expect(both).toBeGreaterThan(one)
  await page.getByRole('checkbox', { name: /^On sale/ }).check()
  await expect(chip(page, 'On sale')).toBeVisible()
  expect(await found(page)).toBeLessThan(both)
  await expect(page).toHaveURL(/colours=[^&]+%2C[^&]+/)
  await page.getByRole('link', { name: 'Clear all' }).first().click()
  await expect(page).toHaveURL(/\/discover\?all=true$/)
  await expect(chip(page, /^Remove filter/)).toHaveCount(0)
  await expect(colours.nth(0)).not.toBeChecked()
})

test('the rest of the categories and brands waits behind Show more, and can be searched', async ({ page }) => {
  await page.goto('/discover?all=true')
  for (const [facet, noun, shown] of [['Category', 'category', 16], ['Brand', 'brand', 8]] as const) {
    const boxes = group(page, facet).locator('li:visible')
    expect(await boxes.count()).toBeLessThanOrEqual(shown)
    const before = await boxes.count()
    await expect(page.getByLabel(`Find a ${noun}`)).toBeHidden()
    await group(page, facet).getByText(/^Show \d+ more$/).click()
    await expect.poll(() => boxes.count()).toBeGreaterThan(before)
    const last = (await boxes.last().innerText()).split('\n')[0]!.trim()
    await page.getByLabel(`Find a ${noun}`).fill(last)
    await expect(boxes.filter({ hasText: last }).first()).toBeVisible()
    expect(await boxes.count()).toBeLessThanOrEqual(before)
    await boxes.filter({ hasText: last }).first().getByRole('checkbox').check()
    await expect(chip(page, last)).toBeVisible()
    await page.getByLabel(`Find a ${noun}`).fill('')
    await group(page, facet).getByText('Show fewer').click()
    await expect(group(page, facet).getByRole('checkbox', { checked: true })).toBeVisible()
    await chip(page, last).click()
    await expect(chip(page, last)).toHaveCount(0)
  }
})

test('the slider has two thumbs that stop at each other, and no maximum at its end', async ({ page }) => {
  await page.goto('/discover?all=true')
  const [low, high] = [page.getByLabel('Price from'), page.getByLabel('Price to')]
  await expect(high).toHaveAttribute('aria-valuetext', '$500+')
  await low.focus()
  for (let n = 0; n < 10; n++) await low.press('ArrowRight')
  await expect(page).toHaveURL(/priceMin=50(&|$)/)
  await expect(page).not.toHaveURL(/priceMax/)
  await expect(low).toBeFocused()
  await expect(page.getByLabel('Lowest price in dollars')).toHaveValue('50')
  await high.focus()
  await high.press('Home')
  await expect(high).toHaveValue('50')
  await expect(page).toHaveURL(/priceMax=50/)
  await low.press('End')
  await expect(low).toHaveValue('50')
  await high.press('End')
  await expect(page).not.toHaveURL(/priceMax/)
  await expect(chip(page, /^Remove filter/)).toHaveCount(1)
  await chip(page, /^Remove filter/).click()
  await expect(low).toHaveValue('0')
})

test('price presets count what they lead to', async ({ page }) => {
  await page.goto('/discover?all=true')
  for (const [label, address] of [['Under $50', /priceMax=50/], ['$50-$100', /priceMin=50&priceMax=100/], ['$100-$200', /priceMin=100&priceMax=200/], ['$200+', /priceMin=200(?!.*priceMax)/]] as const) {
    const preset = group(page, 'Price').getByRole('link', { name: label })
    const count = Number((await preset.innerText()).split('\n').at(-1)!.replace(/\D/g, ''))
    await preset.click()
    await expect(page).toHaveURL(address)
    await expect(preset).toHaveAttribute('aria-current', 'true')
    // Presets meet at their bounds: a price of exactly $100 is in the list of both.
    await expect.poll(() => found(page)).toBeGreaterThanOrEqual(count)
    await preset.click()
    await expect(page).not.toHaveURL(/price/)
  }
})

test('a sentence becomes chips, each of which can be taken off', async ({ page }) => {
  await page.goto('/discover?q=black+dress+under+300+dollars+not+silk+hem&mode=intelligent')
  for (const label of ['Black', 'Dresses', /Under \$300/, /Not silk/i]) await expect(chip(page, typeof label === 'string' ? label : new RegExp(`^Remove filter.*${label.source}`, 'i'))).toBeVisible()
  await expect(page.getByTitle('Not understood, searched as text')).toHaveText(/hem/)
  await expect(group(page, 'Colour').getByRole('checkbox', { name: /^Black/ })).toBeChecked()
  await chip(page, 'Black').click()
  await expect(chip(page, 'Black')).toHaveCount(0)
  await expect(chip(page, 'Dresses')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('"black dress under 300 dollars not silk hem"')
  await expect(page.locator('#filters')).toContainText('Category')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/^Remove filter/)
  await page.getByRole('link', { name: 'Clear all' }).first().click()
  await expect(page).toHaveURL(/\/discover\?all=true$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products')
  await expect(chip(page, /^Remove filter/)).toHaveCount(0)
  await expect(page.locator('#list-heading')).toBeFocused()
})

test('a word that nobody understood can be taken out of a sentence, and nothing remains of one without words and filters', async ({ page }) => {
  await page.goto('/discover?q=black+dress+hem&mode=intelligent&colours=black&rest=hem')
  await page.getByTitle('Not understood, searched as text').click()
  await expect(page).toHaveURL((url) => url.searchParams.get('rest') === '' && url.searchParams.get('colours') === 'black')
  await expect(page.getByTitle('Not understood, searched as text')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Clear all' }).and(page.locator('li > a'))).toBeFocused()
  await chip(page, 'Black').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products')
})

test('a search that finds nothing says what it left out', async ({ page }) => {
  await page.goto('/discover?q=dress&sizes=UK+98&inStock=true')
  await expect(page.getByText('Nothing matches everything.')).toBeVisible()
  await expect(page.locator('.left-out s')).toHaveText(['UK 98'])
  await expect(chip(page, /^Remove filter/)).toHaveCount(1)
  await expect(page.locator('main article')).not.toHaveCount(0)
})

test('prices the wrong way round are put right in both fields', async ({ page }) => {
  await page.goto('/discover?all=true')
  const [from, to] = [page.getByLabel('Lowest price in dollars'), page.getByLabel('Highest price in dollars')]
  await from.fill('300')
  await from.press('Tab')
  await expect(chip(page, 'Over $300')).toBeVisible()
  await to.pressSequentially('100')
  await to.press('Enter')
  await expect(chip(page, '$100 to $300')).toBeVisible()
  await expect(from).toHaveValue('100')
  await expect(to).toHaveValue('300')
  await expect(to).toBeFocused()
  await page.getByRole('checkbox', { name: /^In stock only/ }).check()
  await expect(page).toHaveURL(/priceMin=100&priceMax=300&inStock=true/)
})

test('a choice made before the page came alive counts', async ({ page }) => {
  let isTicked = false
  await page.route('**/*.js', async (route) => {
    if (!isTicked) {
      isTicked = true
      await page.evaluate(() => document.querySelector<HTMLInputElement>('input[name=onSale]')!.click())
    }
    await route.continue()
  })
  await page.goto('/discover?all=true')
  await expect(page).toHaveURL(/onSale=true/)
  await expect(chip(page, 'On sale')).toBeVisible()
})

test('tells of a search once, and of the product that was opened', async ({ page }) => {
  const told: unknown[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/searched') told.push(JSON.parse(request.postData() ?? 'null'))
  })
  await page.goto('/discover?q=dress')
  await expect.poll(() => told.length).toBe(1)
  expect(told[0]).toEqual({ token: expect.any(String), view: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) })
  await page.locator('main article a[href^="/product/"]').nth(2).click()
  await expect(page).toHaveURL(/\/product\//)
  await expect.poll(() => told.length).toBe(2)
  expect(told[1]).toEqual({ ...(told[0] as object), position: 3 })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('in a list the heart stands beside the name', async ({ page }) => {
    await page.goto('/discover?all=true&view=list')
    for (const row of (await page.locator('main article').all()).slice(0, 6)) {
      const [name, heart] = [await row.getByRole('heading').boundingBox(), await row.getByRole('button', { name: /Wishlist/ }).boundingBox()]
      expect(name!.x + name!.width).toBeLessThanOrEqual(heart!.x)
      expect(heart!.x + heart!.width).toBeLessThanOrEqual(360)
    }
  })

  test('filters are a sheet from below that keeps page and focus in place', async ({ page }) => {
    await page.goto('/discover?all=true')
    const sheet = page.getByRole('region', { name: 'Filters' })
    const button = page.getByRole('button', { name: 'Filters' })
    await expect(sheet).toBeHidden()
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(sheet).toBeVisible()
    await expect(sheet.getByRole('button', { name: 'Close filters' })).toBeFocused()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(button).toBeFocused()
    const all = await found(page)
    await button.tap()
    await sheet.getByRole('checkbox', { name: /^On sale/ }).check()
    await expect(page).toHaveURL(/onSale=true/)
    await expect(sheet).toBeVisible()
    const show = sheet.getByRole('button', { name: /^Show [\d,]+ products$/ })
    await expect.poll(() => found(page)).toBeLessThan(all)
    await expect.poll(async () => Number((await show.innerText()).replace(/\D/g, ''))).toBe(await found(page))
    await show.tap()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'Filters 1 active' })).toBeVisible()
    await expect(page.locator('main article').first()).toBeVisible()
  })
})
