import type { Page } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { expect, newEmail, test } from '../accounts.ts'

const FIELD = 'Enter your email'

async function join(page: Page, email: string): Promise<void> {
  const main = page.getByRole('main')
  await main.getByPlaceholder(FIELD).fill(email)
  await main.getByRole('button', { name: 'Notify Me' }).click()
}

const entryOf = (db: Db, email: string) => db.waitlistEntry.findUniqueOrThrow({ where: { email } })

/** Simulates a machine that is fast enough for the animated background. */
const beStrong = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 8 })
    Object.defineProperty(navigator, 'deviceMemory', { get: () => 8 })
  })

test.describe('in a time zone without a country', () => {
  test.use({ timezoneId: 'UTC', locale: 'en-US' })

  test('the country is derived from the language', async ({ page }) => {
    await page.goto('/early-access')
    await expect(page.getByText('Country: United States (from your language)')).toBeVisible()
  })
})

test.describe('early access', () => {
  test.use({ timezoneId: 'Europe/Lisbon', locale: 'en-US' })

  test('adds an address to the waitlist, with its country', async ({ page, db }) => {
    const email = newEmail()
    await page.goto('/early-access')
    await expect(page.getByText('Country: Portugal (from your time zone)')).toBeVisible()
    await join(page, email)
    const dialog = page.getByRole('dialog', { name: "You're on the list!" })
    await expect(
      dialog.getByText("Thanks for joining our waitlist. We'll keep you updated on our launch!"),
    ).toBeVisible()
    const entry = await entryOf(db, email)
    await expect(dialog.getByText(entry.reference)).toBeVisible()
    expect(entry).toMatchObject({ source: 'early_access', location: 'Portugal', browser: 'Chrome', confirmedAt: null })
    await dialog.getByRole('button', { name: 'Got it!' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main').getByPlaceholder(FIELD)).toHaveValue('')
  })

  test('tells people with an unconfirmed address that the confirmation was sent again', async ({ page, db }) => {
    const email = newEmail()
    await db.waitlistEntry.create({ data: { email } })
    await page.goto('/early-access')
    await join(page, email)
    await expect(
      page.getByText('Your email address is not confirmed yet. We have sent you the confirmation email again.'),
    ).toBeVisible()
    await join(page, email)
    await expect(page.getByText('Your email address is not confirmed yet. Open the email we sent,')).toBeVisible()
  })

  test('rejects a known or invalid address at its field', async ({ page, db }) => {
    const email = newEmail()
    await db.waitlistEntry.create({ data: { email, confirmedAt: new Date() } })
    await page.goto('/early-access')
    const field = page.getByRole('main').getByPlaceholder(FIELD)
    await join(page, email)
    await expect(page.getByText('Email already exists in waitlist')).toBeVisible()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await field.fill('<b>nobody</b>')
    await expect(page.getByText('Email already exists in waitlist')).toBeHidden()
    await join(page, '<b>nobody</b>')
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await join(page, '')
    await expect(page.getByText('Email is required')).toBeVisible()
  })

  test('shows an error if the request fails, and keeps the address', async ({ page, errors }) => {
    await page.goto('/early-access')
    await page.route('**/waitlist/join', (route) => route.abort())
    const email = newEmail()
    await join(page, email)
    await expect(page.getByText('Failed to add to waitlist')).toBeVisible()
    await expect(page.getByRole('main').getByPlaceholder(FIELD)).toHaveValue(email)
    await expect(page.getByRole('button', { name: 'Notify Me' })).toBeVisible()
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('ERR_FAILED')))
  })
})

test.describe('the animated background', () => {
  test('is drawn after the page on capable devices', async ({ page }) => {
    await beStrong(page)
    await page.goto('/early-access')
    const hasWebGl = await page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null)
    test.skip(!hasWebGl, 'this browser has no WebGL')
    await expect(page.locator('.backdrop canvas')).toHaveAttribute('data-drawn', '')
  })

  test('leaves the page unchanged if it cannot be loaded', async ({ page, errors }) => {
    await beStrong(page)
    const loads: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
    await page.route(/assets\/(topology|three)/, (route) => route.abort())
    const warned = page.waitForEvent('console', {
      predicate: (message) => message.text() === 'THREE.js failed to load',
    })
    await page.goto('/early-access')
    await warned
    await join(page, newEmail())
    await expect(page.getByRole('dialog', { name: "You're on the list!" })).toBeVisible()
    expect(loads).toHaveLength(1)
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('ERR_FAILED')))
  })

  test('is not loaded with reduced motion, even without browser storage', async ({ page, errors }) => {
    await beStrong(page)
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('closed', 'SecurityError')
          },
        })
    })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await page.goto('/early-access')
    await join(page, newEmail())
    await expect(page.getByRole('dialog', { name: "You're on the list!" })).toBeVisible()
    await page.getByRole('button', { name: 'Got it!' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    expect(loaded.filter((url) => /topology|confetti/.test(url))).toEqual([])
    // Ignore Remix's own errors about the closed connection.
    errors.splice(0, errors.length, ...errors.filter((error) => !/\bclosed\b/.test(error)))
  })
})
