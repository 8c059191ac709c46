import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { createAccount, PASSWORD, signedIn } from '#tests/setup/auth.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { test as base, expect, openAlive, openDashboard } from './shop.ts'

/** The shop's test for pages with forms. Ignores the error that the browser reports for each refused form. */
export const test = base.extend<{ refusals: undefined }>({
  refusals: [
    async ({ errors }, use) => {
      await use(undefined)
      const others = errors.filter((error) => !/status of 4\d\d/.test(error))
      errors.splice(0, errors.length, ...others)
    },
    { auto: true },
  ],
})
export { createAccount, expect, openAlive, openDashboard, PASSWORD }

/** Returns an unused email address. */
export const newEmail = (name = 'somebody') => `${name}-${randomBytes(6).toString('hex')}@mail.example`

/** Signs the browser in without the sign-in page. */
export async function enterAs(page: Page, db: Db, userId: string): Promise<void> {
  const url = new URL(process.env.SHOP_URL ?? '').origin
  const { visit } = await signedIn(db, userId, { visit: createVisit({ siteUrl: url }) })
  await page.context().addCookies([...visit.cookies].map(([name, value]) => ({ name, value, url })))
}

export async function signIn(
  page: Page,
  email: string,
  { password = PASSWORD, at = '/login', remember = false } = {},
): Promise<void> {
  if (!page.url().includes(at)) await page.goto(at)
  const main = page.getByRole('main')
  await main.getByLabel('Email Address').fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  if (remember) await main.getByLabel('Remember me').check()
  await main.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Expects the header to show who is signed in. */
export async function expectSignedIn(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('button', { name: `Your account: ${email}` })).toBeVisible()
}

export async function expectSignedOut(page: Page): Promise<void> {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
}

/** Returns the path of the link, and the code, in the newest email of a kind to an address. */
export async function findMail(
  db: Db,
  toAddress: string,
  kind: string,
): Promise<{ link: string; code: string; text: string }> {
  let text = ''
  await expect
    .poll(async () => {
      text = (await db.mail.findFirst({ where: { toAddress, kind }, orderBy: { createdAt: 'desc' } }))?.text ?? ''
      return text
    })
    .not.toBe('')
  return {
    text,
    link: /\/auth\/[a-z-]+\?token=[\w-]+/.exec(text)?.[0] ?? '',
    code: /\b\d{3}[ -]?\d{3}\b/.exec(text.replace(/https?:\S+/g, ''))?.[0] ?? '',
  }
}
