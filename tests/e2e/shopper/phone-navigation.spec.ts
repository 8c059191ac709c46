import { LISTED } from '#tests/setup/demo-products.ts'
import { createWishes } from '#tests/factories.ts'
import { createAccount, signIn } from '../accounts.ts'
import { bar, header, open } from '../navigation.ts'
import { expect, test } from '../shop.ts'

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the menu contains the links, and opens the categories step by step', async ({ page }) => {
    await open(page, '/')
    await header(page).getByRole('button', { name: 'Menu', exact: true }).tap()
    const sheet = page.locator('#site-menu')
    for (const name of ['Home', 'Discover', 'Wishlist', 'About', 'Search', 'Sign In', 'Sign Up'])
      await expect(sheet.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(sheet.getByRole('link', { name: 'Orders Coming Soon' })).toBeVisible()
    await sheet.getByRole('button', { name: 'By category' }).tap()
    const back = sheet.getByRole('button', { name: '← Back' })
    await expect(back).toBeFocused()
    await sheet.getByRole('button', { name: /^Shoes/ }).tap()
    await expect(sheet.getByRole('link', { name: 'View All Shoes' })).toBeVisible()
    await expect(back).toBeFocused()
    await back.tap()
    await expect(sheet.getByRole('button', { name: /^Shoes/ })).toBeFocused()
    await back.tap()
    await expect(sheet.getByRole('button', { name: 'By category' })).toBeFocused()
    await sheet.getByRole('button', { name: 'By category' }).tap()
    await sheet.getByRole('button', { name: /^Shoes/ }).tap()
    await sheet.getByRole('link', { name: 'View All Shoes' }).tap()
    await expect(page).toHaveURL(/\/discover\?category=shoes$/)
    await expect(sheet).toBeHidden()
  })

  test('Back goes up one step in the menu and then closes it, and a followed link removes it from the history', async ({
    page,
  }) => {
    await open(page, '/ranking')
    const sheet = page.locator('#site-menu')
    const openMenu = () => header(page).getByRole('button', { name: 'Menu', exact: true }).tap()
    const drill = async () => {
      await openMenu()
      await sheet.getByRole('button', { name: 'By category' }).tap()
      await sheet.getByRole('button', { name: /^Shoes/ }).tap()
      await expect(sheet.getByRole('link', { name: 'View All Shoes' })).toBeVisible()
    }
    const asked: string[] = []
    page.on('request', (request) => new URL(request.url()).pathname.endsWith('.data') && asked.push(request.url()))
    await drill()
    await page.goBack()
    await expect(sheet.getByRole('button', { name: /^Shoes/ })).toBeFocused()
    await page.goBack()
    await expect(sheet.getByRole('button', { name: 'By category' })).toBeFocused()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/\/ranking$/)
    // The router did not navigate, so it loaded nothing.
    expect(asked).toEqual([])

    await drill()
    await sheet.getByRole('link', { name: 'View All Shoes' }).tap()
    await expect(page).toHaveURL(/\/discover\?category=shoes$/)
    await expect(page.locator('main article').first()).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why is this here?')
    await expect(sheet).toBeHidden()

    await openMenu()
    await sheet.getByRole('button', { name: 'Close menu' }).tap()
    await expect(sheet).toBeHidden()
    await expect.poll(() => page.evaluate(() => (history.state as { depth?: number }).depth ?? 0)).toBe(0)
  })

  test('Back closes the filters, the image and the dialog before it leaves the page', async ({ page }) => {
    await open(page, '/ranking')
    await open(page, '/discover?all=true')
    const sheet = page.getByRole('dialog', { name: 'Filters' })
    await page.getByRole('button', { name: 'Filters' }).tap()
    await sheet.getByRole('checkbox', { name: /^On sale/ }).check()
    await expect(page).toHaveURL(/onSale=true/)
    await expect(page.locator('[aria-label="Remove filter On sale"]')).toBeAttached()
    await sheet.getByRole('button', { name: 'Close filters' }).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(sheet.getByRole('button', { name: /^Show / })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(sheet.getByRole('button', { name: 'Close filters' })).toBeFocused()
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/onSale=true/)

    await page.locator('main article').getByRole('link').first().tap()
    await expect(page).toHaveURL(/\/product\//)
    await page.getByRole('link', { name: 'View full screen' }).tap()
    const zoom = page.getByRole('dialog', { name: /picture 1 of/ })
    await expect(zoom).toHaveCount(1)
    await page.goBack()
    await expect(zoom).toHaveCount(0)
    await page
      .getByRole('main')
      .getByRole('button', { name: /Wishlist/ })
      .first()
      .tap()
    const signIn = page.getByRole('dialog', { name: 'Sign In' })
    await expect(signIn).toBeVisible()
    await page.goBack()
    await expect(signIn).toBeHidden()
    await expect(page).toHaveURL(/\/product\//)

    await page.goBack()
    await expect(page).toHaveURL(/\/discover\?.*onSale=true/)
    await page.goBack()
    await expect(page).toHaveURL(/\/discover\?all=true$/)
    await page.goBack()
    await expect(page).toHaveURL(/\/ranking$/)
  })

  test('nothing is sticky on a short screen, and sorting is an icon on a narrow screen', async ({ page }) => {
    await open(page, '/discover?all=true')
    const order = page.locator('.list-sort')
    const unmarked = await order.evaluate((label) => getComputedStyle(label).borderColor)
    await page.getByLabel('Sort by').selectOption('price_desc')
    await expect(page).toHaveURL(/sort=price_desc/)
    expect(await order.evaluate((label) => getComputedStyle(label).borderColor)).not.toBe(unmarked)
    const { width, height } = (await order.boundingBox())!
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    await page.setViewportSize({ width: 667, height: 375 })
    await page.evaluate(() => window.scrollTo(0, 1200))
    const stuck = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll('.shop-header, .list-bar, .bottom-bar')].filter((bar) => {
            const { top, bottom } = bar.getBoundingClientRect()
            return bottom > 0 && top < innerHeight
          }).length,
      )
    await expect.poll(stuck).toBe(0)
  })

  test('the Search link focuses the search box, but Back does not', async ({ page }) => {
    await open(page, '/ranking')
    await bar(page).getByRole('link', { name: 'Search' }).tap()
    await expect(page).toHaveURL(/\/discover$/)
    const box = page.getByRole('main').getByRole('combobox')
    await expect(box).toBeFocused()
    await box.fill('dress')
    await box.press('Enter')
    await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/discover$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Discover')
    await expect(box).not.toBeFocused()
  })

  test('the bottom bar shows the current section and does not cover content', async ({ page }) => {
    for (const [path, active] of [
      ['/', 'Home'],
      ['/discover?all=true', 'Discover'],
      ['/discover', 'Search'],
      ['/discover?category=shoes', 'Search'],
      ['/wishlist', 'Wishlist'],
      ['/login', 'Login'],
    ] as const) {
      await open(page, path)
      await expect(bar(page).locator('[aria-current=page]')).toHaveText(active)
    }
    await open(page, '/wishlist')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to view your wishlist')
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const last = await page.getByRole('contentinfo').boundingBox()
    expect(last!.y + last!.height).toBeLessThanOrEqual((await bar(page).boundingBox())!.y + 2)
    await open(page, '/discover')
    await page.getByRole('main').getByRole('combobox').tap()
    await expect(bar(page)).toBeHidden()
    await open(page, '/discover?all=true')
    await page.getByRole('button', { name: 'Filters' }).tap()
    await page
      .locator('#filters')
      .getByRole('button', { name: /^Show [\d,]+ products$/ })
      .tap()
    await expect(bar(page)).toBeVisible()
  })

  test('the wishlist badge counts each heart immediately, and stops at 99', async ({ page, db }) => {
    test.setTimeout(60_000)
    const { id, email } = await createAccount(db)
    const products = await db.product.findMany({
      where: LISTED,
      take: 100,
      orderBy: { id: 'asc' },
      select: { id: true },
    })
    await createWishes(
      db,
      id,
      products.slice(0, 2).map((product) => product.id),
    )
    await signIn(page, email)
    const grid = page.locator('main .product-grid')
    const tab = bar(page).getByRole('link', { name: /^Wishlist/ })
    await expect(tab).toHaveText('Wishlist2 saved')
    await expect(bar(page).getByRole('link', { name: 'Account' })).toHaveAttribute('href', '/settings')
    await tab.tap()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Wishlist')
    await expect(grid.locator('article')).toHaveCount(2)
    await expect(page.getByText('2 items', { exact: true })).toBeVisible()
    await grid
      .getByRole('button', { name: /^In Wishlist/ })
      .first()
      .tap()
    await expect(tab).toHaveText('Wishlist1 saved')
    await expect(page.getByText('1 item', { exact: true })).toBeVisible()
    await expect(page.getByText('Removed from wishlist')).toBeVisible()
    const note = page.getByText('Removed. Tap the heart to add it back.')
    await expect(note).toBeVisible()
    await grid.getByRole('button', { name: /^Add to Wishlist/ }).tap()
    await expect(note).toHaveCount(0)
    await expect(page.getByText('Added to wishlist')).toBeVisible()
    await expect(page.getByText('2 items', { exact: true })).toBeVisible()
    await expect(tab).toHaveText('Wishlist2 saved')
    await db.wishlistItem.deleteMany({ where: { userId: id } })
    await createWishes(
      db,
      id,
      products.map((product) => product.id),
    )
    await page.reload()
    await expect(tab).toHaveText('Wishlist99+ saved')
    await db.wishlistItem.deleteMany({ where: { userId: id } })
    await page.reload()
    await expect(page.getByRole('link', { name: 'Start Shopping' })).toHaveAttribute('href', '/discover?all=true')
    await expect(tab).toHaveText('Wishlist')
  })
})
