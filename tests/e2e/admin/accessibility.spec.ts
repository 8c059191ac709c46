import { newId } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/db.ts'
import { createAccount, enterAs, expect, newEmail, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'

const LONG = 'a-rather-long-name-of-somebody-who-has-many'

/** One address of every page of administrators, each with something on it. The pages of mails are checked in outbox.spec.ts. */
async function everyAdminPage(db: Db): Promise<string[]> {
  const email = newEmail(LONG)
  const ticket = {
    channel: 'support' as const,
    name: LONG,
    email,
    subject: 'Where is it? '.repeat(12),
    category: 'orders' as const,
    description: 'It has not come.\n'.repeat(4),
  }
  const answered = await db.supportTicket.create({
    data: {
      ...ticket,
      priority: 'urgent',
      state: 'answered',
      replies: { create: { text: 'It left the store today.' } },
    },
  })
  const closed = await db.supportTicket.create({ data: { ...ticket, state: 'closed' } })
  for (const given of [{}, { confirmedAt: new Date() }, { unsubscribedAt: new Date() }])
    await db.waitlistEntry.create({
      data: {
        email: newEmail(LONG),
        browser: 'Firefox',
        location: 'Bosnia & Herzegovina',
        userAgent: 'Mozilla/5.0 '.repeat(12),
        ...given,
      },
    })
  await db.mail.create({
    data: {
      kind: 'notice',
      toAddress: email,
      subject: 'A word of ours',
      text: '',
      html: '',
      state: 'failed',
      lastError: '550 no such mailbox',
    },
  })
  return [
    '/admin',
    '/admin/tickets',
    `/admin/tickets?q=${answered.reference}`,
    '/admin/tickets?q=zzqxj',
    `/admin/tickets/${answered.id}`,
    `/admin/tickets/${closed.id}`,
    `/admin/tickets/${newId()}`,
    '/admin/waitlist',
    `/admin/waitlist?email=${LONG}`,
    '/admin/waitlist?email=zzqxj',
    '/admin/outbox',
    '/admin/outbox?to=zzqxj',
  ]
}

for (const width of [360, 1280]) {
  test(`axe finds nothing serious on administrators' pages at ${width} pixels, and nothing is wider than the page`, async ({
    page,
    db,
  }) => {
    test.setTimeout(120_000)
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
    const paths = await everyAdminPage(db)
    const found: string[] = []
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      for (const finding of await axeFindings(page)) found.push(`${path}: ${finding}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      if (wide > width) found.push(`${path}: ${wide} pixels wide`)
    }
    expect(found).toEqual([])
  })
}

test('axe finds nothing serious in the panel of administrators', async ({ page, db }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await page.goto('/about-wtf')
  const panel = page.getByRole('dialog', { name: 'Admin Panel' })
  await expect(async () => {
    await page.getByRole('link', { name: 'Admin Panel' }).first().click()
    await expect(panel).toBeVisible({ timeout: 2_000 })
  }).toPass()
  expect(await axeFindings(page, { within: '[role=dialog], dialog' })).toEqual([])
})
