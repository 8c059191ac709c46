import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#demo/seed-accounts.ts'
import { findTypicalProduct } from '#tests/setup/demo-products.ts'
import { createAccount, PASSWORD } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const shop = useShop()

/** Submits the form of /login. */
async function signIn(visitor: Visitor, email: string, { password = PASSWORD, at = '/login', remember = false } = {}) {
  const form = await visitor.open(at)
  return form.press('Sign In', { 'Email Address': email, Password: password, 'Remember me': remember })
}

test('the demo has a shopper, a partner and an admin', async () => {
  for (const role of ['customer', 'partner', 'admin'] as const) {
    const { email } = DEMO_ACCOUNTS.find((account) => account.role === role)!
    const at = role === 'partner' ? '/brand/login' : '/login'
    const page = await signIn(shop.visitor(), email, { password: DEMO_PASSWORD, at })
    // The dashboard has a separate layout.
    if (role === 'partner')
      expect([page.address, page.heading]).toEqual(['/brand/dashboard/products', 'Product Management'])
    else expect([role, page.address, page.signedInAs]).toEqual([role, '/', email])
  }
})

test('people sign in, return to their page, and sign out', async () => {
  const { email } = await createAccount(shop.db)
  const visitor = shop.visitor()
  const form = await visitor.open('/login?redirectTo=%2Fdiscover%3Fq%3Ddress')
  const answer = await visitor.ask('/login', {
    method: 'POST',
    body: new URLSearchParams({ form: 'sign-in', from: 'page', email, password: PASSWORD }),
  })
  const [cookie = ''] = answer.headers.getSetCookie().filter((header) => header.startsWith('wtf_session='))
  expect(cookie).toMatch(/; HttpOnly/i)
  expect(cookie).toMatch(/; SameSite=Lax/i)
  expect(cookie).not.toMatch(/max-age|expires/i)
  await visitor.open('/logout').then((page) => page.press('Sign Out'))
  expect(visitor.cookie('wtf_session')).toBeUndefined()

  const back = await form.press('Sign In', { 'Email Address': email, Password: PASSWORD })
  expect([back.address, back.signedInAs]).toEqual(['/discover?q=dress', email])
  const out = await back.press('Sign Out', {}, 'header')
  expect([out.address, out.signedInAs]).toEqual(['/home', null])
  expect(visitor.cookie('wtf_session')).toBeUndefined()
})

test('a wrong password shows an error at both fields, and keeps the address', async () => {
  const { email } = await createAccount(shop.db)
  for (const [given, password] of [
    [email, 'Wrong-Password-1'],
    [`nobody-${email}`, PASSWORD],
  ] as const) {
    const page = await signIn(shop.visitor(), given, { password })
    for (const label of ['Email Address', 'Password']) {
      expect(page.descriptionOf(label)).toBe('Invalid email or password')
      expect(page.field(label).getAttribute('aria-invalid')).toBe('true')
    }
    expect([page.valueOf('Email Address'), page.valueOf('Password')]).toEqual([given, ''])
  }
})

test('an empty form shows which fields are missing', async () => {
  const page = await (await shop.visitor().open('/login')).press('Sign In')
  expect([page.descriptionOf('Email Address'), page.descriptionOf('Password')]).toEqual([
    'Email is required',
    'Password is required',
  ])
})

test('remember me keeps people signed in after the browser closes', async () => {
  const { email } = await createAccount(shop.db)
  const answer = await shop.visitor().ask('/login', {
    method: 'POST',
    body: new URLSearchParams({ form: 'sign-in', from: 'page', email, password: PASSWORD, remember: 'on' }),
  })
  const [cookie = ''] = answer.headers.getSetCookie().filter((header) => header.startsWith('wtf_session='))
  expect(Number(/max-age=(\d+)/i.exec(cookie)?.[1])).toBeGreaterThan(20 * 24 * 3600)
})

for (const target of [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '%2F%2Fevil.example',
  '/%09/evil.example',
]) {
  test(`redirectTo=${target} leads to the home page`, async () => {
    const { email } = await createAccount(shop.db)
    const page = await signIn(shop.visitor(), email, { at: `/login?redirectTo=${encodeURIComponent(target)}` })
    expect([page.url.origin, page.signedInAs]).toEqual([shop.url, email])
  })
}

test('signed-in users are redirected from /login', async () => {
  const { id } = await createAccount(shop.db)
  const visitor = await shop.visitorAs(id)
  expect((await visitor.open('/login?redirectTo=/about-wtf')).address).toBe('/about-wtf')
  expect((await visitor.open('/signup')).address).toBe('/')
})

test('/logout asks for confirmation', async () => {
  const { id, email } = await createAccount(shop.db)
  const page = await (await shop.visitorAs(id)).open('/logout')
  expect(page.signedInAs).toBe(email)
  expect((await page.press('Sign Out')).signedInAs).toBeNull()
})

test("a visitor's page contains no hint of an account, and is identical for two visitors", async () => {
  const read = async () => {
    const answer = await shop.visitor().ask('/about-wtf')
    return [await answer.text(), answer.headers.get('etag'), answer.headers.get('set-cookie')]
  }
  const [text, ...headers] = await read()
  expect(text).toContain('</html>')
  expect(await read()).toEqual([text, ...headers])
})

test('an incomplete form submission returns an error page', async () => {
  const visitor = shop.visitor()
  for (const path of [
    '/login',
    '/signup',
    '/brand/signup',
    '/forgot-password',
    '/auth/magic',
    '/auth/callback',
    '/settings?index',
    '/settings/search',
    '/wishlist/toggle',
  ]) {
    for (const type of [
      'multipart/form-data; boundary=--a-boundary-of-the-usual-length',
      'multipart/form-data',
      'application/json',
    ]) {
      const page = await visitor.open(path, { method: 'POST', body: '{"nonsense', headers: { 'content-type': type } })
      expect([path, type, page.status]).toEqual([path, type, 400])
      expect(page.text('body')).toContain('We did not receive the whole form. Please go back and send it again.')
    }
  }
})

test('a heart leads to the sign-in and back, and is saved on a second press', async () => {
  const product = await findTypicalProduct(shop.db)
  const { id, email } = await createAccount(shop.db)
  const asked = await (await shop.visitor().open(`/product/${product.id}`)).press(`Add to Wishlist: ${product.name}`)
  expect(asked.text()).toContain('Login Required')
  const back = await asked.press('Sign In', { 'Email Address': email, Password: PASSWORD })
  expect(back.heading).toBe(product.name)
  expect(await shop.db.wishlistItem.count({ where: { userId: id } })).toBe(0)
  const saved = await back.press(/^Add to Wishlist/)
  expect(saved.url.pathname).toBe(`/product/${product.id}`)
  expect(saved.text('body')).toContain('Added to wishlist')
  expect(saved.hasButton(`In Wishlist: ${product.name}`)).toBe(true)
  expect(await shop.db.wishlistItem.count({ where: { userId: id, productId: product.id } })).toBe(1)
})
