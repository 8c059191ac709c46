import { expect, test } from 'vitest'
import { codeIn, createAccount, lastMail, linkIn } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const shop = useShop()
const NEW_PASSWORD = 'Linen-Thimble-58'
const newPasswords = { 'New password': NEW_PASSWORD, 'Confirm Password': NEW_PASSWORD }

const forget = async (visitor: Visitor, email: string) =>
  (await (await visitor.open('/login')).follow('Forgot Password?')).press('Send link', { 'Email Address': email })

test('a forgotten password can be replaced, with a link that works once', async () => {
  const { email } = await createAccount(shop.db)
  const visitor = shop.visitor()
  for (const address of [`nobody-${email}`, email])
    expect((await forget(visitor, address)).text()).toContain(
      `If ${address} has an account, a password reset link is on its way.`,
    )
  const link = linkIn(await lastMail(shop.db, email, 'reset_password'))
  const weak = await (await visitor.open(link)).press('Save password', { 'New password': 'weak' })
  expect(weak.descriptionOf('New password')).toContain(
    'Password must be at least 8 characters with 1 uppercase letter and 1 number',
  )
  const saved = await weak.press('Save password', newPasswords)
  expect(saved.url.pathname).toBe('/login')
  expect(saved.text('body')).toContain('Your new password is saved.')
  const inside = await saved.press('Sign In', { 'Email Address': email, Password: NEW_PASSWORD })
  expect(inside.signedInAs).toBe(email)

  const spent = await visitor.open(link)
  expect(spent.text('main [role=alert]')).toContain('This link is no longer valid.')
  expect(spent.hasButton('Save password')).toBe(false)
  expect(spent.link('Request a new link')).toBe('/forgot-password')
})

test('the password reset form is filled in with the address of a failed sign-in', async () => {
  const login = await shop.visitor().open('/login')
  const refused = await login.press('Sign In', { 'Email Address': 'ada@example.com', Password: 'Wrong-Thimble-1' })
  const forgotten = await refused.follow('Forgot Password?')
  expect(forgotten.field('Email Address').getAttribute('value')).toBe('ada@example.com')
  const again = await (await forgotten.press('Send link')).follow('request another one')
  expect(again.field('Email Address').getAttribute('value')).toBe('ada@example.com')
})

test("a new password lists the account's other sign-in methods, which can be removed", async () => {
  const { id, email } = await createAccount(shop.db)
  for (const provider of ['google', 'apple'])
    await shop.db.oAuthAccount.create({
      data: { provider, subject: `${provider} ${id}`, userId: id, email: `stranger@${provider}.example` },
    })
  const visitor = shop.visitor()
  await forget(visitor, email)
  const link = linkIn(await lastMail(shop.db, email, 'reset_password'))
  const saved = await (await visitor.open(link)).press('Save password', newPasswords)
  expect(saved.heading).toBe('Your new password is saved')
  expect(saved.text()).toContain('stranger@google.example')
  const one = await saved.press('Remove Google')
  expect(one.text()).toContain('You can no longer sign in with Google.')
  expect(one.hasButton('Remove Google')).toBe(false)
  const none = await one.press('Remove Apple')
  expect(none.text()).toContain('You can no longer sign in with Apple.')
  expect(none.text()).not.toContain('stranger@')
  expect(await shop.db.oAuthAccount.count({ where: { userId: id } })).toBe(0)
  const login = await none.follow('Sign In')
  expect((await login.press('Sign In', { 'Email Address': email, Password: NEW_PASSWORD })).signedInAs).toBe(email)
})

/** Requests a sign-in link with the form of /login. */
const askForLink = async (visitor: Visitor, email: string, { remember = false } = {}) => {
  const form = await (await visitor.open('/login?redirectTo=/about-wtf')).follow('Email me a sign-in link')
  expect(form.address).toBe('/auth/magic?redirectTo=%2Fabout-wtf')
  const sent = await form.press('Send link', { 'Email address': email, 'Remember me': remember })
  expect(sent.heading).toBe('Check your email')
  return sent
}
/** Returns whether an account that has signed in once is remembered. */
const isRemembered = async (userId: string) =>
  (await shop.db.session.findFirstOrThrow({ where: { userId } })).expiresAt.getTime() > Date.now() + 20 * 86_400_000

test('a sign-in link works in the browser that requested it, and remembers the device on request', async () => {
  const { id, email } = await createAccount(shop.db)
  const visitor = shop.visitor()
  await askForLink(visitor, email, { remember: true })
  const link = linkIn(await lastMail(shop.db, email, 'magic_link'))
  const elsewhere = await (await shop.visitor().open(link)).press('Sign in')
  expect(elsewhere.text()).toContain('This link only works in the browser where you requested it.')
  expect(elsewhere.signedInAs).toBeNull()
  const opened = await visitor.open(link)
  expect(opened.signedInAs).toBeNull()
  const inside = await opened.press('Sign in')
  expect([inside.address, inside.signedInAs]).toEqual(['/about-wtf', email])
  expect(await isRemembered(id)).toBe(true)
})

test('the code of a sign-in link can be typed instead, and another code can be requested', async () => {
  const { id, email } = await createAccount(shop.db)
  const visitor = shop.visitor()
  const first = await askForLink(visitor, email)
  expect((await first.follow('request another one')).field('Email address')).toBeTruthy()
  const sent = await askForLink(visitor, email)
  const code = codeIn(await lastMail(shop.db, email, 'magic_link'))
  const wrong = await sent.press('Sign in with the code', { '6-digit code': code === '000000' ? '111111' : '000000' })
  expect(wrong.field('6-digit code').getAttribute('aria-invalid')).toBe('true')
  const inside = await wrong.press('Sign in with the code', { '6-digit code': code })
  expect([inside.address, inside.signedInAs]).toEqual(['/about-wtf', email])
  expect(await isRemembered(id)).toBe(false)
})

test('the partner sign-in links to the customer sign-in by email', async () => {
  const { email } = await createAccount(shop.db)
  const login = await (await shop.visitor().open('/brand/login')).follow('Customer sign-in')
  const sent = await (await login.follow('Email me a sign-in link')).press('Send link', { 'Email address': email })
  const code = codeIn(await lastMail(shop.db, email, 'magic_link'))
  expect((await sent.press('Sign in with the code', { '6-digit code': code })).signedInAs).toBe(email)
})
