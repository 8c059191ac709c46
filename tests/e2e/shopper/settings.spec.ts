import AxeBuilder from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { expect, test } from '../shop.ts'

const PASSWORD = 'Quiet-Lantern-41'
const TABS = ['/settings', '/settings/preferences', '/settings/search', '/settings/notifications', '/settings/privacy']

/** A customer of the test's own. */
async function createCustomer(db: Db, given: { emailVerifiedAt?: Date | null; partner?: boolean } = {}) {
  const id = newId()
  const email = `person-${id}@example.test`
  await db.user.create({
    data: {
      id, email, emailVerifiedAt: given.emailVerifiedAt === undefined ? new Date() : given.emailVerifiedAt, role: given.partner ? 'partner' : 'customer',
      profile: { create: { fullName: 'Ada Example', city: 'Leeds' } }, password: { create: { hash: await hashPassword(PASSWORD) } },
      ...(given.partner ? { partners: { create: { businessName: `Business ${id}`, email: `business-${id}@example.test` } } } : {}),
    },
  })
  return { id, email }
}

async function signIn(page: Page, email: string, redirectTo = '/settings', password = PASSWORD) {
  await page.goto(`/login?redirectTo=${encodeURIComponent(redirectTo)}`)
  await page.getByRole('main').getByRole('textbox', { name: 'Email Address' }).fill(email)
  await page.getByRole('main').getByRole('textbox', { name: /^password$/i }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${redirectTo}$`))
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

// The browser reports forms that are refused; the tests look at what they say.
test.afterEach(({ errors }) => {
  errors.push(...errors.splice(0).filter((error) => !/status of 4\d\d/.test(error)))
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(`settings ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled })

    test('belong to whoever is signed in', async ({ page }) => {
      for (const path of TABS) {
        await page.goto(path)
        await expect(page).toHaveURL(`/login?redirectTo=${encodeURIComponent(path)}`)
      }
      const answer = await page.request.get('/settings/export', { maxRedirects: 0 })
      expect([answer.status(), answer.headers().location]).toEqual([302, '/login?redirectTo=%2Fsettings%2Fexport'])
    })

    test('tabs have addresses, the last leads to orders', async ({ page, db }) => {
      test.setTimeout(60_000)
      await signIn(page, (await createCustomer(db)).email)
      const tabs = page.getByRole('navigation', { name: 'Settings' })
      for (const [name, path] of [['Preferences', '/settings/preferences'], ['Search Settings', '/settings/search'], ['Notifications', '/settings/notifications'], ['Privacy', '/settings/privacy'], ['Profile', '/settings']] as const) {
        await tabs.getByRole('link', { name }).click()
        await expect(page).toHaveURL(path)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
        await expect(tabs.locator('[aria-current]')).toHaveText(name)
      }
      await expect(tabs.getByRole('link', { name: 'Wishlist' })).toHaveCount(0)
      await tabs.getByRole('link', { name: 'Order History' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Tracking Coming Soon')
    })

    test('the profile is edited, and a wrong field keeps what was typed', async ({ page, db }) => {
      test.setTimeout(60_000)
      const { id, email } = await createCustomer(db)
      await signIn(page, email)
      const profile = section(page, 'Personal details')
      await expect(profile).toContainText(email)
      await profile.getByRole('link', { name: 'Edit profile' }).click()
      await profile.getByRole('textbox', { name: 'Name' }).fill('  ')
      await profile.getByRole('textbox', { name: 'Phone' }).fill('12345')
      await profile.getByRole('textbox', { name: 'City' }).fill('York')
      await profile.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'United Kingdom' })
      await profile.getByRole('button', { name: 'Save profile' }).click()
      await expect(profile.getByRole('textbox', { name: 'Name' })).toHaveAccessibleDescription('Full name is required')
      await expect(profile.getByRole('textbox', { name: 'Phone' })).toHaveAccessibleDescription(/Please enter a valid phone number/)
      await expect(profile.getByRole('textbox', { name: 'Phone' })).toHaveValue('12345')
      await expect(profile.getByRole('combobox', { name: 'Country' })).toHaveValue('GB')
      await expect(profile.getByRole('textbox', { name: 'City' })).toHaveValue('York')
      await profile.getByRole('textbox', { name: 'Name' }).fill('Grace Example')
      await profile.getByRole('textbox', { name: 'Phone' }).fill('+44 1904 555 0123')
      await profile.getByRole('button', { name: 'Save profile' }).click()
      await expect(profile.getByRole('status')).toHaveText('Profile saved')
      await expect(profile).toContainText('Grace Example')
      await expect(profile).toContainText('United Kingdom')
      expect(await db.profile.findUnique({ where: { userId: id } })).toMatchObject({ fullName: 'Grace Example', phone: '+44 1904 555 0123', city: 'York', country: 'GB' })
      await page.goto('/settings')
      await expect(profile.getByRole('status')).toBeEmpty()
      await profile.getByRole('link', { name: 'Edit profile' }).click()
      await profile.getByRole('link', { name: 'Cancel' }).click()
      await expect(profile.getByRole('link', { name: 'Edit profile' })).toBeVisible()
    })

    test('a new address gets a link, an unproven one gets its link again', async ({ page, db }) => {
      test.setTimeout(60_000)
      const { id, email } = await createCustomer(db, { emailVerifiedAt: null })
      await signIn(page, email)
      const address = section(page, 'Email address')
      await expect(address).toContainText('Not confirmed yet')
      await address.getByRole('button', { name: 'Send it again' }).click()
      await expect(address.getByRole('status')).toHaveText('We have sent you a mail. Open the link in it.')
      expect(await db.mail.count({ where: { toAddress: email, kind: 'verify_email' } })).toBe(1)
      await address.getByRole('link', { name: 'Change email' }).click()
      await address.getByRole('textbox', { name: 'New email address' }).fill(`next-${id}@example.test`)
      await address.getByRole('textbox', { name: 'Your password' }).fill('Wrong-Lantern-41')
      await address.getByRole('button', { name: 'Send link' }).click()
      await expect(address.getByRole('textbox', { name: 'Your password' })).toHaveAttribute('aria-invalid', 'true')
      await expect(address.getByRole('textbox', { name: 'New email address' })).toHaveValue(`next-${id}@example.test`)
      await address.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
      await address.getByRole('button', { name: 'Send link' }).click()
      await expect(address).toContainText(`A link is on its way to next-${id}@example.test`)
      expect(await db.mail.count({ where: { toAddress: `next-${id}@example.test`, kind: 'change_email' } })).toBe(1)
    })

    test('the password is changed, and every other device is signed out', async ({ page, db, browser }) => {
      test.setTimeout(60_000)
      const { email } = await createCustomer(db)
      const elsewhere = await signedInElsewhere(browser, email)
      await signIn(page, email)
      const password = section(page, 'Password')
      await password.getByRole('link', { name: 'Change password' }).click()
      await password.getByRole('textbox', { name: 'Current password' }).fill('Wrong-Lantern-41')
      await password.getByRole('textbox', { name: 'New password', exact: true }).fill('Loud-Harbour-52')
      await password.getByRole('textbox', { name: 'New password again' }).fill('Loud-Harbour-52')
      await password.getByRole('button', { name: 'Change password' }).click()
      await expect(password.getByRole('textbox', { name: 'Current password' })).toHaveAttribute('aria-invalid', 'true')
      await password.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD)
      await password.getByRole('textbox', { name: 'New password', exact: true }).fill('Loud-Harbour-52')
      await password.getByRole('textbox', { name: 'New password again' }).fill('Loud-Harbour-52')
      await password.getByRole('button', { name: 'Change password' }).click()
      await expect(password.getByRole('status')).toHaveText('Password saved. You are signed out everywhere else.')
      await expect(section(page, 'Where you are signed in').getByRole('listitem')).toHaveCount(1)
      await expect(section(page, 'Where you are signed in').getByRole('listitem')).toContainText('This device')
      await elsewhere.page.goto('/settings')
      await expect(elsewhere.page).toHaveURL(/\/login/)
      await elsewhere.context.close()
    })

    test('another device is signed out after one question, and all of them', async ({ page, db, browser }) => {
      test.setTimeout(60_000)
      const { email } = await createCustomer(db)
      const elsewhere = await signedInElsewhere(browser, email)
      await signIn(page, email)
      const sessions = section(page, 'Where you are signed in')
      await expect(sessions.getByRole('listitem')).toHaveCount(2)
      const other = sessions.getByRole('listitem').filter({ hasNotText: 'This device' })
      await other.getByText(/^Sign out/).click()
      await other.getByRole('button', { name: 'Yes, sign it out' }).click()
      await expect(sessions.getByRole('status')).toHaveText('That device is signed out')
      await expect(sessions.getByRole('listitem')).toHaveCount(1)
      await elsewhere.page.goto('/settings')
      await expect(elsewhere.page).toHaveURL(/\/login/)
      await elsewhere.context.close()
      await sessions.getByText('Sign out everywhere').click()
      await sessions.getByRole('button', { name: 'Yes, everywhere' }).click()
      await expect(page).toHaveURL('/login')
      await page.goto('/settings')
      await expect(page).toHaveURL(/\/login/)
    })

    test('a connected account is disconnected, unless it is the only way in', async ({ page, db }) => {
      test.setTimeout(60_000)
      const { id, email } = await createCustomer(db)
      await db.oAuthAccount.createMany({ data: ['google', 'apple'].map((provider) => ({ provider, subject: id, userId: id, email })) })
      await signIn(page, email)
      const connected = section(page, 'Connected accounts')
      await expect(connected).toContainText(`Connected as ${email}`)
      await connected.getByRole('button', { name: 'Disconnect Google' }).click()
      await expect(connected.getByRole('status')).toHaveText('Disconnected')
      await expect(connected.getByRole('button', { name: 'Disconnect Google' })).toHaveCount(0)
      await db.password.delete({ where: { userId: id } })
      await connected.getByRole('button', { name: 'Disconnect Apple' }).click()
      await expect(connected.getByRole('alert').filter({ hasText: 'This is the only way into your account. Please set a password first.' })).toBeVisible()
      expect(await db.oAuthAccount.findMany({ where: { userId: id }, select: { provider: true } })).toEqual([{ provider: 'apple' }])
      await page.goto('/settings')
      await expect(section(page, 'Password').getByRole('link', { name: 'Set a password' })).toBeVisible()
    })

    test('Google and Apple are connected and disconnected, and open one account only', async ({ page, db, browser }) => {
      test.setTimeout(90_000)
      const { id, email } = await createCustomer(db)
      await signIn(page, email)
      const connected = section(page, 'Connected accounts')
      const name = javaScriptEnabled ? 'Connie' : 'Cora'
      const choose = async (where: Page, button: string) => {
        await where.getByRole('button', { name: button }).click()
        if (!javaScriptEnabled) await where.getByRole('button', { name: 'Continue', exact: true }).click()
      }
      // A first try of this test may have left them connected.
      await db.oAuthAccount.deleteMany({ where: { subject: { in: [`google-${name}`, `apple-${name}`] } } })
      for (const provider of ['Google', 'Apple']) {
        await connected.getByRole('button', { name: `Connect ${provider}` }).click()
        await choose(page, 'Cancel')
        await expect(page.getByText('Cancelled. Nothing was connected.')).toBeVisible()
        await expect(connected.getByRole('listitem').filter({ hasText: provider })).toContainText('Not connected')
        await connected.getByRole('button', { name: `Connect ${provider}` }).click()
        await choose(page, `${name} ${provider}`)
        await expect(connected.getByRole('status')).toHaveText('Connected')
        await expect(connected).toContainText(`Connected as ${name.toLowerCase()}@${provider.toLowerCase()}.example`)
      }
      expect(await db.oAuthAccount.findMany({ where: { userId: id }, select: { subject: true }, orderBy: { createdAt: 'asc' } })).toEqual([{ subject: `google-${name}` }, { subject: `apple-${name}` }])

      const other = await signedInElsewhere(browser, (await createCustomer(db)).email)
      await section(other.page, 'Connected accounts').getByRole('button', { name: 'Connect Google' }).click()
      await choose(other.page, `${name} Google`)
      await expect(other.page.getByText('This Google account is connected to another account.')).toBeVisible()
      await expect(section(other.page, 'Connected accounts').getByRole('button', { name: 'Connect Google' })).toBeVisible()
      await other.context.close()

      for (const provider of ['Google', 'Apple']) {
        await connected.getByRole('button', { name: `Disconnect ${provider}` }).click()
        await expect(connected.getByRole('button', { name: `Connect ${provider}`, exact: true })).toBeVisible()
        await expect(connected.getByRole('status')).toHaveText('Disconnected')
      }
      expect(await db.oAuthAccount.count({ where: { userId: id } })).toBe(0)
    })

    test('whoever signed in long ago shows once more who he is before a way in is added', async ({ page, db }) => {
      test.setTimeout(60_000)
      const { id, email } = await createCustomer(db)
      const longAgo = () => db.session.updateMany({ where: { userId: id }, data: { authenticatedAt: new Date(Date.now() - 3600_000) } })
      await signIn(page, email)
      await longAgo()
      await section(page, 'Connected accounts').getByRole('button', { name: 'Connect Google' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is it you?')
      const password = page.getByLabel('Your password', { exact: true })
      await password.fill('Wrong-Lantern-41')
      await page.getByRole('button', { name: 'Go on' }).click()
      await expect(page.getByText('The current password is not right')).toBeVisible()
      await password.fill(PASSWORD)
      await page.getByRole('button', { name: 'Go on' }).click()
      await expect(page).toHaveURL('/settings#providers')
      await section(page, 'Connected accounts').getByRole('button', { name: 'Connect Google' }).click()
      await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible()

      // Without a password: a sign-in link instead.
      await db.password.delete({ where: { userId: id } })
      await longAgo()
      await page.goto('/settings')
      await section(page, 'Password').getByRole('link', { name: 'Set a password' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is it you?')
      await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
      await page.getByLabel('Send the link to').fill(email)
      await page.getByRole('button', { name: 'Send link' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your mail')
      const { text } = await db.mail.findFirstOrThrow({ where: { toAddress: email, kind: 'magic_link' } })
      await page.getByLabel('6-digit code').fill(/\b\d{6}\b/.exec(text.replace(/https?:\S+/g, ''))![0])
      await page.getByRole('button', { name: 'Sign in with the code' }).click()
      await section(page, 'Password').getByRole('textbox', { name: 'New password', exact: true }).fill('Loud-Harbour-52')
      await section(page, 'Password').getByRole('textbox', { name: 'New password again' }).fill('Loud-Harbour-52')
      await section(page, 'Password').getByRole('button', { name: 'Set a password' }).click()
      await expect(section(page, 'Password').getByRole('status')).toHaveText('Password saved. You are signed out everywhere else.')
      expect(await db.mail.count({ where: { toAddress: email, kind: 'password_added' } })).toBe(1)
    })

    test('preferences, search mode and notifications are kept', async ({ page, db }) => {
      test.setTimeout(60_000)
      const { id, email } = await createCustomer(db)
      await signIn(page, email, '/settings/preferences')
      await page.getByRole('combobox', { name: 'Currency' }).selectOption('GBP')
      await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'French' })
      await page.getByRole('button', { name: 'Save preferences' }).click()
      await expect(section(page, 'Currency and language').getByRole('status')).toHaveText('Preferences saved')
      await page.goto('/settings/search')
      await page.getByRole('radio', { name: /^Intelligent/ }).check()
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Save' }).click()
      await expect(section(page, 'Search mode').getByRole('status')).toHaveText('Search mode saved')
      await page.goto('/settings/notifications')
      for (const box of await page.getByRole('main').getByRole('switch').all()) await expect(box).not.toBeChecked()
      await page.getByRole('switch', { name: /^Back in stock/ }).check()
      if (!javaScriptEnabled) await page.getByRole('button', { name: 'Save' }).click()
      await expect(section(page, 'Mails you may want').getByRole('status')).toHaveText('Notifications saved')
      await page.reload()
      await expect(page.getByRole('switch', { name: /^Back in stock/ })).toBeChecked()
      expect(await db.user.findUnique({ where: { id }, select: { searchMode: true, notifications: true, profile: { select: { currency: true, language: true } } } })).toEqual({
        searchMode: 'intelligent', notifications: { priceDrops: false, backInStock: true, news: false }, profile: { currency: 'GBP', language: 'fr' },
      })
    })

    test('everything can be taken along, and the account closed and had back', async ({ page, db }) => {
      test.setTimeout(60_000)
      const { id, email } = await createCustomer(db)
      await signIn(page, email, '/settings/privacy')
      const href = await page.getByRole('link', { name: 'Download my data' }).getAttribute('href')
      const answer = await page.request.get(href!)
      expect(answer.headers()['content-disposition']).toMatch(/^attachment; filename="wtf-account-\d{4}-\d\d-\d\d\.json"$/)
      expect(await answer.json()).toMatchObject({ account: { id, email }, profile: { city: 'Leeds' } })
      const closing = section(page, 'Delete my account')
      await closing.locator('summary').click()
      await closing.getByRole('textbox', { name: 'Your password' }).fill('Wrong-Lantern-41')
      await closing.getByRole('button', { name: 'Delete my account' }).click()
      await expect(closing.getByText('This is not your password')).toBeVisible()
      await closing.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD)
      await closing.getByRole('button', { name: 'Delete my account' }).click()
      await expect(page).toHaveURL('/settings/closed')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your account is closed')
      expect((await db.user.findUnique({ where: { id } }))?.deletionRequestedAt).not.toBeNull()
      expect(await db.mail.count({ where: { toAddress: email, kind: 'account_closing' } })).toBe(1)
      await page.goto('/settings')
      await expect(page).toHaveURL(/\/login/)
      await signIn(page, email)
      expect((await db.user.findUnique({ where: { id } }))?.deletionRequestedAt).toBeNull()
    })
  })
}

test('a choice that cannot be saved is taken back, and says so', async ({ page, db, errors }) => {
  const { id, email } = await createCustomer(db)
  await signIn(page, email, '/settings/search')
  await page.route('**/settings/search*', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.getByRole('radio', { name: /^Intelligent/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Your search mode was not saved. Please try again.' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Normal/ })).toBeChecked()
  expect((await db.user.findUnique({ where: { id } }))?.searchMode).toBe('normal')
  // The browser reports the request that the test aborted.
  expect(errors.splice(0).filter((error) => !error.includes('net::ERR_FAILED'))).toEqual([])
})

test('an account that cannot be read says so, and comes with the next try', async ({ page, db, errors }) => {
  await signIn(page, (await createCustomer(db)).email, '/orders')
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

test('an account that manages a business is told what to do before it can be deleted', async ({ page, db }) => {
  const { id, email } = await createCustomer(db, { partner: true })
  await signIn(page, email, '/settings/privacy')
  await expect(section(page, 'Delete my account')).toContainText(`This account manages Business ${id}.`)
  await expect(section(page, 'Delete my account').getByRole('button')).toHaveCount(0)
})

test('orders ask visitors to sign in', async ({ page }) => {
  await page.goto('/orders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to view orders')
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page).toHaveURL(/\/login\?redirectTo=%2Forders$/)
})

for (const width of [360, 1280]) {
  test(`axe finds nothing in settings at ${width} pixels, and nothing is wider than the page`, async ({ page, db }) => {
    test.setTimeout(90_000)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, (await createCustomer(db, { emailVerifiedAt: null })).email)
    for (const path of [...TABS, '/settings?edit=profile', '/settings?edit=email', '/settings?edit=password', '/orders', '/settings/closed']) {
      await page.goto(path)
      for (const summary of await page.locator('main summary').all()) await summary.click()
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id, nodes }) => `${path}: ${id}: ${nodes[0]?.html}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
}

async function signedInElsewhere(browser: Browser, email: string): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: process.env.SHOP_URL! })
  const page = await context.newPage()
  await signIn(page, email)
  return { page, context }
}
