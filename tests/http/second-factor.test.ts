import { expect, test } from 'vitest'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { setUpSecondFactor, TestApp } from '#tests/setup/second-factor.ts'
import { useShop } from './shop.ts'

const shop = useShop()

test('the second factor is asked for, five wrong codes end the sign-in, and nothing opens before the right one', async () => {
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
  const renewed = await settings.press('Make new ones', {
    'Code of your app, or a recovery code': recoveryCodes[0]!,
  })
  expect(renewed.texts('main li').filter((text) => /^[0-9a-z]{5}-[0-9a-z]{5}$/.test(text))).toHaveLength(10)
})
