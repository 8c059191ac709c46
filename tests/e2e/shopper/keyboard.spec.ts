import type { Page } from '@playwright/test'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import { expect, openAlive, test } from '../shop.ts'

/** Presses Tab until the focus is on the named element. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = async () => {
    const label = await page.evaluate(() =>
      (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim(),
    )
    return typeof name === 'string' ? label === name : name.test(label)
  }
  for (let steps = 0; steps < 150 && !(await isThere()); steps++) await page.keyboard.press('Tab')
  expect(await isThere(), `reached ${name}`).toBe(true)
}

test('the first Tab leads to a link past the header', async ({ page }) => {
  await page.goto('/support')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement))).toBe(true)
})

test('the first Tab leads to a link to the results, past the filters', async ({ page }) => {
  await page.goto('/discover?all=true')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to results' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('#list-heading')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.locator('main article a').first()).toBeFocused()
})

test('focus is visible', async ({ page }) => {
  await page.goto('/discover?all=true')
  for (let n = 0; n < 14; n++) {
    await page.keyboard.press('Tab')
    const hasOutline = await page.evaluate(() => {
      for (
        let element = document.activeElement;
        element && element !== document.body;
        element = element.parentElement
      ) {
        const { outlineStyle, outlineWidth, borderColor } = getComputedStyle(element)
        if ((outlineStyle !== 'none' && outlineWidth !== '0px') || borderColor === 'rgb(245, 197, 24)') return true
      }
      return document.activeElement?.textContent?.slice(0, 40)
    })
    expect(hasOutline).toBe(true)
  }
})

test('people can go from the home page to a store by keyboard', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  const there = product.variants.find(({ stock }) => (stock ?? 0) > 0)!
  await page.goto('/')
  await tabTo(page, 'Discover')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('All Products')
  await page.getByRole('combobox', { name: 'Search products and brands' }).and(page.locator('main input')).focus()
  await page.keyboard.type(product.name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Search Results')
  await tabTo(page, product.name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(product.name)
  await tabTo(page, `Size ${there.size}`)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: `Size ${there.size}`, exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await tabTo(page, /^Shop at Partner Store/)
})

test('the next page starts with the focus on its heading, and Back restores the scroll position', async ({ page }) => {
  await openAlive(page, '/discover?all=true')
  const next = page.getByRole('link', { name: 'Next page' })
  await next.focus()
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  const left = await page.evaluate(() => scrollY)
  await page.keyboard.press('Enter')
  await expect(page.locator('#list-heading')).toBeFocused()
  await expect(page).toHaveURL(/page=2/)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.keyboard.press('Tab')
  await expect(page.locator('main article a').first()).toBeFocused()
  await page.goBack()
  await expect(page).not.toHaveURL(/page=2/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left)
  await page.getByRole('checkbox', { name: /^On sale/ }).check()
  await expect(page).toHaveURL(/onSale=true/)
  await expect(page.getByRole('checkbox', { name: /^On sale/ })).toBeFocused()
})

test('people can search with suggestions, filter, page and open a product', async ({ page, db }) => {
  test.setTimeout(60_000)
  const category = await db.category.findFirstOrThrow({
    where: { parentId: null, isActive: true },
    orderBy: { slug: 'asc' },
  })
  await page.goto('/discover')
  await page.getByRole('main').getByRole('combobox').focus()
  await page.keyboard.type(category.name)
  const option = page.getByRole('option').filter({ hasText: category.name }).filter({ hasText: 'Category' }).first()
  await expect(option).toBeVisible()
  for (let n = 0; n < 9 && (await option.getAttribute('aria-selected')) !== 'true'; n++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`category=${category.slug}`))
  await expect(page.getByText(/products found$/)).toBeVisible()
  const inStock = page.getByRole('checkbox', { name: /^In stock only/ })
  for (let steps = 0; steps < 200 && !(await inStock.evaluate((box) => box === document.activeElement)); steps++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page).toHaveURL(/inStock=true/)
  await expect(inStock).toBeFocused()
  await tabTo(page, 'Next page')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/page=2/)
  // The URL changes before the list does.
  await expect(page.getByRole('link', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
  const name = await page.locator('main article h3').first().innerText()
  await tabTo(page, name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})
