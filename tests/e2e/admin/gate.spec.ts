import type { Page } from '@playwright/test'
import { setSiteState } from '#server/site/site-settings.service.ts'
import { DEMO_PASSWORD } from '#demo/seed-accounts.ts'
import { closedTest as test, expect, OWN_ENV, reopen } from '../own-shop.ts'
import type { Db } from '#server/platform/db.ts'

test.describe.configure({ mode: 'serial' })
test.afterAll(reopen)

const heading = (page: Page) => page.getByRole('heading', { name: /Back\s*soon/ })

/** Sets the state and waits until the shop has noticed it, which may take a moment after a change in the database. */
async function set(page: Page, db: Db, state: 'live' | 'coming_soon' | 'maintenance') {
  await setSiteState({ db, visit: null, viewer: null }, { state })
  await expect
    .poll(async () => (await page.request.get('/ranking')).status(), { timeout: 5_000 })
    .toBe(state === 'live' ? 200 : 503)
}

async function signInAdmin(page: Page) {
  await page.goto('/login')
  const main = page.getByRole('main')
  await main.getByLabel('Email Address').fill('admin@wtf.example')
  await main.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await main.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('switch', { name: 'Maintenance Mode' })).toBeVisible()
}

test('visitors to a closed site see the maintenance screen at every URL, except on pages that stay open', async ({
  page,
  db,
}) => {
  await set(page, db, 'maintenance')
  for (const path of ['/discover?all=true', '/nowhere', '/']) {
    const answer = await page.goto(path)
    expect([answer?.status(), Number(answer?.headers()['retry-after']) > 0]).toEqual([503, true])
    await expect(heading(page)).toBeVisible()
    await expect(page.getByRole('banner')).toHaveCount(0)
  }
  await expect(page).toHaveTitle('Maintenance | WTF')
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(heading(page)).toHaveCount(0)
  await set(page, db, 'live')
})

test('a page opened before the site closes leads to the maintenance screen, and back once it reopens', async ({
  page,
  db,
}) => {
  await page.goto('/about-wtf')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Discover', exact: true })
  await expect(link).toBeVisible()
  await set(page, db, 'maintenance')
  await link.click()
  await expect(heading(page)).toBeVisible()
  await expect(page).toHaveURL(/\/discover/)
  await set(page, db, 'live')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page).toHaveURL(/\/discover/)
})

test('every page shows the landing page before the launch', async ({ page, db }) => {
  await set(page, db, 'coming_soon')
  expect((await page.goto('/discover'))?.status()).toBe(503)
  await expect(page.getByText('Coming Soon', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Notify Me' })).toBeVisible()
  await set(page, db, 'live')
})

test('an administrator closes the site to everyone else, with a notice, and reopens it', async ({
  page,
  db,
  browser,
  ownShop,
}) => {
  await signInAdmin(page)
  const toggle = page.getByRole('switch', { name: 'Maintenance Mode' })
  const visitor = await browser.newPage({ baseURL: ownShop.url })
  for (const [title, status, isOn] of [
    ['Maintenance mode enabled', 503, 'true'],
    ['Maintenance mode disabled', 200, 'false'],
  ] as const) {
    const loaded = page.waitForEvent('load')
    // Starts before the click and checks every frame, because the message is shown only briefly.
    const shown = page.waitForFunction(
      (texts) => texts.every((text) => document.body.innerText.includes(text)),
      [title, 'Refreshing page...'],
    )
    await toggle.click()
    if (status === 503) {
      const dialog = page.getByRole('dialog', { name: 'Close the shop?' })
      await dialog.getByRole('button', { name: 'Keep it open' }).click()
      await expect(dialog).toHaveCount(0)
      expect((await visitor.goto('/ranking'))?.status()).toBe(200)
      await toggle.click()
      await dialog.getByRole('button', { name: 'Close the shop' }).click()
    }
    await shown
    await loaded
    await expect(toggle).toHaveAttribute('aria-checked', isOn)
    expect((await visitor.goto('/ranking'))?.status()).toBe(status)
  }
  await visitor.close()
  expect(
    await db.auditEntry.count({ where: { action: 'site_state_changed', actorId: { not: null } } }),
  ).toBeGreaterThanOrEqual(2)
})

test('the Admin Panel shows the state of the site and controls it', async ({ page, db }) => {
  await signInAdmin(page)
  await page.goto('/about-wtf')
  const panel = page.getByRole('dialog', { name: 'Admin Panel' })
  await expect(async () => {
    await page.getByRole('link', { name: 'Admin Panel' }).first().click()
    await expect(panel).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(panel.getByText(/^[\d.,]+ [GMT]B free of [\d.,]+ [GT]B\./)).toBeVisible()
  for (const text of ['admin@wtf.example', 'Email Admin', 'Production', 'Free disk space', 'OFF'])
    await expect(panel.getByText(text, { exact: true })).toBeVisible()
  await expect(panel).not.toContainText(OWN_ENV.ADMIN_BYPASS_SECRET)
  await panel.getByLabel('Launch date (UTC)', { exact: true }).fill('2027-03-01T09:30')
  await panel.getByRole('button', { name: 'Save: Launch date (UTC)' }).click()
  await expect(page.getByText('Launch date saved')).toBeVisible()
  expect((await db.siteSettings.findUniqueOrThrow({ where: { id: 1 } })).launchAt.toISOString()).toBe(
    '2027-03-01T09:30:00.000Z',
  )
  await panel.getByRole('link', { name: /Outbox/ }).click()
  await expect(page).toHaveURL('/admin/outbox')
  await expect(panel).toHaveCount(0)
})

test('/admin is for administrators only', async ({ page }) => {
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Fadmin/)
  await signInAdmin(page)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Needs attention', exact: true })).toBeVisible()
})

test('the bypass secret opens a closed site in one browser, where it can be removed', async ({ page, db }) => {
  await set(page, db, 'maintenance')
  await page.goto('/ranking?admin=true&secret=wrong-wrong-wrong-wrong')
  await expect(heading(page)).toBeVisible()
  await page.goto(`/ranking?admin=true&secret=${OWN_ENV.ADMIN_BYPASS_SECRET}`)
  await expect(page).toHaveURL('/ranking')
  await expect(page.getByText('Admin Bypass Active')).toBeVisible()
  await expect(page.getByText('Using cookie bypass')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Maintenance Mode' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the bypass' }).click()
  await expect(heading(page)).toBeVisible()
  await expect(page).toHaveURL('/ranking')
  await set(page, db, 'live')
})
