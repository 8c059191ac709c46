import { expect, test } from 'vitest'
import { createPartner } from '#tests/factories.ts'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { setUpSecondFactor, TestApp } from '#tests/setup/second-factor.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('sign-in requires the second factor, ends after five wrong codes, and gives no access before the right one', async () => {
  const { id, email } = await createAccount(shop.db, { role: 'admin' })
  const { secret, recoveryCodes } = await setUpSecondFactor(shop.db, id, new Date(Date.now() - 60_000))
  const app = new TestApp(secret)
  const visitor = shop.visitor()
  expect((await visitor.open('/second-factor')).url.pathname).toBe('/login')
  const signIn = async () =>
    (await visitor.open('/login?redirectTo=%2Fadmin')).press('Sign In', { 'Email Address': email, Password: PASSWORD })
  let page = await signIn()
  expect(page.address).toBe('/second-factor')
  expect((await visitor.ask('/admin')).headers.get('location')).toBe('/login?redirectTo=%2Fadmin')
  for (let n = 1; n <= 4; n++) {
    page = await page.press('Sign In', { '6-digit code': '000000' })
    expect([n, page.text().includes('This code is wrong')]).toEqual([n, true])
  }
  page = await page.press('Sign In', { '6-digit code': '000000' })
  expect(page.url.pathname).toBe('/login')
  expect(page.text('body')).toContain('That was the fifth wrong code. Please sign in again from the start.')
  expect((await (await signIn()).press('Sign In', { '6-digit code': app.nextCode() })).address).toBe('/admin')

  const settings = await visitor.open('/settings/second-factor')
  const renewed = await settings.press('Create new codes', {
    'Code from your app, or a recovery code': recoveryCodes[0]!,
  })
  expect(renewed.texts('main li').filter((text) => /^[0-9a-z]{5}-[0-9a-z]{5}$/.test(text))).toHaveLength(10)
})

test('a partner turns on the second factor from the dashboard, and needs it at the next sign-in', async () => {
  const { id, email } = await createAccount(shop.db, { role: 'partner' })
  await createPartner(shop.db, { ownerId: id, verificationStatus: 'approved' })
  const visitor = shop.visitor()
  await (await visitor.open('/brand/login')).press('Sign In', { 'Email Address': email, Password: PASSWORD })
  const before = await visitor.open('/brand/dashboard/settings/security')
  expect(before.text('#two-factor')).toContain('Disabled')
  expect(before.text()).not.toContain('Coming Soon')
  const begun = await (await before.follow('Set up two-factor authentication')).press('Set it up')
  const secret = /(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}/.exec(begun.text())?.[0] ?? ''
  const done = await begun.press('Turn it on', { '6-digit code': new TestApp(secret).nextCode() })
  expect(done.texts('main li').filter((text) => /^[0-9a-z]{5}-[0-9a-z]{5}$/.test(text))).toHaveLength(10)
  const after = await visitor.open('/brand/dashboard/settings/security')
  expect(after.text('#two-factor')).toMatch(/Enabled since .*10 recovery codes left/)
  const again = await (
    await shop.visitor().open('/brand/login')
  ).press('Sign In', { 'Email Address': email, Password: PASSWORD })
  expect(again.address).toBe('/second-factor')
})
