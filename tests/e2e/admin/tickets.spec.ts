import AxeBuilder from '@axe-core/playwright'
import type { Db } from '#server/platform/db.ts'
import { createAccount, expect, newEmail, readMail, signIn, test } from '../accounts.ts'

async function createAdmin(db: Db): Promise<string> {
  const { id, email } = await createAccount(db)
  await db.user.update({ where: { id }, data: { role: 'admin' } })
  return email
}

const HTML = '<script>document.title = "broken"</script>'
const writeTicket = (db: Db, given: object = {}) =>
  db.supportTicket.create({ data: { channel: 'support', name: 'Ada', email: newEmail(), subject: `Late ${HTML}`, category: 'orders', priority: 'urgent', description: `Where is it?\n${HTML}`, ...given } })

test('an admin finds a ticket, answers it by mail, closes and reopens it', async ({ page, db }) => {
  const ticket = await writeTicket(db)
  await signIn(page, await createAdmin(db))
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/admin/tickets')
  await page.getByLabel('Priority').selectOption('urgent')
  await expect(page).toHaveURL(/priority=urgent/)
  await page.getByRole('searchbox', { name: 'Reference or address' }).fill(ticket.reference.toLowerCase())
  await page.getByRole('searchbox', { name: 'Reference or address' }).press('Enter')
  await expect(page.getByRole('main').getByRole('row')).toHaveCount(2)
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
  await page.getByRole('link', { name: `Late ${HTML}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Late ${HTML}`)
  expect((await new AxeBuilder({ page }).include('main').analyze()).violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Please write an answer')).toBeVisible()
  await page.getByLabel('Your answer').fill('It left the store today.')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('region', { name: 'Conversation' }).getByText('It left the store today.')).toBeVisible()
  await expect(page.getByLabel('Your answer')).toHaveValue('')
  const { text } = await readMail(db, ticket.email, 'support_answered')
  expect(text).toContain('It left the store today.')
  expect(text).not.toContain('Where is it?')
  expect(await db.supportTicket.findUnique({ where: { id: ticket.id } })).toMatchObject({ state: 'answered' })
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await expect(page.getByText('This ticket is closed. Reopen it to answer.')).toBeVisible()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByLabel('Your answer')).toBeVisible()
  expect(await db.auditEntry.findMany({ where: { subjectId: ticket.id }, orderBy: { at: 'asc' }, select: { action: true } })).toEqual([{ action: 'ticket_answered' }, { action: 'ticket_closed' }, { action: 'ticket_reopened' }])
})

test('an answer that is refused stays in its field, and so does one whose session has ended', async ({ page, db }) => {
  const ticket = await writeTicket(db)
  const email = await createAdmin(db)
  await signIn(page, email)
  await expect(page).toHaveURL(/\/$/)
  await page.goto(`/admin/tickets/${ticket.id}`)
  await page.getByLabel('Your answer').fill('A long answer.')
  await db.supportTicket.update({ where: { id: ticket.id }, data: { state: 'closed' } })
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('This ticket is closed. Reopen it to answer.')).toBeVisible()
  await expect(page.getByLabel('Your answer')).toHaveValue('A long answer.')
  await db.supportTicket.update({ where: { id: ticket.id }, data: { state: 'open' } })
  await db.session.deleteMany({ where: { user: { email } } })
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('main').getByText(/sign in/i).first()).toBeVisible()
  await signIn(page, email)
  await expect(page).not.toHaveURL(/login/)
  await page.goto(`/admin/tickets/${ticket.id}`)
  await expect(page.getByLabel('Your answer')).toHaveValue('A long answer.')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an admin can answer', async ({ page, db }) => {
    const ticket = await writeTicket(db, { channel: 'contact' })
    await signIn(page, await createAdmin(db))
    await page.goto(`/admin/tickets/${ticket.id}`)
    await page.getByLabel('Your answer').fill('Thank you.')
    await page.getByRole('button', { name: 'Send answer' }).click()
    await expect(page.getByRole('region', { name: 'Conversation' }).getByText('Thank you.')).toBeVisible()
    expect((await readMail(db, ticket.email, 'support_answered')).text).toContain('Thank you.')
  })
})

test('others do not see tickets', async ({ page, db, errors }) => {
  const { id } = await writeTicket(db)
  for (const path of ['/admin/tickets', `/admin/tickets/${id}`]) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login\?redirectTo=/)
  }
  await signIn(page, (await createAccount(db)).email)
  await expect(page).not.toHaveURL(/login/)
  for (const path of ['/admin/tickets', `/admin/tickets/${id}`]) {
    expect((await page.goto(path))?.status()).toBe(403)
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  }
  errors.splice(0)
})
