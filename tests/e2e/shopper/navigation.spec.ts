import type { Page } from '@playwright/test'
import { createAccount, signIn } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { arrow, discover, header, menu, open } from '../navigation.ts'
import { expect, test } from '../shop.ts'

test.describe('the top navigation', () => {
  test('hides on scrolling down, and comes back on scrolling up or near the top', async ({ page }) => {
    await open(page, '/')
    for (const [to, isShown] of [
      [99, true],
      [700, false],
      [1_400, false],
      [1_200, true],
      [1_500, false],
      [60, true],
    ] as const) {
      await page.evaluate((y) => window.scrollTo(0, y), to)
      if (isShown) await expect(header(page)).toBeInViewport({ ratio: 1 })
      else await expect(header(page)).not.toBeInViewport()
    }
  })

  test('stays while it contains the keyboard focus or an open menu', async ({ page }) => {
    await open(page, '/')
    await arrow(page).click()
    await expect(
      menu(page)
        .getByRole('link', { name: /^Dresses/ })
        .first(),
    ).toBeVisible()
    await page.evaluate(() => window.scrollTo(0, 900))
    await expect(menu(page)).toBeInViewport()
    await page.keyboard.press('Escape')
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.evaluate(() => window.scrollTo(0, 1_200))
    await expect(header(page)).not.toBeInViewport()
    await page.evaluate(() => document.querySelector<HTMLElement>('.shop-header nav a')?.focus())
    await page.keyboard.press('Tab')
    await expect(header(page)).toBeInViewport({ ratio: 1 })
  })

  test('shows tooltips of its icons on hover and focus, until Escape is pressed', async ({ page }) => {
    await open(page, '/')
    const orders = header(page).getByRole('link', { name: 'Orders' })
    const tip = header(page).getByRole('tooltip', { name: 'Coming Soon' })
    await expect(tip).toBeHidden()
    await orders.hover()
    await expect(tip).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(tip).toBeHidden()
    await page.mouse.move(5, 600)
    await discover(page).focus()
    for (let steps = 0; steps < 12 && !(await orders.evaluate((link) => link === document.activeElement)); steps++)
      await page.keyboard.press('Tab')
    await expect(tip).toBeVisible()
    await expect(orders).toHaveAccessibleDescription('Coming Soon')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/orders$/)
  })

  test('shows visitors, customers and admins their own links', async ({ page, db }) => {
    test.setTimeout(60_000)
    await open(page, '/')
    await expect(header(page).getByRole('link', { name: 'Sign Up' })).toBeVisible()
    for (const name of ['Language', 'Admin Panel', 'Dashboard'])
      await expect(header(page).getByRole('link', { name })).toHaveCount(0)
    const { id, email } = await createAccount(db)
    await signIn(page, email)
    const account = page.getByRole('button', { name: `Your account: ${email}` })
    await account.click()
    await expect(page.locator('#user-menu').getByRole('link')).toHaveText(['Wishlist', 'Orders', 'Settings'])
    await expect(page.locator('#user-menu').getByRole('button', { name: 'Sign Out' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(header(page).getByRole('link', { name: 'Sign Up' })).toHaveCount(0)
    await expect(header(page).getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
    await expect(header(page).getByRole('link', { name: 'Language' })).toHaveAttribute('href', '/settings/preferences')
    await db.user.update({ where: { id }, data: { role: 'admin' } })
    await page.reload()
    await expect(header(page).getByRole('link', { name: 'Admin Panel' })).toBeVisible()
  })
})

test('axe finds nothing serious in the menus', async ({ page }) => {
  test.setTimeout(60_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open(page, '/ranking')
  await arrow(page).click()
  await expect(menu(page).getByText('Hover over a category to explore subcategories')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await menu(page)
    .getByRole('link', { name: /^Shoes/ })
    .first()
    .focus()
  await expect(menu(page).getByRole('link', { name: 'View All Shoes' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 740 })
  await header(page).getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.locator('#site-menu')).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.locator('#site-menu').getByRole('button', { name: 'By category' }).click()
  await page
    .locator('#site-menu')
    .getByRole('button', { name: /^Shoes/ })
    .click()
  await expect(page.getByRole('link', { name: 'View All Shoes' })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
})

test('every page starts at the top, and Back restores the scroll position', async ({ page }) => {
  await open(page, '/')
  await page.evaluate(() => window.scrollTo(0, 1_600))
  // If the header were hidden at the click, the click would scroll the page first.
  await expect(header(page)).not.toBeInViewport()
  await page.evaluate(() => window.scrollTo(0, 1_500))
  await expect(header(page)).toBeInViewport({ ratio: 1 })
  await header(page).getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(/\/about-wtf$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1_500)
})

/** Makes the open page's data come from another build. Returns the paths of the documents loaded from then on. */
async function answerAsAnotherBuild(page: Page): Promise<string[]> {
  const documents: string[] = []
  page.on('request', (request) => request.isNavigationRequest() && documents.push(new URL(request.url()).pathname))
  await page.route('**/*.data*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, headers: { ...response.headers(), 'x-build': 'another' } })
  })
  return documents
}

test('a page of an earlier build loads the next page as a document, and keeps what was typed until then', async ({
  page,
}) => {
  await open(page, '/')
  const documents = await answerAsAnotherBuild(page)
  const search = header(page).getByRole('combobox')
  await search.fill('linen')
  await page.evaluate(() => void window.__remixRouter.revalidate())
  await expect.poll(() => page.evaluate(() => window.__remixRouter.state.revalidation)).toBe('idle')
  await expect(search).toHaveValue('linen')
  expect(documents).toEqual([])
  await header(page).getByRole('link', { name: 'About' }).click()
  await expect.poll(() => documents).toEqual(['/about-wtf'])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a page of an earlier build reloads itself instead of refreshing its data', async ({ page }) => {
  await open(page, '/about-wtf')
  const documents = await answerAsAnotherBuild(page)
  await page.evaluate(() => void window.__remixRouter.revalidate())
  await expect.poll(() => documents).toEqual(['/about-wtf'])
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Discover is a link, and the phone menu opens', async ({ page }) => {
    await page.goto('/ranking')
    await expect(arrow(page)).toBeHidden()
    await expect(discover(page)).toHaveAttribute('href', '/discover?all=true')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/ranking')
    await header(page).getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.locator('#site-menu').getByRole('button', { name: 'By category' })).toBeHidden()
    await page.locator('#site-menu').getByRole('link', { name: 'About' }).click()
    await expect(page).toHaveURL(/\/about-wtf$/)
  })
})
