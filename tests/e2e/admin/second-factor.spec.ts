import type { Page } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { setUpSecondFactor, TestApp } from '#tests/setup/second-factor.ts'
import { createAccount, expect, expectSignedIn, openAlive, PASSWORD, signIn, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

async function createAdmin(db: Db) {
  const account = await createAccount(db)
  await db.user.update({ where: { id: account.id }, data: { role: 'admin' } })
  return account
}
/**
 * Creates an administrator who set up two-factor authentication a minute ago, and the administrator's authenticator
 * app.
 */
async function guardedAdmin(db: Db) {
  const account = await createAdmin(db)
  const { secret, recoveryCodes } = await setUpSecondFactor(db, account.id, new Date(Date.now() - 60_000))
  return { ...account, recoveryCodes, app: new TestApp(secret) }
}
async function signOut(page: Page) {
  await page.goto('/logout')
  await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/home')
}
const main = (page: Page) => page.getByRole('main')
async function typeCode(page: Page, code: string) {
  await main(page).getByLabel(/code/i).fill(code)
  await main(page).getByRole('button', { name: 'Sign In', exact: true }).click()
}
async function expectNothingSerious(page: Page) {
  expect(await axeFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
}

test('two-factor authentication is set up from the QR code, required at the next sign-in, and removed', async ({
  page,
  db,
}) => {
  test.setTimeout(120_000)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { email } = await createAdmin(db)
  await page.goto('/login?redirectTo=%2Fadmin')
  await signIn(page, email)
  await main(page).getByRole('link', { name: 'Set up two-factor authentication' }).click()
  await expect(page).toHaveURL('/settings/second-factor')
  await expectNothingSerious(page)
  await main(page).getByRole('button', { name: 'Set it up' }).click()
  await expect(main(page).getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = await main(page)
    .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    .innerText()
  expect(await main(page).getByRole('link', { name: 'Open the app on this device' }).getAttribute('href')).toContain(
    `secret=${secret.replaceAll(' ', '')}`,
  )
  await expectNothingSerious(page)
  const app = new TestApp(secret)

  await main(page).getByLabel('6-digit code').fill('000000')
  await main(page).getByRole('button', { name: 'Turn it on' }).click()
  await expect(main(page).getByText(/This code is wrong. Check/)).toBeVisible()
  await main(page).getByLabel('6-digit code').fill(app.nextCode())
  await main(page).getByRole('button', { name: 'Turn it on' }).click()
  await expect(
    main(page)
      .getByRole('listitem')
      .filter({ hasText: /^[0-9a-z]{5}-[0-9a-z]{5}$/ }),
  ).toHaveCount(10)
  await expect(main(page).getByRole('heading', { name: 'WTF recovery codes' })).toBeInViewport()
  const codes = await main(page)
    .getByRole('listitem')
    .filter({ hasText: /^[0-9a-z]{5}-[0-9a-z]{5}$/ })
    .allInnerTexts()
  await expectNothingSerious(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(codes[0]!)).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(
    page.getByRole('heading', { name: 'Two-factor authentication', exact: true, includeHidden: true }),
  ).toHaveCSS('visibility', 'hidden')
  await page.emulateMedia({ media: 'screen' })
  const downloading = page.waitForEvent('download')
  await main(page).getByRole('link', { name: 'Download' }).click()
  expect((await downloading).suggestedFilename()).toBe('wtf-recovery-codes.txt')
  await main(page).getByRole('link', { name: "I've saved them" }).click()
  const section = page.getByRole('region', { name: 'Two-factor authentication', exact: true })
  await expect(section).toContainText('10 recovery codes left')

  await signOut(page)
  await page.goto('/login?redirectTo=%2Fadmin')
  await signIn(page, email)
  await expect(page).toHaveURL('/second-factor')
  await expectNothingSerious(page)
  await typeCode(page, '000000')
  await expect(main(page).getByText(/This code is wrong/)).toBeVisible()
  await expect(page).toHaveURL('/second-factor')
  await typeCode(page, app.nextCode())
  await expect(page).toHaveURL('/admin')
  await expect(main(page).getByRole('link', { name: 'Set up two-factor authentication' })).toHaveCount(0)

  await signOut(page)
  await signIn(page, email)
  await main(page).getByRole('link', { name: 'Use a recovery code' }).click()
  await expect(main(page).getByRole('heading', { name: 'Recovery code' })).toBeVisible()
  await typeCode(page, codes[3]!)
  await expect(page).toHaveURL('/')
  await page.goto('/settings')
  await expect(section).toContainText('9 recovery codes left')

  await section.getByRole('link', { name: 'Manage two-factor authentication' }).click()
  await expect(main(page).getByRole('heading', { name: 'Two-factor authentication is on' })).toBeVisible()
  await expectNothingSerious(page)
  await main(page).getByText('Turn it off', { exact: true }).last().click()
  const ask = page.getByRole('region', { name: 'Turn it off' })
  await ask.getByLabel('Code from your app, or a recovery code').fill(codes[5]!)
  await ask.getByRole('button', { name: 'Yes, turn it off' }).click()
  await expect(section).toContainText('Two-factor authentication is off')
  await signOut(page)
  await page.goto('/login?redirectTo=%2Fsettings')
  await signIn(page, email)
  await expect(page).toHaveURL('/settings')
})

test('two-factor authentication is required after signing in on a shopper page, and leads back to it', async ({
  page,
  db,
}) => {
  const { email, app } = await guardedAdmin(db)
  await openAlive(page, '/ranking')
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Customer/ }).click()
  await dialog.getByLabel('Email Address').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/second-factor')
  await expect(dialog).toHaveCount(0)
  await typeCode(page, app.nextCode())
  await expect(page).toHaveURL('/ranking')
  await expectSignedIn(page, email)
})
