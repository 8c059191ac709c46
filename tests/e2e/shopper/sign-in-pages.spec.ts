import { createAccount, expect, expectSignedIn, newEmail, PASSWORD, test } from '../accounts.ts'
import { axeFindings, findingsAt } from '../axe.ts'

const PAGES = [
  '/login',
  '/login?why=wishlist&error=google',
  '/signup',
  '/brand/login',
  '/brand/signup',
  '/auth/sign-up',
  '/auth/sign-up?token=x',
  '/forgot-password',
  '/auth/reset-password',
  '/auth/reset-password?token=x',
  '/auth/magic',
  '/auth/magic?token=x',
  '/auth/callback?connected',
  '/logout',
]

test('axe finds nothing, and nothing is wider than the screen', async ({ page }) => {
  // The test opens more than twenty pages.
  test.setTimeout(240_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  const look = async (name: string) => {
    for (const finding of await findingsAt(page, [360, 1280], { onlySerious: false })) found.push(`${name} ${finding}`)
  }
  for (const path of PAGES) {
    await page.goto(path)
    await look(path)
  }
  await page.goto('/signup')
  await page.getByRole('main').getByRole('button', { name: 'Create Customer Account' }).click()
  await expect(page.getByText('Full name is required')).toBeVisible()
  await look('wrong form')
  await page.goto('/signup')
  await page.getByLabel('Full Name').fill('Some Body')
  await page.getByRole('main').getByLabel('Email Address').fill(newEmail('a-rather-long-name-before-the-sign'))
  for (const field of ['Password', 'Confirm Password'])
    await page.getByRole('main').getByLabel(field, { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Create Customer Account' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your email')
  await look('waiting sign-up')
  await page.goto('/login')
  await look('sign-in while a sign-up waits')
  await page.goto('/')
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.locator('#site-menu:popover-open')).toBeVisible()
  found.push(...(await axeFindings(page, { onlySerious: false })))
  expect(found).toEqual([])
})

test('people can sign in by keyboard alone', async ({ page, db }) => {
  const { email } = await createAccount(db)
  await page.goto('/login')
  const focusOn = async (label: string) => {
    const field = page.getByRole('main').getByLabel(label, { exact: true })
    for (let steps = 0; steps < 40 && !(await field.evaluate((element) => element === document.activeElement)); steps++)
      await page.keyboard.press('Tab')
    await expect(field).toBeFocused()
  }
  await focusOn('Email Address')
  await page.keyboard.type(email)
  await focusOn('Password')
  await page.keyboard.type(PASSWORD)
  await focusOn('Remember me')
  await page.keyboard.press('Space')
  await expect(page.getByLabel('Remember me')).toBeChecked()
  await page.keyboard.press('Enter')
  await expectSignedIn(page, email)
  const menu = page.getByRole('button', { name: /^Your account/ })
  await menu.focus()
  await page.keyboard.press('Enter')
  for (let links = 0; links < 3; links++) await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Settings' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/home')
})
