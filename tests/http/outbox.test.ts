import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMail } from '#tests/factories.ts'
import { createAccount } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
/** Returns a name for an address that no other address contains. */
const newName = () => `outbox-${randomBytes(6).toString('hex')}`
const admin = async () => shop.visitorAs((await createAccount(shop.db, { role: 'admin' })).id)

for (const path of ['/admin/outbox', '/admin/outbox/019b76da-0000-7000-8000-000000000000']) {
  test(`${path} is for admins only`, async () => {
    expect((await shop.visitor().open(path)).address).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
    for (const role of ['customer', 'partner'] as const) {
      const { id } = await createAccount(shop.db, { role })
      if (role === 'partner')
        await shop.db.partner.create({
          data: { businessName: `Business ${id}`, email: `business-${id}@example.test`, ownerId: id },
        })
      const page = await (await shop.visitorAs(id)).open(path)
      expect([role, page.status, page.heading]).toEqual([role, 403, 'Access Denied'])
      expect(page.text()).toContain('This admin panel is restricted to authorized administrators only.')
      expect((await page.follow('Go to Home')).address).toBe('/')
    }
  })
}

test('a failed email can be sent again only once', async () => {
  const toAddress = `${newName()}@mail.example`
  const { id } = await createMail(shop.db, {
    toAddress,
    state: 'failed',
    attempts: 8,
    lastError: '550 no such mailbox',
  })
  const visitor = await admin()
  const list = await visitor.open(`/admin/outbox?state=failed&to=${encodeURIComponent(toAddress)}`)
  const row = list.texts('main tr').find((text) => text.includes(toAddress))
  expect(row).toContain('Failed')
  expect(row).toContain('550 no such mailbox')
  const mail = await list.follow(/./, 'main tbody')
  expect(mail.address).toBe(`/admin/outbox/${id}`)
  // Another administrator has already sent it again.
  await shop.db.mail.update({ where: { id }, data: { state: 'queued' } })
  const refused = await mail.press('Send again')
  expect(refused.texts('main [role=alert]')).toContain('You can only resend emails that failed.')
  await shop.db.mail.update({ where: { id }, data: { state: 'failed' } })
  const sent = await (await visitor.open(mail.address)).press('Send again')
  expect(sent.hasButton('Send again')).toBe(false)
  expect(sent.text()).toContain('Status (0 attempts)')
  expect(await shop.db.mail.findUnique({ where: { id } })).toMatchObject({ state: 'queued', attempts: 0 })
  expect(await shop.db.auditEntry.count({ where: { action: 'mail_retried', subjectId: id } })).toBe(1)
})

test('filters by status, address and page can be set and removed', async () => {
  const name = newName()
  for (let n = 0; n < 53; n++)
    await createMail(shop.db, {
      toAddress: `${name}-${n}@mail.example`,
      subject: `Word ${n}`,
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)),
      ...(n < 2 && { state: 'failed' }),
    })
  const visitor = await admin()
  const list = await visitor.open(`/admin/outbox?to=${name}`)
  expect(list.all('main tbody tr')).toHaveLength(50)
  expect(list.text('main tbody tr')).toContain('Word 52')
  const next = await list.follow('Next page')
  expect([next.address, next.all('main tbody tr').length]).toEqual([`/admin/outbox?to=${name}&page=2`, 3])
  const states = 'nav[aria-label=Status]'
  expect(next.texts(`${states} a`)).toEqual(['All 53', 'Queued 51', 'Sent 0', 'Failed 2'])
  const failed = await next.follow(/^Failed/, states)
  expect([failed.address, failed.all('main tbody tr').length]).toEqual([`/admin/outbox?state=failed&to=${name}`, 2])
  expect(failed.texts(`${states} [aria-current=page]`)).toEqual(['Failed 2'])
  const one = await failed.press('Find', { 'Email address': `${name}-1@` })
  expect([one.url.searchParams.get('state'), one.all('main tbody tr').length]).toEqual(['failed', 1])
  const none = await one.follow(/^Sent/, states)
  expect(none.text()).toContain('No matching emails')
  expect((await none.follow('Show all emails')).address).toBe('/admin/outbox')
  expect((await visitor.open('/admin/outbox?state=nonsense&page=-4&to=%00%25_')).text()).toContain('No matching emails')
})
