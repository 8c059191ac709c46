import type { Db } from '#server/platform/db.ts'
import { createAccount, enterAs, expect, newEmail, openAlive, findMail, signIn, test } from '../accounts.ts'
import { axeFindings } from '../axe.ts'
import { openQueue } from '../queues.ts'

const HTML = '<script>document.title = "broken"</script>'
const writeTicket = (db: Db) =>
  db.supportTicket.create({
    data: {
      channel: 'support',
      name: 'Ada',
      email: newEmail(),
      subject: `Late ${HTML}`,
      category: 'orders',
      priority: 'urgent',
      description: `Where is it?\n${HTML}`,
    },
  })

test('a visitor writes to us, and an admin finds the ticket, replies by email, closes and reopens it', async ({
  page,
  db,
}) => {
  const email = newEmail()
  await openAlive(page, '/support')
  const form = page.locator('form[method=post]').filter({ has: page.getByLabel('Subject') })
  await form.getByLabel('Name').fill('Ada')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Subject').fill(`Late ${HTML}`)
  await form.getByLabel('Category').selectOption('orders')
  await form.getByLabel('Priority').selectOption('urgent')
  await form.getByLabel('Description').fill(`Where is it?\n${HTML}`)
  await page.getByRole('button', { name: 'Send ticket' }).click()
  await expect(page.getByRole('heading', { name: 'We received your message' })).toBeVisible()
  const ticket = await db.supportTicket.findFirstOrThrow({ where: { email } })

  await enterAs(page, db, (await createAccount(db, { role: 'admin' })).id)
  await openQueue(page, 'Open tickets')
  await page.getByLabel('Priority').selectOption('urgent')
  await expect(page).toHaveURL(/priority=urgent/)
  await page.getByRole('searchbox', { name: 'Reference or email address' }).fill(ticket.reference.toLowerCase())
  await page.getByRole('searchbox', { name: 'Reference or email address' }).press('Enter')
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2)
  await page.getByRole('link', { name: `Late ${HTML}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Late ${HTML}`)
  expect(await axeFindings(page, { within: 'main' })).toEqual([])
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('Please write an answer')).toBeVisible()
  await page.getByLabel('Your reply').fill('It left the store today.')
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByRole('region', { name: 'Conversation' }).getByText('It left the store today.')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('')
  const { text } = await findMail(db, ticket.email, 'support_answered')
  expect(text).toContain('It left the store today.')
  expect(text).not.toContain('Where is it?')
  expect(await db.supportTicket.findUnique({ where: { id: ticket.id } })).toMatchObject({ state: 'answered' })
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('This ticket is closed. Reopen it to reply.')).toBeVisible()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByLabel('Your reply')).toBeVisible()
  expect(
    await db.auditEntry.findMany({ where: { subjectId: ticket.id }, orderBy: { at: 'asc' }, select: { action: true } }),
  ).toEqual([{ action: 'ticket_answered' }, { action: 'ticket_closed' }, { action: 'ticket_reopened' }])
})

test('a rejected reply stays in its field, even after the session has ended', async ({ page, db }) => {
  const ticket = await writeTicket(db)
  const { id, email } = await createAccount(db, { role: 'admin' })
  await enterAs(page, db, id)
  await page.goto(`/admin/tickets/${ticket.id}`)
  await page.getByLabel('Your reply').fill('A long answer.')
  await db.supportTicket.update({ where: { id: ticket.id }, data: { state: 'closed' } })
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(page.getByText('This ticket is closed. Reopen it to reply.')).toBeVisible()
  await expect(page.getByLabel('Your reply')).toHaveValue('A long answer.')
  await db.supportTicket.update({ where: { id: ticket.id }, data: { state: 'open' } })
  await db.session.deleteMany({ where: { user: { email } } })
  await page.getByRole('button', { name: 'Send reply' }).click()
  await expect(
    page
      .getByRole('main')
      .getByText(/sign in/i)
      .first(),
  ).toBeVisible()
  await signIn(page, email)
  await expect(page).not.toHaveURL(/login/)
  await page.goto(`/admin/tickets/${ticket.id}`)
  await expect(page.getByLabel('Your reply')).toHaveValue('A long answer.')
})
