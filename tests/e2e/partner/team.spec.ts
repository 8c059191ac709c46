import type { BrowserContext } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { createPartner } from '#tests/factories.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { newEmail, signIn } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { expect, received, test } from './joining-shop.ts'

// A colleague from the invitation to the day on which the store is the colleague's, on a shop that really sends mails.

async function enter(context: BrowserContext, db: Db, userId: string, url: string): Promise<void> {
  const { visit } = await signedIn(db, userId, { visit: createVisit({ siteUrl: url }) })
  await context.addCookies([...visit.cookies].map(([name, value]) => ({ name, value, url })))
}

test('a colleague is invited, joins, gets another role, is removed, and another becomes the owner', async ({
  page,
  browser,
  db,
  mailing,
}) => {
  const owner = await createAccount(db, { role: 'partner' })
  const store = await createPartner(db, {
    ownerId: owner.id,
    businessName: `Team ${process.pid} ${Date.now()}`,
    createdAt: new Date('2020-01-01'),
  })
  await enter(page.context(), db, owner.id, mailing.url)
  const invite = async (email: string) => {
    await page.goto('/brand/dashboard/team')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByRole('button', { name: `Send again to ${email}` })).toBeVisible()
    return (await received(mailing, email, /you are invited to the team/)).link
  }
  const join = async (context: BrowserContext, email: string, link: string) => {
    const tab = await context.newPage()
    await tab.goto(link)
    // The token is not in the address any more.
    await expect(tab).toHaveURL('/partners/team')
    await tab.getByRole('main').getByRole('link', { name: 'Sign In' }).click()
    await tab.waitForURL('**/login?**')
    await signIn(tab, email)
    await tab.getByRole('button', { name: `Join ${store.businessName}` }).click()
    await expect(tab).toHaveURL('/brand/dashboard')
    return tab
  }

  const first = await createAccount(db, { email: newEmail('first'), fullName: 'Fay First' })
  const firstContext = await browser.newContext({ baseURL: mailing.url })
  const theirs = await join(firstContext, first.email, await invite(first.email))
  await expect(theirs.getByText('Brand Partner, editor')).toBeVisible()

  await page.reload()
  await page.getByRole('button', { name: 'Make viewer: Fay First' }).click()
  await expect(page.getByRole('button', { name: 'Make editor: Fay First' })).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('Viewer: you can look.')).toBeVisible()
  await theirs.goto('/brand/dashboard/team')
  await expect(theirs.getByRole('button', { name: 'Send invitation' })).toBeHidden()

  await page.getByText('Remove: Fay First').click()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Yes, remove Fay First' }).click()
  await expect(page.getByRole('status').getByText('Removed from the team')).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL(/\/brand\/login\?/)
  await firstContext.close()

  const second = await createAccount(db, { email: newEmail('second'), fullName: 'Sam Second' })
  const secondContext = await browser.newContext({ baseURL: mailing.url })
  const heirs = await join(secondContext, second.email, await invite(second.email))
  await page.reload()
  await page.getByText('Make owner: Sam Second').click()
  await page.getByRole('button', { name: `Yes, hand over ${store.businessName}` }).click()
  await expect(page.getByRole('status').getByText('The store is handed over. You are an editor now.')).toBeVisible()
  await heirs.goto('/brand/dashboard/team')
  await expect(heirs.getByRole('button', { name: 'Send invitation' })).toBeVisible()
  await received(mailing, second.email, /You own/)
  await received(mailing, owner.email, /has another owner now/)
  await secondContext.close()
})
