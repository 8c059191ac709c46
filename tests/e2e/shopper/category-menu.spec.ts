import type { Page } from '@playwright/test'
import { LISTED } from '#tests/setup/demo-products.ts'
import { arrow, discover, menu, open } from '../navigation.ts'
import { expect, test } from '../shop.ts'

const found = async (page: Page) =>
  Number((await page.getByText(/^[\d,]+ products found$/).innerText()).replace(/\D/g, ''))

test.describe('the category menu', () => {
  test('opens on hover, and closes shortly after the pointer leaves', async ({ page }) => {
    await open(page, '/')
    await discover(page).hover()
    await expect(menu(page).getByText('Hover over a category to explore subcategories')).toBeVisible()
    await page.mouse.move(640, 890)
    const left = Date.now()
    await expect(menu(page)).toHaveCount(0)
    expect(Date.now() - left).toBeGreaterThan(100)
    await discover(page).hover()
    await menu(page)
      .getByRole('link', { name: /^Dresses/ })
      .first()
      .hover()
    await menu(page)
      .getByRole('link', { name: /^Tea dresses/ })
      .click()
    await expect(page).toHaveURL(/\/discover\?category=tea-dresses$/)
    await expect(menu(page)).toHaveCount(0)
  })

  test('Discover links to all products, but on its own pages it toggles the menu on press and ignores hover', async ({
    page,
  }) => {
    await open(page, '/')
    await discover(page).click()
    await expect(page).toHaveURL(/\/discover\?all=true$/)
    await expect(menu(page)).toHaveCount(0)
    await page.mouse.move(640, 600)
    await discover(page).hover()
    await discover(page).click()
    await expect(menu(page).getByRole('link', { name: 'Shop All Products' })).toBeVisible()
    await page.mouse.move(640, 890)
    await expect(discover(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(menu(page)).toBeVisible()
    await discover(page).click()
    await expect(menu(page)).toHaveCount(0)
    await page.mouse.move(640, 890)
    await discover(page).hover()
    await expect(discover(page)).toHaveAttribute('aria-expanded', 'false')
    await arrow(page).click()
    await expect(menu(page)).toBeVisible()
    await page.mouse.click(640, 890)
    await expect(menu(page)).toHaveCount(0)
  })

  test('shows the same product counts as the lists', async ({ page, db }) => {
    test.setTimeout(60_000)
    await open(page, '/')
    await arrow(page).click()
    const names = menu(page).locator('[data-column=categories] a')
    await expect(names.first()).toBeVisible()
    expect(await names.count()).toBe(
      await db.category.count({
        where: {
          parentId: null,
          isActive: true,
          OR: [{ products: { some: LISTED } }, { children: { some: { products: { some: LISTED } } } }],
        },
      }),
    )
    await names.nth(1).hover()
    const subs = menu(page).locator('[data-column=subcategories] a')
    await expect(subs.first()).toBeVisible()
    const links: Array<[string, number]> = []
    for (const link of [names.nth(1), subs.first(), subs.last()])
      links.push([
        (await link.getAttribute('href'))!,
        Number((await link.locator('.category-count').innerText()).replace(/\D/g, '')),
      ])
    const name = await names.nth(1).locator('span').first().innerText()
    await expect(menu(page).getByRole('link', { name: `View All ${name}` })).toHaveAttribute('href', links[0]![0])
    for (const [href, count] of links) {
      await open(page, href)
      expect([href, await found(page)]).toEqual([href, count])
    }
  })

  test('works with arrow keys, and Escape returns the focus', async ({ page }) => {
    await open(page, '/')
    await arrow(page).focus()
    await page.keyboard.press('ArrowDown')
    const names = menu(page).locator('[data-column=categories] a')
    await expect(names.first()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(names.nth(1)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    const subs = menu(page).locator('[data-column=subcategories] a')
    await expect(subs.first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(subs.last()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(menu(page).getByRole('link', { name: /^View All / })).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(subs.first()).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(names.nth(1)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(menu(page)).toHaveCount(0)
    await expect(arrow(page)).toBeFocused()
    await expect(arrow(page)).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('Enter')
    await expect(arrow(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(names.first()).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(names.first()).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(menu(page)).toHaveCount(0)
  })

  test('keeps its height for every category', async ({ page }) => {
    for (const width of [768, 1024, 1280, 1680]) {
      await page.setViewportSize({ width, height: 900 })
      await open(page, '/ranking')
      await arrow(page).click()
      const names = menu(page).locator('[data-column=categories] a')
      await expect(names.first()).toBeVisible()
      const height = () => menu(page).evaluate((element) => Math.round(element.getBoundingClientRect().height))
      const atFirst = await height()
      for (const name of await names.all()) {
        await name.focus()
        await expect(name).toHaveAttribute('data-active')
        expect([width, await height()]).toEqual([width, atFirst])
      }
    }
  })

  test('loads only once, reports a failure, and retries on request', async ({ page, errors }) => {
    let asked = 0
    let isBroken = true
    await page.route(/\/trpc\/search\.menu/, (route) => {
      asked++
      return isBroken ? route.abort() : route.continue()
    })
    await open(page, '/')
    await arrow(page).click()
    await expect(menu(page).getByRole('alert')).toContainText('Categories did not load')
    expect(asked).toBe(1)
    isBroken = false
    await menu(page).getByRole('button', { name: 'Try again' }).click()
    await expect(
      menu(page)
        .getByRole('link', { name: /^Dresses/ })
        .first(),
    ).toBeVisible()
    for (let times = 0; times < 3; times++) {
      await arrow(page).click()
      await expect(menu(page)).toHaveCount(0)
      await arrow(page).click()
      await expect(
        menu(page)
          .getByRole('link', { name: /^Dresses/ })
          .first(),
      ).toBeVisible()
    }
    expect(asked).toBe(2)
    // The browser reports the request that the test aborted.
    expect(errors.splice(0).filter((error) => !error.includes('ERR_FAILED'))).toEqual([])
  })
})
