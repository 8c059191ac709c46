import type { Page } from '@playwright/test'
import {
  createAccount,
  enterAs,
  expect,
  newEmail,
  openAlive,
  openDashboard,
  PASSWORD,
  findMail,
  test,
} from '../accounts.ts'
import { findingsAt } from '../axe.ts'
import { FIRST, openQueue } from '../queues.ts'

const PAGES = ['/brand/signup', '/brand/login']

const film = (page: Page) => page.locator('video')
const facts = (page: Page) =>
  film(page).evaluate(({ paused, muted, loop, currentTime }: HTMLVideoElement) => ({
    isPlaying: !paused && currentTime > 0,
    muted,
    loop,
  }))
/** Records the videos that the page requests. */
const watchFilms = (page: Page) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().endsWith('.mp4') && asked.push(request.url()))
  return asked
}

for (const path of PAGES) {
  test(`the video at ${path} plays without sound, and causes no layout shift`, async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) =>
        shifts.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value)),
      ).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await expect.poll(() => facts(page)).toEqual({ isPlaying: true, muted: true, loop: true })
    await expect(film(page)).toHaveAttribute('tabindex', '-1')
    await expect(page.locator('[aria-hidden] > video')).toHaveCount(1)
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([])
  })
}

test('all versions of the video that the browser can play have the same length and size', async ({ page }) => {
  await page.goto('/brand/signup')
  await expect(film(page)).toHaveCount(1)
  const versions = await film(page).evaluate((video: HTMLVideoElement) =>
    Promise.all(
      [...video.querySelectorAll('source')]
        .filter(({ type }) => video.canPlayType(type) !== '')
        .map(async ({ src }) => {
          const version = document.createElement('video')
          version.src = src
          await new Promise((done, fail) => {
            version.addEventListener('loadeddata', done)
            version.addEventListener('error', () => fail(new Error(`${src}: ${version.error?.message}`)))
          })
          return [version.duration, version.videoWidth, version.videoHeight]
        }),
    ),
  )
  expect(versions.length).toBeGreaterThan(0)
  for (const version of versions) expect(version).toEqual([12, 960, 960])
})

test('the video is paused and played by keyboard, and the tab remembers the choice', async ({ page }) => {
  const asked = watchFilms(page)
  await page.goto('/brand/signup')
  await expect.poll(async () => (await facts(page)).isPlaying).toBe(true)
  await page.getByRole('button', { name: 'Pause the video' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Play the video' })).toBeFocused()
  expect((await facts(page)).isPlaying).toBe(false)
  asked.length = 0
  await page.reload()
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner sign-in')
  await expect(film(page)).toHaveCount(0)
  expect(asked).toEqual([])
  await page.getByRole('button', { name: 'Play the video' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await facts(page)).isPlaying).toBe(true)
  await page.goto('/brand/signup')
  await expect.poll(async () => (await facts(page)).isPlaying).toBe(true)
})

test('the video continues from the sign-up page to the sign-in page', async ({ page }) => {
  // Before the page is interactive, the link loads a full page.
  await openDashboard(page, '/brand/signup')
  await expect.poll(async () => (await facts(page)).isPlaying).toBe(true)
  await film(page).evaluate((element) => element.setAttribute('data-same', ''))
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
  await expect(page.getByText('Welcome back.')).toBeVisible()
  await expect(page.locator('video[data-same]')).toHaveCount(1)
})

test('does not autoplay the video with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const asked = watchFilms(page)
  await openAlive(page, '/brand/signup')
  await expect(page.locator('img[src="/films/rail.webp"]')).toBeVisible()
  expect([await film(page).count(), asked]).toEqual([0, []])
  await page.getByRole('button', { name: 'Play the video' }).click()
  await expect.poll(async () => (await facts(page)).isPlaying).toBe(true)
  expect(asked).not.toEqual([])
})

test('shows the still image if data saving is on', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const asked = watchFilms(page)
  await openAlive(page, '/brand/signup')
  await expect(page.getByRole('button', { name: 'Play the video' })).toBeVisible()
  expect([await film(page).count(), asked]).toEqual([0, []])
})

test('shows the still image on a phone, and the video once the window is wide', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const asked = watchFilms(page)
  await openAlive(page, '/brand/signup')
  await expect(page.locator('img[src="/films/rail.webp"]')).toBeVisible()
  await expect(page.getByRole('button', { name: /the film$/ })).toHaveCount(0)
  expect([await film(page).count(), asked]).toEqual([0, []])
  await page.setViewportSize({ width: 1280, height: 900 })
  await expect.poll(async () => (await facts(page)).isPlaying).toBe(true)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('shows the still image, and no button that needs JavaScript', async ({ page }) => {
    await page.goto('/brand/signup')
    await expect(page.locator('img[src="/films/rail.webp"]')).toBeVisible()
    await expect(page.getByText('Sell in your own store.')).toBeVisible()
    await expect(page.getByRole('button', { name: /the film$/ })).toHaveCount(0)
  })
})

test('axe finds nothing, and nothing is wider than the screen', async ({ page }) => {
  test.setTimeout(120_000)
  const found: string[] = []
  const look = async (name: string) => {
    for (const finding of await findingsAt(page, [360, 768, 1280], { onlySerious: false }))
      found.push(`${name} ${finding}`)
  }
  for (const path of PAGES) {
    await openAlive(page, path)
    await look(path)
  }
  await openAlive(page, '/brand/signup')
  await page.getByRole('button', { name: 'Create Partner Account' }).click()
  await expect(page.getByText('Business name is required')).toBeVisible()
  await look('wrong form')
  expect(found).toEqual([])
})

test('editing a field removes its error', async ({ page }) => {
  await openAlive(page, '/brand/signup')
  const main = page.getByRole('main')
  await main.getByLabel('Website URL (Optional)').fill('house.example')
  await main.getByLabel('Phone Number (Optional)').fill('----------')
  await main.getByLabel('Password', { exact: true }).fill('short')
  await main.getByRole('button', { name: 'Create Partner Account' }).click()
  for (const [label, message, better] of [
    ['Business Name', 'Business name is required', 'H'],
    ['Business Email', 'Please enter a valid business email', 'a'],
    ['Phone Number (Optional)', 'Please enter a valid phone number', '0'],
    ['Website URL (Optional)', 'Please enter a valid URL', 'https://'],
    ['Password', 'Password must be at least 8 characters with 1 uppercase letter and 1 number', 'A'],
    ['Confirm Password', 'Passwords do not match', 'A'],
  ] as const) {
    const field = main.getByLabel(label, { exact: true })
    await expect(field).toHaveAccessibleDescription(new RegExp(message))
    await field.fill(better)
    await expect(field).not.toHaveAccessibleDescription(new RegExp(message))
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  }
})

test('fills in the business details of the previous page, without passwords, and submits them for approval', async ({
  page,
  db,
}) => {
  const email = newEmail('studio')
  const business = {
    businessName: `House ${email.slice(7, 19)}`,
    businessType: 'manufacturer',
    email,
    businessAddress: '14 Cutler Yard, London',
    contactPerson: 'Imogen Oswick',
    phone: '+44 20 7946 0127',
    websiteUrl: 'https://house.example',
    password: PASSWORD,
    confirmPassword: PASSWORD,
  }
  await openAlive(page, '/brand/signup')
  await page.evaluate((usr) => history.replaceState({ ...history.state, usr }, ''), business)
  await page.reload()
  const main = page.getByRole('main')
  const valueOf = (label: string) => main.getByLabel(label, { exact: true })
  await expect(valueOf('Business Name')).toHaveValue(business.businessName)
  await expect(valueOf('Business Email')).toHaveValue(email)
  await expect(valueOf('Phone Number (Optional)')).toHaveValue(business.phone)
  await expect(valueOf('Website URL (Optional)')).toHaveValue(business.websiteUrl)
  await expect(valueOf('Password')).toHaveValue('')
  await expect(valueOf('Confirm Password')).toHaveValue('')

  // A refused form keeps all business details.
  await main.getByRole('button', { name: 'Create Partner Account' }).click()
  await expect(valueOf('Password')).toHaveAttribute('aria-invalid', 'true')
  await expect(valueOf('Business Name')).toHaveValue(business.businessName)
  for (const field of ['Password', 'Confirm Password']) await valueOf(field).fill(PASSWORD)
  // Choosing a country suggests its currency.
  await valueOf('Country').selectOption('DE')
  await expect(valueOf('Currency you sell in')).toHaveValue('EUR')
  await main.getByRole('button', { name: 'Create Partner Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await main.getByLabel('6-digit code').fill((await findMail(db, email, 'confirm_sign_up')).code)
  await main.getByRole('button', { name: 'Confirm address' }).click()
  await expect
    .poll(() => db.partner.findFirst({ where: { email } }))
    .toMatchObject({
      businessName: business.businessName,
      businessType: 'manufacturer',
      country: 'DE',
      currency: 'EUR',
      businessAddress: business.businessAddress,
      contactPerson: business.contactPerson,
      websiteUrl: business.websiteUrl,
    })

  await db.partner.updateMany({ where: { email }, data: { createdAt: FIRST } })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await openQueue(page, 'Partners to approve')
  await page.getByRole('link', { name: business.businessName }).click()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  expect((await findMail(db, email, 'partner_approved')).text).toContain(business.businessName)
})
