import type { Page } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { expect, newEmail, test } from '../accounts.ts'

const FIELD = 'Enter your email'

async function join(page: Page, email: string): Promise<void> {
  const main = page.getByRole('main')
  await main.getByPlaceholder(FIELD).fill(email)
  await main.getByRole('button', { name: 'Notify Me' }).click()
}

/** The path of a link in the newest mail of the waitlist. */
async function linkTo(db: Db, toAddress: string, purpose: 'confirm' | 'unsubscribe'): Promise<string> {
  const mail = await db.mail.findFirstOrThrow({ where: { toAddress, kind: 'waitlist_confirm' }, orderBy: { createdAt: 'desc' } })
  return new RegExp(`/waitlist/${purpose}\\?token=[\\w-]+`).exec(mail.text)?.[0] ?? ''
}

const entryOf = (db: Db, email: string) => db.waitlistEntry.findUniqueOrThrow({ where: { email } })

/** A machine that the background moves on. */
const beStrong = (page: Page) => page.addInitScript(() => {
  Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 8 })
  Object.defineProperty(navigator, 'deviceMemory', { get: () => 8 })
})

test.describe('in a time zone of no country', () => {
  test.use({ timezoneId: 'UTC', locale: 'en-US' })

  test('the country is said to be the language\'s', async ({ page }) => {
    await page.goto('/early-access')
    await expect(page.getByText('Joining from United States (by your language)')).toBeVisible()
  })
})

test.describe('early access', () => {
  test.use({ timezoneId: 'Europe/Lisbon', locale: 'en-US' })

  test('puts an address on the list, which its owner confirms and takes off by the links of the mail', async ({ page, db }) => {
    const email = newEmail()
    await page.goto('/early-access')
    await expect(page.getByText('Joining from Portugal (by your time zone)')).toBeVisible()
    await join(page, email)
    const dialog = page.getByRole('dialog', { name: "You're on the list!" })
    await expect(dialog.getByText("Thanks for joining our waitlist. We'll keep you updated on our launch!")).toBeVisible()
    const entry = await entryOf(db, email)
    await expect(dialog.getByText(entry.reference)).toBeVisible()
    expect(entry).toMatchObject({ source: 'early_access', location: 'Portugal', browser: 'Chrome', confirmedAt: null })
    await dialog.getByRole('button', { name: 'Got it!' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('main').getByPlaceholder(FIELD)).toHaveValue('')

    const confirm = await linkTo(db, email, 'confirm')
    await page.goto(confirm)
    expect((await entryOf(db, email)).confirmedAt).toBeNull()
    await page.getByRole('button', { name: 'Confirm my place' }).click()
    await expect(page.getByRole('heading', { name: "You're confirmed" })).toBeVisible()
    expect((await entryOf(db, email)).confirmedAt).not.toBeNull()

    await page.goto(await linkTo(db, email, 'unsubscribe'))
    expect((await entryOf(db, email)).unsubscribedAt).toBeNull()
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { name: "You're off the list" })).toBeVisible()
    expect((await entryOf(db, email)).unsubscribedAt).not.toBeNull()
  })

  test('sends the confirmation once more to an address that waits for it, and says so', async ({ page, db }) => {
    const email = newEmail()
    await db.waitlistEntry.create({ data: { email } })
    await page.goto('/early-access')
    await join(page, email)
    await expect(page.getByText('It is not confirmed yet: we have sent the mail with the link again.')).toBeVisible()
    await join(page, email)
    await expect(page.getByText('It is not confirmed yet: open the mail that we have sent,')).toBeVisible()
    await page.goto(await linkTo(db, email, 'confirm'))
    await page.getByRole('button', { name: 'Confirm my place' }).click()
    await expect(page.getByRole('heading', { name: "You're confirmed" })).toBeVisible()
  })

  test('refuses an address that is there, and what is none, at the field', async ({ page, db }) => {
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

  test('says so when nothing can be sent, and keeps what was typed', async ({ page, errors }) => {
    await page.goto('/early-access')
    await page.route('**/waitlist/join', (route) => route.abort())
    const email = newEmail()
    await join(page, email)
    await expect(page.getByText('Failed to add to waitlist')).toBeVisible()
    await expect(page.getByRole('main').getByPlaceholder(FIELD)).toHaveValue(email)
    await expect(page.getByRole('button', { name: 'Notify Me' })).toBeVisible()
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('ERR_FAILED')))
  })

  test('says that the doors are open, and counts down to nothing', async ({ page }) => {
    await page.goto('/early-access')
    await expect(page.getByText('The doors are open.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Explore All Products' })).toHaveAttribute('href', '/discover?all=true')
    await expect(page.getByRole('timer')).toHaveCount(0)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is a page, and so is its answer', async ({ page, db }) => {
    const email = newEmail()
    await page.goto('/early-access')
    await join(page, 'nobody')
    await expect(page.getByText('Please enter a valid email address')).toBeVisible()
    await expect(page.getByRole('main').getByPlaceholder(FIELD)).toHaveValue('nobody')
    await join(page, email)
    await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
    expect(await entryOf(db, email)).toMatchObject({ source: 'early_access', timeSpentSeconds: 0 })
    await page.goto(await linkTo(db, email, 'confirm'))
    await page.getByRole('button', { name: 'Confirm my place' }).click()
    await expect(page.getByRole('heading', { name: "You're confirmed" })).toBeVisible()
  })

  test('a link that is none says so', async ({ page }) => {
    await page.goto('/waitlist/confirm?token=junk')
    await page.getByRole('button', { name: 'Confirm my place' }).click()
    await expect(page.getByText('This link is not valid.')).toBeVisible()
    await page.goto('/waitlist/unsubscribe')
    await expect(page.getByText('This link is not complete.')).toBeVisible()
  })
})

test('a mail program unsubscribes by one post, without cookies and from elsewhere', async ({ page, db, playwright, baseURL }) => {
  const email = newEmail()
  await page.goto('/early-access')
  await join(page, email)
  await expect(page.getByRole('dialog')).toBeVisible()
  const { unsubscribeUrl } = await db.mail.findFirstOrThrow({ where: { toAddress: email } })
  const program = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' } })
  const { pathname, search } = new URL(unsubscribeUrl ?? '')
  const answer = await program.post(pathname + search, { form: { 'List-Unsubscribe': 'One-Click' } })
  expect(answer.status()).toBe(200)
  expect((await entryOf(db, email)).unsubscribedAt).not.toBeNull()
  expect((await program.post('/waitlist/join', { form: { email: newEmail() } })).status()).toBe(403)
  await program.dispose()
})

test.describe('a body', () => {
  for (const path of ['/waitlist', '/waitlist/join']) {
    test(`that is too large, or no form, is refused by ${path}`, async ({ request, baseURL }) => {
      const headers = { origin: baseURL ?? '' }
      const odd = await request.post(path, { headers: { ...headers, 'content-type': 'application/json' }, data: '{"email":1}' })
      expect(odd.status()).toBe(400)
      const large = await request.post(path, { headers, form: { email: `${'a'.repeat(1_100_000)}@mail.example` } })
      expect(large.status()).toBe(413)
    })
  }
})

test.describe('the moving background', () => {
  test('is drawn on machines that can, after the page', async ({ page }) => {
    await beStrong(page)
    await page.goto('/early-access')
    const hasWebGl = await page.evaluate(() => document.createElement('canvas').getContext('webgl2') !== null)
    test.skip(!hasWebGl, 'this browser has no WebGL')
    await expect(page.locator('.backdrop canvas')).toHaveAttribute('data-drawn', '')
  })

  test('leaves the page as it is when it does not come', async ({ page, errors }) => {
    await beStrong(page)
    const loads: string[] = []
    page.on('request', (request) => request.isNavigationRequest() && loads.push(request.url()))
    await page.route(/assets\/(topology|three)/, (route) => route.abort())
    const warned = page.waitForEvent('console', { predicate: (message) => message.text() === 'THREE.js failed to load' })
    await page.goto('/early-access')
    await warned
    await join(page, newEmail())
    await expect(page.getByRole('dialog', { name: "You're on the list!" })).toBeVisible()
    expect(loads).toHaveLength(1)
    errors.splice(0, errors.length, ...errors.filter((error) => !error.includes('ERR_FAILED')))
  })

  test('stands still with reduced motion, where storage is closed too', async ({ page, errors }) => {
    await beStrong(page)
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: () => { throw new DOMException('closed', 'SecurityError') } })
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
    // Remix itself complains of it.
    errors.splice(0, errors.length, ...errors.filter((error) => !/\bclosed$/.test(error)))
  })
})
