import { newEmail } from '../accounts.ts'
import { expect, reopen, test } from '../own-shop.ts'

test.describe.configure({ mode: 'serial' })

// Every page responds with 503, which the browser reports.
test.afterEach(({ errors }) => {
  errors.splice(0, errors.length, ...errors.filter((error) => !/status of (503|4\d\d)/.test(error)))
})

const LAUNCH = new Date(Date.now() + 40 * 86_400_000)

test.beforeAll(async ({ db }) => {
  await db.siteSettings.update({ where: { id: 1 }, data: { state: 'coming_soon', launchAt: LAUNCH } })
})
test.afterAll(reopen)

test('every URL shows the landing page with a working form before the launch', async ({ page, db }) => {
  // The state is cached for a second.
  await expect.poll(async () => (await page.goto('/discover?all=true'))?.status()).toBe(503)
  await expect(page.getByText('Coming Soon', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'WTF' })).toBeVisible()
  await expect(
    page.getByText(
      "We're putting the finishing touches on something amazing. Join our waitlist to be the first to know when we launch!",
    ),
  ).toBeVisible()
  await expect(page.getByRole('timer', { name: 'LAUNCHING IN' })).toContainText(/(39|40) days/)
  for (const [name, href] of [
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
  ] as const) {
    await expect(page.getByRole('navigation', { name: 'Legal' }).getByRole('link', { name })).toHaveAttribute(
      'href',
      href,
    )
    expect((await page.request.get(href)).status()).toBe(200)
  }
  const email = newEmail()
  await page.getByPlaceholder('Enter your email').fill(email)
  await page.getByRole('button', { name: 'Notify Me' }).click()
  const dialog = page.getByRole('dialog', { name: "You're on the list!" })
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Got it!' }).click()
  await expect(dialog).toBeHidden()
  expect(await db.waitlistEntry.findUniqueOrThrow({ where: { email } })).toMatchObject({
    source: 'landing',
    confirmedAt: null,
  })

  const mail = await db.mail.findFirstOrThrow({ where: { toAddress: email } })
  await page.goto(/\/waitlist\/confirm\?token=[\w-]+/.exec(mail.text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Confirm my place' }).click()
  await expect(page.getByRole('heading', { name: "You're confirmed" })).toBeVisible()
  expect((await db.waitlistEntry.findUniqueOrThrow({ where: { email } })).confirmedAt).not.toBeNull()
})

test('the countdown runs every second, stops at zero, and shows no past date', async ({ page }) => {
  const timer = page.getByRole('timer')
  await page.clock.install({ time: LAUNCH.getTime() - (86_400 + 3_602) * 1000 })
  await page.goto('/')
  await expect(timer).toHaveText(/01 days\s*01 hours\s*00 minutes\s*0\d seconds/)
  const section = page.getByRole('region', { name: 'LAUNCHING IN' })
  await expect(section).toContainText(`${LAUNCH.toISOString().slice(11, 16)} UTC`)
  await page.clock.pauseAt(LAUNCH.getTime() - 2_000)
  await expect(timer).toHaveText(/00 days\s*00 hours\s*00 minutes\s*0[123] seconds/)
  await page.clock.runFor(5_000)
  await expect(timer).toHaveText(/00 days\s*00 hours\s*00 minutes\s*00 seconds/)
  const over = page.getByRole('region', { name: 'NOT OPEN YET' })
  await expect(over).toContainText("We'll email the waitlist when we open")
  await expect(over).not.toContainText('UTC')
  await expect(page.getByText('LAUNCHING IN')).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form works', async ({ page, db }) => {
    const email = newEmail()
    await page.goto('/')
    await page.getByPlaceholder('Enter your email').fill(email)
    await page.getByRole('button', { name: 'Notify Me' }).click()
    await expect(page.getByRole('heading', { name: "You're on the list!" })).toBeVisible()
    expect(await db.waitlistEntry.count({ where: { email, source: 'landing' } })).toBe(1)
  })
})
