import { expect, test } from 'vitest'
import { closeForOwner } from '#server/accounts/people/close-for-owner.service.ts'
import { createAccount, lastMail, signedIn } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('only administrators see the users, and one signs a person out', async () => {
  const user = await createAccount(shop.db)
  for (const path of ['/admin/users', `/admin/users/${user.id}`]) {
    expect((await shop.visitor().open(path)).address).toBe(`/login?redirectTo=${encodeURIComponent(path)}`)
    const page = await (await shop.visitorAs(user.id)).open(path)
    expect([page.status, page.heading]).toEqual([403, 'Access Denied'])
  }
  const admin = await shop.visitorAs((await createAccount(shop.db, { role: 'admin' })).id)
  const list = await admin.open(`/admin/users?q=${encodeURIComponent(user.email)}&state=nonsense&page=-1`)
  expect(list.all('main tbody tr')).toHaveLength(1)
  expect((await admin.open('/admin/users?q=%00%25_')).text()).toContain('No matching accounts')
  const read = await list.follow(user.email)
  expect(read.heading).toBe(user.email)
  await read.press('Sign out on all devices')
  expect(await shop.db.session.count({ where: { userId: user.id } })).toBe(0)
})

test('the link in the email about a closed account downloads its data once', async () => {
  const user = await createAccount(shop.db)
  const { id } = await createAccount(shop.db, { role: 'admin' })
  await closeForOwner({ db: shop.db, ...(await signedIn(shop.db, id)) }, { userId: user.id, from: 'open' })
  const { text } = await lastMail(shop.db, user.email, 'account_closed_for_you')
  const path = /\/settings\/closed\/export\?token=[\w-]+/.exec(text)?.[0] ?? ''
  const visitor = shop.visitor()
  expect((await visitor.open(path)).text()).toContain('Download')
  const send = () =>
    visitor.ask('/settings/closed/export/file', {
      method: 'POST',
      body: new URLSearchParams({ token: path.split('=')[1] ?? '' }),
    })
  const file = await send()
  expect(file.headers.get('content-disposition')).toContain('attachment')
  expect(await file.json()).toMatchObject({ account: { email: user.email } })
  expect((await send()).headers.get('location')).toBe('/settings/closed/export')
  expect((await visitor.open(path)).text()).toContain('This link is no longer valid')
})
