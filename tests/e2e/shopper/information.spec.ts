import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { createAccount, expect, signIn, test } from '../accounts.ts'

const productIds = (page: Page, within: string) => page.locator(`${within} article a[href^="/product/"]`).evaluateAll((links) => links.map((link) => link.getAttribute('href')))

/** The figures of the shop as they were at a moment, counted in another way than the shop counts them. */
async function countAt(db: Db, moment: Date) {
  const products = await db.product.findMany({
    where: { status: 'active', partner: { verificationStatus: 'approved' }, createdAt: { lte: moment } },
    select: { partnerId: true, brandId: true, category: { select: { id: true, parentId: true } } },
  })
  const distinct = (values: Array<string | null | undefined>) => new Set(values.filter(Boolean)).size
  return {
    products: products.length, partners: distinct(products.map(({ partnerId }) => partnerId)), brands: distinct(products.map(({ brandId }) => brandId)),
    categories: distinct(products.flatMap(({ category }) => [category?.id, category?.parentId])),
  }
}

for (const path of ['/about-wtf', '/about']) {
  test(`${path} shows what the database counts, and is read without JavaScript`, async ({ browser, baseURL, db }) => {
    const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(path)
    const countedAt = new Date((await page.locator('main time').getAttribute('datetime'))!)
    const expected = await countAt(db, countedAt)
    for (const [figure, count] of Object.entries(expected)) await expect(page.locator(`[data-figure=${figure}]`)).toHaveText(count.toLocaleString('en-US'))
    await expect(page.getByRole('link', { name: 'How we rank' }).first()).toHaveAttribute('href', '/ranking')
    await expect(page.getByRole('link', { name: 'Become a partner' })).toHaveAttribute('href', '/brand/signup')
    await expect(page.getByRole('main').getByRole('link', { name: 'Discover', exact: true })).toHaveAttribute('href', '/discover?all=true')
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${path}$`))
    await expect(page.getByRole('main')).not.toContainText(/280|50K|500\+|collections/i)
    await context.close()
  })
}

test('the sitemap has the information pages, and they answer', async ({ request }) => {
  const index = await (await request.get('/sitemap.xml')).text()
  const pages = index.includes('<sitemapindex') ? await (await request.get('/sitemap-pages.xml')).text() : index
  const listed = [...pages.matchAll(/<loc>https?:\/\/[^/]+(\/[a-z/-]*)<\/loc>/g)].map(([, path]) => path!)
  expect(listed).toEqual(expect.arrayContaining(['/about', '/about-wtf', '/features', '/ranking']))
  for (const path of listed) expect([path, (await request.get(path)).status()]).toEqual([path, 200])
})

test('what rises with the scrolling stands still with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/about-wtf')
  expect(await page.locator('.rise').evaluateAll((elements) => elements.filter((element) => getComputedStyle(element).opacity !== '1' || element.getAnimations().length).length)).toBe(0)
})

test.describe('the film of /features', () => {
  const states = (page: Page) => page.locator('.film-strip').evaluateAll((strips) => strips.map((strip) => strip.getAnimations()[0]?.playState))

  test('stands until it is played, and stands again when it is paused', async ({ page }) => {
    await page.goto('/features')
    const film = page.getByRole('switch', { name: 'Play the film' })
    await expect(film).not.toBeChecked()
    expect(await states(page)).toEqual(['paused', 'paused', 'paused'])
    await film.focus()
    await page.keyboard.press('Space')
    await expect(film).toBeChecked()
    await expect.poll(() => states(page)).toEqual(['running', 'running', 'running'])
    await page.locator('.film-control').click()
    await expect.poll(() => states(page)).toEqual(['paused', 'paused', 'paused'])
  })

  test('is a picture with reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/features')
    await expect(page.locator('.film-picture').first()).toBeVisible()
    await expect(page.getByRole('switch')).toHaveCount(0)
    expect(await states(page)).toEqual([undefined, undefined, undefined])
  })
})

test('/features leads on', async ({ page }) => {
  await page.goto('/features')
  const main = page.getByRole('main')
  for (const name of ['Try Features Now', 'Start Exploring']) await expect(main.getByRole('link', { name })).toHaveAttribute('href', '/discover?all=true')
  await expect(main.getByRole('link', { name: 'Join Community' })).toHaveAttribute('href', '/signup')
  await main.getByRole('link', { name: 'Explore Features' }).click()
  await expect(page.getByRole('heading', { name: 'Personalisation' })).toBeInViewport()
})

test('the demo of /features is the real search', async ({ page }) => {
  await page.goto('/features')
  const demo = page.locator('#demo')
  const field = demo.getByRole('searchbox')
  await demo.getByRole('link', { name: 'something warm for a rainy commute, not wool' }).click()
  await expect(page).toHaveURL(/demo=something/)
  await expect(field).toHaveValue('something warm for a rainy commute, not wool')
  await expect(demo.getByRole('list', { name: 'What it understood' }).getByRole('listitem')).toHaveText(['Warm', 'Rain', 'Commute', 'Not wool'])
  await field.fill('red dress under 500 dollars')
  await field.press('Enter')
  await expect(page).toHaveURL(/demo=red/)
  await expect(demo.getByRole('list', { name: 'What it understood' }).getByRole('listitem')).toHaveText(['Dresses', 'Red', 'Under $500'])
  const shown = await productIds(page, '#demo')
  await demo.getByRole('link', { name: /in Discover$/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('"red dress under 500 dollars"')
  expect(shown.length).toBeGreaterThan(0)
  expect((await productIds(page, 'main')).slice(0, shown.length)).toEqual(shown)
  await page.goto(`/features?demo=${encodeURIComponent('zzqxj <b>')}`)
  await expect(demo.getByRole('heading', { name: 'No Products Found' })).toBeVisible()
  await expect(demo.getByText('We couldn\'t find any products matching "zzqxj <b>". Try different keywords.')).toBeVisible()
})

test('the demo works without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/features')
  const demo = page.locator('#demo')
  await demo.getByRole('searchbox').fill('black jeans')
  await demo.getByRole('button', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/features\?demo=black\+jeans#demo$/)
  await expect(demo).toBeInViewport()
  await expect(demo.getByRole('searchbox')).toHaveValue('black jeans')
  await expect(demo.locator('article').first()).toBeVisible()
  await demo.getByRole('link', { name: 'wedding guest outfit in sage green' }).click()
  await expect(demo.getByRole('list', { name: 'What it understood' }).getByRole('listitem')).toHaveText(['Sage green', 'Wedding guest'])
  await context.close()
})

async function enterStores(page: Page, email: string): Promise<void> {
  await page.goto('/login?redirectTo=/stores')
  await signIn(page, email)
  await expect(page).toHaveURL(/\/stores$/)
  await expect(page.getByRole('link', { name: /^Visit Store/ }).first()).toBeVisible()
}

test.describe('the partner stores', () => {
  test('ask visitors to sign in, and are there afterwards', async ({ page, db }) => {
    const { email } = await createAccount(db)
    const answer = await page.goto('/stores?view=all')
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('heading', { name: 'Sign in to see the stores' })).toBeVisible()
    await expect(page.getByRole('link', { name: /^Visit Store/ })).toHaveCount(0)
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
    await expect(page).toHaveURL(/\/login/)
    await signIn(page, email)
    await expect(page).toHaveURL(/\/stores\?view=all$/)
    await expect(page.getByRole('link', { name: /^Visit Store/ }).first()).toBeVisible()
  })

  test('show what the database knows, and lead to the store', async ({ page, db }) => {
    const { email } = await createAccount(db)
    await enterStores(page, email)
    const partner = await db.partner.findFirstOrThrow({ where: { verificationStatus: 'approved', media: { some: {} }, products: { some: { status: 'active' } } }, orderBy: { businessName: 'asc' }, include: { _count: { select: { products: { where: { status: 'active' } } } } } })
    await page.goto(`/stores?q=${encodeURIComponent(partner.businessName)}`)
    const card = page.locator('.store-card').filter({ hasText: partner.businessName })
    await expect(card.locator('dd').first()).toHaveText(partner._count.products.toLocaleString('en-US'))
    if (!(await db.productReview.count({ where: { partnerId: partner.id, status: 'approved' } }))) await expect(card.getByText('No reviews yet')).toBeVisible()
    await expect(page.getByRole('main')).not.toContainText(/bronze|silver|platinum|total sales/i)
    await card.getByRole('link', { name: /^Visit Store/ }).click()
    await expect(page).toHaveURL(`/brand/${partner.id}`)
  })

  test('can be kept, searched and let go', async ({ page, db }) => {
    test.setTimeout(60_000)
    const { id: userId, email } = await createAccount(db)
    await enterStores(page, email)
    const card = page.locator('.store-card').first()
    const name = await card.getByRole('heading').innerText()
    const heart = card.getByRole('button', { name: /among my favourites/ })
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    await heart.click()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('Added to your favourite stores')).toBeVisible()
    expect((await db.favouriteStore.findMany({ where: { userId }, include: { partner: true } })).map(({ partner }) => partner.businessName)).toEqual([name])
    await page.reload()
    await expect(page.locator('.store-card').filter({ hasText: name }).getByRole('button', { name: /among my favourites/ })).toHaveAttribute('aria-pressed', 'true')
    await page.getByRole('navigation', { name: 'Stores' }).getByRole('link', { name: 'My favourites' }).click()
    await expect(page.getByText('1 store', { exact: true })).toBeVisible()
    await expect(page.locator('.store-card h3')).toHaveText([name])
    await page.locator('.store-card').getByRole('button', { name: /among my favourites/ }).click()
    await expect(page.getByText('Removed from your favourite stores')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'No favourites yet' })).toBeVisible()
    await page.goto('/stores')
    await page.getByRole('searchbox', { name: 'Search stores' }).fill(name.slice(1, 6).toUpperCase())
    await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.locator('.store-card h3').filter({ hasText: name })).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search stores' }).fill('zzqxj')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'No stores found' })).toBeVisible()
  })

  test('take a heart back that was not saved', async ({ page, db, errors }) => {
    const { id: userId, email } = await createAccount(db)
    await enterStores(page, email)
    await page.route('**/trpc/stores.favourite*', (route) => route.abort())
    const heart = page.locator('.store-card').first().getByRole('button', { name: /among my favourites/ })
    await heart.click()
    await expect(page.getByText('Connection Error: Failed to update your favourite stores. Please try again.')).toBeVisible()
    await expect(heart).toHaveAttribute('aria-pressed', 'false')
    expect(await db.favouriteStore.count({ where: { userId } })).toBe(0)
    expect(errors.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
  })

  test('ask again once the session is over', async ({ page, db, context }) => {
    const { email } = await createAccount(db)
    await enterStores(page, email)
    const heart = page.locator('.store-card').first().getByRole('button', { name: /among my favourites/ })
    await expect(heart).toBeVisible()
    await context.clearCookies()
    await heart.click()
    await expect(page.getByRole('heading', { name: 'Sign in to see the stores' })).toBeVisible()
  })

  test('can be kept without JavaScript', async ({ browser, baseURL, db }) => {
    const { id: userId, email } = await createAccount(db)
    const context = await browser.newContext({ baseURL: baseURL!, javaScriptEnabled: false })
    const page = await context.newPage()
    await enterStores(page, email)
    const heart = page.locator('.store-card').first().getByRole('button', { name: /among my favourites/ })
    await heart.click()
    await expect(page.getByText('Added to your favourite stores')).toBeVisible()
    await expect(heart).toHaveAttribute('aria-pressed', 'true')
    expect(await db.favouriteStore.count({ where: { userId } })).toBe(1)
    await heart.click()
    await expect(page.getByText('Removed from your favourite stores')).toBeVisible()
    expect(await db.favouriteStore.count({ where: { userId } })).toBe(0)
    await context.close()
  })

  test('have nothing serious for axe', async ({ page, db }) => {
    test.setTimeout(60_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterStores(page, (await createAccount(db)).email)
    for (const [width, path] of [[360, '/stores'], [1280, '/stores'], [1280, '/stores?view=all&q=zzqxj'], [360, '/stores?favourites=true']] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${path} at ${width}: ${id} ${nodes[0]?.html}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
    }
  })
})
