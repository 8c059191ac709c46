import type { Page } from '@playwright/test'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import { createAccount, enterAs, expect, test } from '../accounts.ts'

const NAMES = { USD: 'US dollars', GBP: 'British pounds', EUR: 'Euros', own: "Each store's own currency" }
const choice = (page: Page, currency: keyof typeof NAMES) =>
  page.getByRole('contentinfo').getByRole('group', { name: 'Prices in' }).getByRole('button', { name: NAMES[currency] })
const expectChosen = (page: Page, currency: keyof typeof NAMES) =>
  expect(choice(page, currency)).toHaveAttribute('aria-pressed', 'true')
const abouts = (page: Page) => page.getByRole('main').locator('[data-about]:visible')
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number }).shifts)

test('prices are also shown in the chosen currency, without a layout shift', async ({ page, db }) => {
  const product = await findTypicalProduct(db)
  const [other, sign] = product.currency === 'EUR' ? (['GBP', '£'] as const) : (['EUR', '€'] as const)
  await page.goto(`/product/${product.id}`)
  // The browser's region is the United States.
  await expectChosen(page, 'USD')
  await choice(page, 'own').click()
  await expectChosen(page, 'own')
  await expect(abouts(page)).toHaveCount(0)
  await choice(page, other).click()
  const price = abouts(page).first()
  await expect(price).toHaveText(new RegExp(`^about ${sign}\\d`))

  // The next page keeps the currency, even when the rates arrive late.
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shifts: number }).shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  let sendRates = () => {}
  const held = new Promise<void>((done) => (sendRates = done))
  await page.route('**/rates', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/product/${product.id}`)
  await expectChosen(page, other)
  await expect(price).toHaveText('')
  const before = await shifts(page)
  sendRates()
  await expect(price).toHaveText(/^about /)
  expect(await shifts(page)).toBe(before)

  // Prices in the store's own currency need no conversion.
  await page.goto('/shop')
  await expect(abouts(page).first()).toHaveText(/^about /)
  await choice(page, 'own').click()
  await expect(abouts(page)).toHaveCount(0)
})

test('the price filter uses the chosen currency', async ({ page }) => {
  await page.goto('/discover?all=true')
  await choice(page, 'GBP').click()
  await expect(page.getByRole('link', { name: 'Under £50' })).toBeVisible()
  await page.getByLabel('Highest price in pounds').fill('80')
  await page.getByLabel('Highest price in pounds').press('Enter')
  await expect(page).toHaveURL(/currency=GBP/)
  await expect(page).toHaveURL(/priceMax=80/)
})

test('an account has the same currency in every browser', async ({ page, browser, db }) => {
  const { id } = await createAccount(db)
  await enterAs(page, db, id)
  await page.goto('/shop')
  await choice(page, 'EUR').click()
  await expect
    .poll(() => db.profile.findUniqueOrThrow({ where: { userId: id }, select: { currency: true } }))
    .toEqual({ currency: 'EUR' })
  const other = await (await browser.newContext({ baseURL: process.env.SHOP_URL ?? '' })).newPage()
  await enterAs(other, db, id)
  await other.goto('/shop')
  await expectChosen(other, 'EUR')
  await other.context().close()
})
