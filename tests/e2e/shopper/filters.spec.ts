import type { Page } from '@playwright/test'
import { expect, openAlive, test } from '../shop.ts'

const found = async (page: Page) =>
  Number((await page.getByText(/^[\d,]+ products found$/).innerText()).replace(/\D/g, ''))
const chip = (page: Page, name: string | RegExp) =>
  page.getByRole('link', { name: typeof name === 'string' ? `Remove filter ${name}` : name })
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

test('a checkbox stays checked and focused, values can be combined, and a chip removes its value', async ({ page }) => {
  await page.goto('/discover?all=true')
  const all = await found(page)
  const colours = group(page, 'Colour').getByRole('checkbox')
  await colours.nth(0).check()
  await expect(chip(page, /^Remove filter/)).toHaveCount(1)
  await expect(colours.nth(0)).toBeChecked()
  await expect(colours.nth(0)).toBeFocused()
  const one = await found(page)
  await colours.nth(1).check()
  await expect(chip(page, /^Remove filter/)).toHaveCount(2)
  expect(await found(page)).toBeGreaterThan(one)
  for (let left = 1; left >= 0; left--) {
    await chip(page, /^Remove filter/)
      .first()
      .click()
    await expect(chip(page, /^Remove filter/)).toHaveCount(left)
  }
  await expect.poll(() => found(page)).toBe(all)
  await expect(colours.nth(0)).not.toBeChecked()
})

test('Show more reveals the other categories and brands, and a field searches them', async ({ page }) => {
  await page.goto('/discover?all=true')
  for (const [facet, noun, shown] of [
    ['Category', 'category', 16],
    ['Brand', 'brand', 8],
  ] as const) {
    const boxes = group(page, facet).locator('li:visible')
    expect(await boxes.count()).toBeLessThanOrEqual(shown)
    const before = await boxes.count()
    await expect(page.getByLabel(`Find a ${noun}`)).toBeVisible({ visible: noun === 'brand' })
    await group(page, facet)
      .getByText(/^Show \d+ more$/)
      .click()
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

test('the slider has two thumbs that cannot cross, and sets no maximum at its end', async ({ page }) => {
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

test("removing a sentence's chip moves the focus to the next one, and Clear all moves it to the heading", async ({
  page,
}) => {
  await openAlive(page, '/discover?q=black+dress+under+300+dollars+not+silk+hem&mode=intelligent')
  await chip(page, 'Black').click()
  await expect(chip(page, 'Black')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveAccessibleName(/^Remove filter/)
  await page.getByRole('link', { name: 'Clear all' }).first().click()
  await expect(page).toHaveURL(/\/discover\?all=true$/)
  await expect(chip(page, /^Remove filter/)).toHaveCount(0)
  await expect(page.locator('#list-heading')).toBeFocused()
})

test('a chip opened in a new tab does not take the focus later', async ({ page, context }) => {
  await openAlive(page, '/discover?all=true')
  const box = group(page, 'Colour').getByRole('checkbox').first()
  await box.check()
  const first = chip(page, /^Remove filter/)
  await expect(first).toHaveCount(1)
  const [tab] = await Promise.all([context.waitForEvent('page'), first.click({ modifiers: ['ControlOrMeta'] })])
  await tab.close()
  await box.uncheck()
  await expect(first).toHaveCount(0)
  await expect(box).toBeFocused()
})

test('an unknown word can be removed from a sentence, and removing the last filter shows all products', async ({
  page,
}) => {
  await page.goto('/discover?q=black+dress+hem&mode=intelligent&colours=black&rest=hem')
  await page.getByTitle('Not understood, searched as text').click()
  await expect(page).toHaveURL(
    (url) => url.searchParams.get('rest') === '' && url.searchParams.get('colours') === 'black',
  )
  await expect(page.getByTitle('Not understood, searched as text')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Clear all' }).and(page.locator('li > a'))).toBeFocused()
  await chip(page, 'Black').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products')
})

test('a minimum price above the maximum is swapped with the maximum in both fields', async ({ page }) => {
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

test('a box checked before hydration takes effect', async ({ page }) => {
  let ticked: Promise<void> | undefined
  // Delay scripts until the box exists and is ticked, because browsers request scripts before the page is parsed that
  // far.
  await page.route('**/*.js', async (route) => {
    ticked ??= page.locator('input[name=onSale]').evaluate((box) => (box as HTMLInputElement).click())
    await ticked
    await route.continue()
  })
  await page.goto('/discover?all=true')
  await expect(page).toHaveURL(/onSale=true/)
  await expect(chip(page, 'On sale')).toBeVisible()
})

test('reports a search once, and also the product that is opened', async ({ page }) => {
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/searched') sent.push(JSON.parse(request.postData() ?? 'null'))
  })
  await page.goto('/discover?q=dress')
  await expect.poll(() => sent.length).toBe(1)
  expect(sent[0]).toEqual({
    token: expect.any(String),
    view: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
  })
  await page.locator('main article a[href^="/product/"]').nth(2).click()
  await expect(page).toHaveURL(/\/product\//)
  await expect.poll(() => sent.length).toBe(2)
  expect(sent[1]).toEqual({ ...(sent[0] as object), position: 3 })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('shows the heart beside the name in a list', async ({ page }) => {
    await page.goto('/discover?all=true&view=list')
    for (const row of (await page.locator('main article').all()).slice(0, 6)) {
      const [name, heart] = [
        await row.getByRole('heading').boundingBox(),
        await row.getByRole('button', { name: /Wishlist/ }).boundingBox(),
      ]
      expect(name!.x + name!.width).toBeLessThanOrEqual(heart!.x)
      expect(heart!.x + heart!.width).toBeLessThanOrEqual(360)
    }
  })

  test('shows filters in a bottom sheet, and keeps the scroll position and focus', async ({ page }) => {
    await page.goto('/discover?all=true')
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    const button = page.getByRole('button', { name: /^Filters/ })
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
