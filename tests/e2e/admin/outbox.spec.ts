import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import type { Db } from '#server/platform/db.ts'
import { createAccount, expect, expectSignedIn, newEmail, signIn, test } from '../accounts.ts'

async function signInAdmin(page: Page, db: Db, redirectTo: string): Promise<void> {
  const { id, email } = await createAccount(db)
  await db.user.update({ where: { id }, data: { role: 'admin' } })
  await page.goto(`/login?redirectTo=${encodeURIComponent(redirectTo)}`)
  await signIn(page, email)
  await expect(page).toHaveURL(redirectTo)
}

/** A mail of the test's own: the name of who it goes to is in nobody else's address. */
const createMail = (db: Db, toAddress: string, given: { state?: 'queued' | 'failed'; subject?: string; createdAt?: Date } = {}) =>
  db.mail.create({
    data: {
      kind: 'notice', toAddress, subject: 'A word of ours', text: 'Some text.', html: '<!doctype html><title>Mail</title><p>Some text.</p>', ...given,
      ...(given.state === 'failed' && { attempts: 8, lastError: '550 no such mailbox' }),
    },
  })

for (const path of ['/admin/outbox', '/admin/outbox/019b76da-0000-7000-8000-000000000000']) {
  test(`${path} is for admins only`, async ({ page, db, browser }) => {
    test.setTimeout(60_000)
    await page.goto(path)
    await expect(page).toHaveURL(`/login?redirectTo=${encodeURIComponent(path)}`)
    await signIn(page, (await createAccount(db)).email)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
    await expect(page.getByText('This admin panel is restricted to authorized administrators only.')).toBeVisible()
    expect((await page.request.get(path)).status()).toBe(403)
    await page.getByRole('main').getByRole('link', { name: 'Go to Home' }).click()
    await expect(page).toHaveURL('/')

    const partner = await browser.newContext({ baseURL: process.env.SHOP_URL! })
    const { id, email } = await createAccount(db)
    await db.user.update({ where: { id }, data: { role: 'partner', partners: { create: { businessName: `Business ${id}`, email: `business-${id}@example.test` } } } })
    const other = await partner.newPage()
    await other.goto(`/login?redirectTo=${path}`)
    await signIn(other, email)
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
    await partner.close()
  })
}

test('an admin reads a mail and follows its link', async ({ page, db, browser, context }) => {
  test.setTimeout(90_000)
  const { id, email } = await createAccount(db)
  const owner = await browser.newPage({ baseURL: process.env.SHOP_URL! })
  await owner.goto('/forgot-password')
  await owner.getByRole('main').getByLabel('Email Address').fill(email)
  await owner.getByRole('button', { name: 'Send link' }).click()
  await expect(owner.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
  await owner.close()

  await signInAdmin(page, db, '/admin/outbox')
  await page.getByRole('searchbox', { name: 'Address' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/outbox?to=${encodeURIComponent(email)}`)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Queued')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/outbox\/[\w-]{36}$/)
  await expect(page.getByRole('main')).toContainText('reset_password')
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0)
  const mail = await db.mail.findFirstOrThrow({ where: { toAddress: email } })
  await expect.poll(() => db.auditEntry.count({ where: { action: 'mail_read', subjectId: mail.id } })).toBeGreaterThan(0)

  // As its reader sees it, and as text.
  const follow = async (link: Locator) => {
    const opening = context.waitForEvent('page')
    await link.click()
    return opening
  }
  const mailFrame = page.frameLocator('iframe')
  const home = await follow(mailFrame.getByRole('link', { name: 'WTF.', exact: true }))
  await expect(home).toHaveURL('/')
  await home.close()
  const links = [mailFrame.getByRole('link', { name: 'Choose a password' }), page.locator('pre').getByRole('link').first()]
  for (const link of links) {
    const opened = await follow(link)
    await expect(opened).toHaveURL(/\/auth\/reset-password\?token=[\w-]+$/)
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
    if (link === links.at(-1)) {
      for (const field of ['New password', 'Confirm Password']) await opened.getByLabel(field, { exact: true }).fill('Linen-Thimble-58')
      await opened.getByRole('button', { name: 'Save password' }).click()
      await expect(opened.getByText('Your new password is saved.')).toBeVisible()
    }
    await opened.close()
  }
  expect(await db.auditEntry.count({ where: { subjectId: id, action: 'password_reset' } })).toBe(1)
  await page.getByRole('link', { name: 'Outbox' }).click()
  await expect(page).toHaveURL(`/admin/outbox?to=${encodeURIComponent(email)}`)
})

test('a mail that failed is sent again, once', async ({ page, db }) => {
  const address = newEmail('failed')
  const { id } = await createMail(db, address, { state: 'failed' })
  await signInAdmin(page, db, `/admin/outbox?state=failed&to=${encodeURIComponent(address)}`)
  const row = page.getByRole('row').filter({ hasText: address })
  await expect(row).toContainText('Failed')
  await expect(row).toContainText('550 no such mailbox')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(`/admin/outbox/${id}`)
  // Somebody else was faster.
  await db.mail.update({ where: { id }, data: { state: 'queued' } })
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Only a mail that failed can be sent again.')
  await db.mail.update({ where: { id }, data: { state: 'failed' } })
  await page.reload()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('State, after 0 attempts')
  expect(await db.mail.findUnique({ where: { id } })).toMatchObject({ state: 'queued', attempts: 0 })
  expect(await db.auditEntry.count({ where: { action: 'mail_retried', subjectId: id } })).toBe(1)
})

test('states, addresses and pages narrow the list, and can be taken back', async ({ page, db }) => {
  test.setTimeout(60_000)
  const name = newEmail('list').split('@')[0]!
  for (let n = 0; n < 53; n++) await createMail(db, `${name}-${n}@mail.example`, { subject: `Word ${n}`, createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)), ...(n < 2 && { state: 'failed' }) })
  await signInAdmin(page, db, `/admin/outbox?to=${name}`)
  const rows = page.getByRole('row').filter({ has: page.getByRole('link') })
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('Word 52')
  await page.getByRole('link', { name: 'Next page' }).click()
  await expect(page).toHaveURL(`/admin/outbox?to=${name}&page=2`)
  await expect(rows).toHaveCount(3)
  const states = page.getByRole('navigation', { name: 'States' })
  await expect(states.getByRole('link')).toHaveText(['All 53', 'Queued 51', 'Sent 0', 'Failed 2'])
  await states.getByRole('link', { name: /^Failed/ }).click()
  await expect(page).toHaveURL(`/admin/outbox?state=failed&to=${name}`)
  await expect(rows).toHaveCount(2)
  await expect(states.getByRole('link', { name: /^Failed/ })).toHaveAttribute('aria-current', 'page')
  await page.getByRole('searchbox', { name: 'Address' }).fill(`${name}-1@`)
  await page.getByRole('button', { name: 'Find' }).click()
  await expect(page).toHaveURL(/state=failed/)
  await expect(rows).toHaveCount(1)
  await states.getByRole('link', { name: /^Sent/ }).click()
  await expect(page.getByText('No such mail')).toBeVisible()
  await page.getByRole('link', { name: 'Show all mails' }).click()
  await expect(page).toHaveURL('/admin/outbox')
  await page.goto('/admin/outbox?state=nonsense&page=-4&to=%00%25_')
  await expect(page.getByText('No such mail')).toBeVisible()
})

for (const width of [360, 1280]) {
  test(`axe finds nothing in the outbox at ${width} pixels, and nothing is wider than the page`, async ({ page, db }) => {
    test.setTimeout(90_000)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const address = newEmail('a-rather-long-name-of-somebody-who-has-many')
    const { id } = await createMail(db, address, { state: 'failed' })
    await signInAdmin(page, db, `/admin/outbox?to=${encodeURIComponent(address)}`)
    for (const path of ['', `/${id}`]) {
      if (path) await page.goto(`/admin/outbox${path}`)
      // Nothing can be run in the frame of a mail: it may only be looked at.
      await page.locator('iframe').evaluateAll((frames) => frames.forEach((frame) => frame.remove()))
      const { violations } = await new AxeBuilder({ page }).analyze()
      expect(violations.map(({ id: rule, nodes }) => `${path}: ${rule}: ${nodes[0]?.html}`)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
}

test('the demo admin gets in', async ({ page }) => {
  await page.goto('/login?redirectTo=/admin/outbox')
  await signIn(page, 'admin@wtf.example', { password: 'Velvet-Hanger-26' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Outbox')
  await expectSignedIn(page, 'admin@wtf.example')
})
