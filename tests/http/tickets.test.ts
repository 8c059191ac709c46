import { expect, test } from 'vitest'
import { createAccount, lastMail } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const writeTicket = (email: string) =>
  shop.db.supportTicket.create({
    data: {
      channel: 'contact',
      name: 'Ada',
      email,
      subject: 'Late',
      category: 'orders',
      priority: 'urgent',
      description: 'Where is it?',
    },
  })

test('an admin answers a ticket by email', async () => {
  const { id: adminId } = await createAccount(shop.db, { role: 'admin' })
  const { id, email } = await writeTicket(`late-${adminId}@mail.example`)
  const page = await (await shop.visitorAs(adminId)).open(`/admin/tickets/${id}`)
  const answered = await page.press('Send reply', { 'Your reply': 'Thank you.' })
  expect(answered.text('section[aria-label=Conversation]')).toContain('Thank you.')
  expect((await lastMail(shop.db, email, 'support_answered')).text).toContain('Thank you.')
})

test('customers and visitors cannot see tickets', async () => {
  const { id: userId } = await createAccount(shop.db)
  const { id } = await writeTicket(`late-${userId}@mail.example`)
  const customer = await shop.visitorAs(userId)
  for (const path of ['/admin/tickets', `/admin/tickets/${id}`]) {
    expect((await shop.visitor().open(path)).address).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
    const page = await customer.open(path)
    expect([page.status, page.headings]).toEqual([403, expect.arrayContaining(['Access Denied'])])
  }
})
