import type { Locator, Page } from '@playwright/test'
import { deliverTo } from '#server/mail/deliver.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import type { Db } from '#server/platform/db.ts'
import { createMail } from '#tests/factories.ts'
import { startSmtp } from '#tests/setup/smtp.ts'
import { createAccount, enterAs, expect, newEmail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { openQueue } from '../queues.ts'
import { openAlive } from '../shop.ts'

async function enterAsAdmin(page: Page, db: Db): Promise<void> {
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
}

test('an admin finds a failed email, sends it again, reads it and follows its link', async ({
  page,
  db,
  browser,
  context,
}) => {
  test.setTimeout(90_000)
  const { id, email } = await createAccount(db)
  const owner = await browser.newPage({ baseURL: process.env.SHOP_URL! })
  await owner.goto('/forgot-password')
  await owner.getByRole('main').getByLabel('Email Address').fill(email)
  await owner.getByRole('button', { name: 'Send link' }).click()
  await expect(owner.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await owner.close()
  const smtp = await startSmtp()
  const deliver = deliverTo({ url: smtp.url, from: 'WTF <hello@wtf.example>' }, 5_000)
  const { id: mailId } = await db.mail.findFirstOrThrow({ where: { toAddress: email } })
  /** Sends the email as the queue would, because the shop that tests share has no mail server. */
  const attempt = () => sendMail(db, deliver, { mailId, before: 0 }, [], AbortSignal.timeout(10_000))
  smtp.refuse(550)
  await attempt()

  await enterAsAdmin(page, db)
  await openQueue(page, 'Failed emails')
  const failed = page.getByRole('row').filter({ hasText: email })
  await expect(failed).toContainText('not this address')
  await failed.getByRole('link').click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('button', { name: 'Send again' })).toHaveCount(0)
  await page.goto('/admin/outbox')
  await page.getByRole('searchbox', { name: 'Email address' }).fill(email)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/admin/outbox?to=${encodeURIComponent(email)}`)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Queued')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/outbox\/[\w-]{36}$/)
  await expect(page.getByRole('main')).toContainText('Password reset link')
  await expect.poll(() => db.auditEntry.count({ where: { action: 'mail_read', subjectId: mailId } })).toBeGreaterThan(0)

  // Check the email as its recipient sees it, and as plain text.
  const follow = async (link: Locator) => {
    const opening = context.waitForEvent('page')
    await link.click()
    return opening
  }
  const mailFrame = page.frameLocator('iframe')
  const home = await follow(mailFrame.getByRole('link', { name: 'WTF.', exact: true }))
  await expect(home).toHaveURL('/')
  await home.close()
  const links = [
    mailFrame.getByRole('link', { name: 'Choose a password' }),
    page.locator('pre').getByRole('link').first(),
  ]
  for (const link of links) {
    const opened = await follow(link)
    await expect(opened).toHaveURL(/\/auth\/reset-password\?token=[\w-]+$/)
    await expect(opened.getByRole('heading', { level: 1 })).toHaveText('Choose a new password')
    if (link === links.at(-1)) {
      for (const field of ['New password', 'Confirm Password'])
        await opened.getByLabel(field, { exact: true }).fill('Linen-Thimble-58')
      await opened.getByRole('button', { name: 'Save password' }).click()
      await expect(opened.getByText('Your new password is saved.')).toBeVisible()
    }
    await opened.close()
  }
  expect(await db.auditEntry.count({ where: { subjectId: id, action: 'password_reset' } })).toBe(1)
  await page.getByRole('main').getByRole('link', { name: 'Outbox' }).click()
  await expect(page).toHaveURL(`/admin/outbox?to=${encodeURIComponent(email)}`)

  smtp.accept()
  await attempt()
  expect(smtp.mails.map(({ envelope }) => envelope.to)).toEqual([[email]])
  await page.reload()
  await expect(row.filter({ hasText: 'Sent' })).toHaveCount(1)
  await smtp.stop()
})

for (const width of [360, 1280]) {
  test(`axe finds nothing in the outbox at ${width} pixels, and nothing is wider than the screen`, async ({
    page,
    db,
  }) => {
    test.setTimeout(90_000)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const address = newEmail('a-rather-long-name-of-somebody-who-has-many')
    const { id } = await createMail(db, {
      toAddress: address,
      state: 'failed',
      attempts: 8,
      lastError: '550 no such mailbox',
    })
    await enterAsAdmin(page, db)
    for (const path of [`?to=${encodeURIComponent(address)}`, `/${id}`]) {
      // Hydrate the page first, because React must find the frame that the server rendered.
      await openAlive(page, `/admin/outbox${path}`)
      // Scripts do not run in an email's frame, so axe cannot check it.
      await page.locator('iframe').evaluateAll((frames) => frames.forEach((frame) => frame.remove()))
      expect([path, await axeFindings(page, { onlySerious: false })]).toEqual([path, []])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    }
  })
}
