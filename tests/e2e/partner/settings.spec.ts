import { createPartner, createProduct } from '#tests/factories.ts'
import { createAccount, enterAs, expect, openDashboard, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

test.use({ timezoneId: 'Europe/Berlin' })

const settings = (tab: string) => `/brand/dashboard/settings${tab}`
/** One page of each kind, because the others have the same parts. */
const IN_LIGHT = [
  '',
  '/products',
  '/settings/store',
  '/settings/export',
  '/settings/usage',
  '/team',
  '/help/pictures',
  '/invoices',
]

test("a store is renamed, gets the device's time zone, and is paused and resumed", async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const store = await createPartner(db, {
    ownerId,
    phone: '0123456789',
    country: 'GB',
    createdAt: new Date('2020-01-01'),
  })
  const product = await createProduct(db, { partnerId: store.id })
  await enterAs(page, db, ownerId)

  await page.goto(settings(''))
  await page.getByRole('link', { name: 'Edit Profile' }).click()
  await page.getByLabel('Business name').fill('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Business name is required')).toBeVisible()
  const name = `Renamed ${process.pid} ${Date.now()}`
  await page.getByLabel('Business name').fill(name)
  await page.getByRole('button', { name: 'Use device time zone (Europe/Berlin)' }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByRole('status').getByText('Profile updated successfully')).toBeVisible()
  await expect(page.getByRole('complementary').getByText(name)).toBeVisible()
  await page.goto('/brand/dashboard/sales')
  await page.getByRole('link', { name: 'Europe/Berlin' }).click()
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Berlin')
  await expect(page.getByRole('button', { name: /^Use device time zone/ })).toHaveCount(0)

  await page.goto(settings('/store'))
  await page.getByRole('button', { name: 'Pause the store' }).click()
  await expect(page.getByText(/Your store is paused(\.| until)/)).toBeVisible()
  const gone = await page.request.get(`/go/${product.id}?src=product`, { maxRedirects: 0 })
  expect(gone.status()).not.toBe(302)
  await page.getByRole('button', { name: 'Reopen the store' }).click()
  await expect(page.getByText(/Your store is paused(\.| until)/)).toBeHidden()
})

test("an owner changes the dashboard's theme, charts, refresh interval and sidebar", async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const { id: partnerId } = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  await createProduct(db, { partnerId })
  await enterAs(page, db, ownerId)
  const display = () => db.dashboardPreferences.findUnique({ where: { userId: ownerId } })
  const bars = page.getByRole('region', { name: 'Your plan' }).locator('li [style]')

  await page.goto(settings('/billing'))
  await expect(bars.first()).toBeVisible()
  expect(await axeFindings(page), 'in dark').toEqual([])

  await openDashboard(page, settings('/display'))
  await page.getByLabel('Light').check()
  await page.getByLabel('Show charts').uncheck()
  await page.getByLabel('Refresh interval').selectOption({ label: '5 minutes' })
  // Each choice is saved at once, as on Notifications.
  await expect(page.getByRole('status').getByText('Display settings saved')).toBeVisible()
  await expect.poll(display).toMatchObject({ theme: 'light', showCharts: false, refreshInterval: 300 })
  // The server renders the theme, without scripts.
  expect(await (await page.request.get('/brand/dashboard')).text()).toContain('light-theme')
  for (const path of IN_LIGHT) {
    await page.goto(`/brand/dashboard${path}`)
    expect(await axeFindings(page), `${path} in light`).toEqual([])
  }
  await page.goto(settings('/billing'))
  await expect(page.getByRole('region', { name: 'Your plan' })).toBeVisible()
  await expect(bars).toHaveCount(0)

  await page.getByRole('button', { name: 'Sidebar with names' }).click()
  await expect(page.getByRole('complementary')).toHaveCSS('width', '64px')
})

test('the products refresh at the set interval, but not while any are selected', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  const { id: partnerId } = await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  await createProduct(db, { partnerId, name: 'Worn coat' })
  await enterAs(page, db, ownerId)
  await page.clock.install()
  await page.goto('/brand/dashboard/products')
  await createProduct(db, { partnerId, name: 'Arrived since' })
  // Retries, because the page may not be interactive yet.
  await expect(async () => {
    await page.clock.fastForward('00:31')
    await expect(page.getByRole('table').getByRole('link', { name: 'Arrived since' })).toBeVisible({ timeout: 1_000 })
  }).toPass()

  await page.getByRole('checkbox', { name: 'Select Worn coat' }).check()
  // Move the focus out of the fields.
  await page.getByRole('heading', { level: 1 }).click()
  let asked = 0
  page.on('request', (request) => (asked += /\/brand\/dashboard\/products(\.data|\?_data)/.test(request.url()) ? 1 : 0))
  await page.clock.fastForward('02:00')
  expect(asked).toBe(0)
  await page.getByRole('checkbox', { name: 'Select Worn coat' }).uncheck()
  await page.getByRole('heading', { level: 1 }).click()
  await page.clock.fastForward('00:31')
  await expect.poll(() => asked).toBeGreaterThan(0)
})

test('on a phone: the dashboard suggests a larger screen once, and works', async ({ page, db }) => {
  const { id: ownerId } = await createAccount(db, { role: 'partner' })
  await createPartner(db, { ownerId, createdAt: new Date('2020-01-01') })
  await enterAs(page, db, ownerId)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/brand/dashboard')
  await page.getByRole('dialog').getByRole('button', { name: 'Continue Anyway' }).click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL('/brand/dashboard/help')
  await expect(page.getByRole('link', { name: 'Invoices', exact: true })).toBeHidden()
  await page.reload()
  await page.getByLabel('Search help articles').fill('utm')
  await expect(page.getByText('1 article', { exact: true })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  // A new tab has separate session storage.
  const tab = await page.context().newPage()
  await tab.setViewportSize({ width: 360, height: 740 })
  await openDashboard(tab, '/brand/dashboard')
  await expect(tab.getByRole('dialog')).toBeHidden()
  await tab.close()
  for (const path of ['help', 'team', 'settings', 'settings/store', 'invoices']) {
    await page.goto(`/brand/dashboard/${path}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
  }
})
