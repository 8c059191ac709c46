import type { Locator, Page } from '@playwright/test'
import { createAccount, enterAs, expect, test } from '../accounts.ts'
import { findingsAt } from '../axe.ts'

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

test('every tab of the settings can be opened', async ({ page, db }) => {
  await enterAs(page, db, (await createAccount(db)).id)
  await page.goto('/settings')
  const tabs = page.getByRole('navigation', { name: 'Settings' })
  for (const name of [
    'Preferences',
    'Search Settings',
    'Notifications',
    'Privacy',
    'Wishlist',
    'Your reviews',
    'Assistants',
    'Profile',
  ]) {
    await tabs.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(tabs.locator('[aria-current]')).toHaveText(name)
  }
})

test('a form opens in place with the focus in it, keeps rejected input, and confirms a save once', async ({
  page,
  db,
}) => {
  const { id } = await createAccount(db)
  await enterAs(page, db, id)
  await page.goto('/settings')
  const profile = section(page, 'Personal details')
  await profile.getByRole('link', { name: 'Edit profile' }).click()
  await expect(profile.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await profile.getByRole('textbox', { name: 'Phone' }).fill('12345')
  await profile.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'United Kingdom' })
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(
    /Please enter a valid phone number/,
  )
  await expect(profile.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  await expect(profile.getByRole('textbox', { name: 'Phone' })).toHaveValue('12345')
  await expect(profile.getByRole('combobox', { name: 'Country' })).toHaveValue('GB')
  await profile.getByRole('textbox', { name: 'Phone' }).fill('+44 1904 555 0123')
  await profile.getByRole('button', { name: 'Save profile' }).click()
  await expect(profile.getByRole('status')).toHaveText('Profile saved')
  await expect(profile).toContainText('United Kingdom')
  expect(await db.profile.findUnique({ where: { userId: id } })).toMatchObject({
    phone: '+44 1904 555 0123',
    country: 'GB',
  })
  await page.reload()
  await expect(profile.getByRole('link', { name: 'Edit profile' })).toBeVisible()
  await expect(profile.getByRole('status')).toBeEmpty()
})

test('search mode and notifications are saved when they are chosen', async ({ page, db }) => {
  const { id } = await createAccount(db)
  await enterAs(page, db, id)
  await page.goto('/settings/search')
  await page.getByRole('radio', { name: /^Intelligent/ }).check()
  await expect(section(page, 'Search mode').getByRole('status')).toHaveText('Search mode saved')
  await page.goto('/settings/notifications')
  await page.getByRole('switch', { name: /^Back in stock/ }).check()
  await expect(section(page, 'Optional emails').getByRole('status')).toHaveText('Notifications saved')
  await page.reload()
  await expect(page.getByRole('switch', { name: /^Back in stock/ })).toBeChecked()
  expect(await db.user.findUnique({ where: { id }, select: { searchMode: true, notifications: true } })).toEqual({
    searchMode: 'intelligent',
    notifications: { priceDrops: false, backInStock: true, reviewRequests: false, news: false },
  })
})

test.describe('in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  test('the time zone of the device is offered and saved', async ({ page, db }) => {
    const { id } = await createAccount(db)
    await enterAs(page, db, id)
    await page.goto('/settings/wishlist')
    await page.getByRole('button', { name: 'Use device time zone (Asia/Tokyo)' }).click()
    await page.getByRole('button', { name: 'Save wishlist settings' }).click()
    await expect(section(page, 'Price drops and quiet hours').getByRole('status')).toHaveText('Wishlist settings saved')
    await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Asia/Tokyo')
    await expect(page.getByRole('button', { name: /^Use device time zone/ })).toHaveCount(0)
    expect(await db.wishlistSettings.findUnique({ where: { userId: id } })).toMatchObject({ timeZone: 'Asia/Tokyo' })
  })
})

test('a provider can be connected, and leads back to a confirmation', async ({ page, db }) => {
  // A failed first attempt of this test may have left the provider connected.
  await db.oAuthAccount.deleteMany({ where: { subject: 'google-Connie' } })
  await enterAs(page, db, (await createAccount(db)).id)
  await page.goto('/settings')
  const connected = section(page, 'Connected accounts')
  await connected.getByRole('button', { name: 'Connect Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Cancelled. Nothing was connected.')).toBeVisible()
  await connected.getByRole('button', { name: 'Connect Google' }).click()
  await page.getByRole('button', { name: 'Connie Google' }).click()
  await expect(connected.getByRole('status')).toHaveText('Connected')
  await connected.getByRole('button', { name: 'Disconnect Google' }).click()
  await expect(connected.getByRole('button', { name: 'Connect Google', exact: true })).toBeVisible()
})

test('a choice that cannot be saved is reverted with a message', async ({ page, db, errors }) => {
  const { id } = await createAccount(db)
  await enterAs(page, db, id)
  await page.goto('/settings/search')
  await page.route('**/settings/search*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('radio', { name: /^Intelligent/ }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Your search mode was not saved. Please try again.' }),
  ).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Normal/ })).toBeChecked()
  expect((await db.user.findUnique({ where: { id } }))?.searchMode).toBe('normal')
  // The browser reports the request that the test aborted.
  expect(errors.splice(0).filter((error) => !error.includes('net::ERR_FAILED'))).toEqual([])
})

test('an account that cannot be loaded shows a message, and can be retried', async ({ page, db, errors }) => {
  await enterAs(page, db, (await createAccount(db)).id)
  await page.goto('/orders')
  await page.route('**/settings.data*', (route) => route.abort())
  await page.getByRole('button', { name: /^Your account/ }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Failed to load user profile')
  await page.unroute('**/settings.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profile')
  // The browser reports the request that the test aborted.
  expect(errors.splice(0).filter((error) => !/net::ERR_FAILED|Failed to fetch/.test(error))).toEqual([])
})

test('a personal token is created and revoked by keyboard, and the page fits phones, tablets and computers', async ({
  page,
  db,
}) => {
  test.setTimeout(90_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, db, (await createAccount(db)).id)
  await page.goto('/settings/assistants')
  const tokens = section(page, 'Personal tokens')
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await tokens.getByRole('textbox', { name: 'Name' }).focus()
  await page.keyboard.type('Claude on my laptop')
  await press('Tab', 'Space')
  await expect(tokens.getByRole('checkbox', { name: /^wishlist:read/ })).not.toBeChecked()
  await press('Space', 'Tab', 'Space', 'Tab', 'Tab', 'Tab', 'Tab')
  await expect(tokens.getByRole('combobox', { name: 'Expires after' })).toBeFocused()
  await press('Tab', 'Enter')
  await expect(tokens.getByRole('status').filter({ hasText: 'created' })).toContainText('wtfp_')
  expect(await findingsAt(page, [1280, 768, 360], { onlySerious: false })).toEqual([])
  expect(await db.personalToken.findMany({ where: { name: 'Claude on my laptop' }, select: { scopes: true } })).toEqual(
    [{ scopes: ['wishlist:read', 'wishlist:write', 'searches:read', 'sizes:read'] }],
  )
  await tokens.getByText('Revoke Claude on my laptop', { exact: true }).focus()
  await press('Enter', 'Tab', 'Enter')
  await expect(tokens.getByRole('status').first()).toHaveText('Token revoked')
  await expect(tokens).toContainText('No tokens yet.')
})

test('axe finds nothing in settings, and nothing is wider than the screen', async ({ page, db }) => {
  test.setTimeout(90_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, db, (await createAccount(db, { emailVerifiedAt: null })).id)
  for (const path of [
    '/settings',
    '/settings/preferences',
    '/settings/assistants',
    '/settings/search',
    '/settings/notifications',
    '/settings/privacy',
    '/settings/wishlist',
    '/settings/reviews',
    '/settings?edit=profile',
    '/settings?edit=email',
    '/settings?edit=password',
    '/orders',
    '/settings/closed',
  ]) {
    await page.goto(path)
    for (const summary of await page.locator('main summary').all()) await summary.click()
    expect([path, await findingsAt(page, [1280, 360], { onlySerious: false })]).toEqual([path, []])
  }
})
