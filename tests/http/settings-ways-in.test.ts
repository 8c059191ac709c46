import { expect, test } from 'vitest'
import { codeIn, createAccount, lastMail, PASSWORD } from '#tests/setup/auth.ts'
import type { HtmlPage } from './html-page.ts'
import { useShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const shop = useShop()
const NEW_PASSWORD = 'Loud-Harbour-52'

async function customer(given: Parameters<typeof createAccount>[1] = {}) {
  const account = await createAccount(shop.db, given)
  return { ...account, visitor: await shop.visitorAs(account.id) }
}

const isSignedOut = async (visitor: Visitor) => (await visitor.open('/settings')).url.pathname === '/login'

test('the confirmation link can be sent again to an unconfirmed address', async () => {
  const { email, visitor } = await customer({ emailVerifiedAt: null })
  const page = await visitor.open('/settings')
  expect(page.text('#email')).toContain('Not confirmed yet')
  const sent = await page.press('Send it again', {}, '#email')
  expect(sent.text('#email [role=status]')).toBe('We’ve emailed you a link. Open it to confirm the address.')
  expect(await shop.db.mail.count({ where: { toAddress: email, kind: 'verify_email' } })).toBe(1)
})

test('a change of address sends a link if the password is correct', async () => {
  const { id, visitor } = await customer()
  const next = `next-${id}@example.test`
  const form = await (await visitor.open('/settings')).follow('Change email')
  const refused = await form.press('Send link', { 'New email address': next, 'Your password': 'Wrong-Lantern-41' })
  expect(refused.field('Your password', '#email').getAttribute('aria-invalid')).toBe('true')
  expect(refused.valueOf('New email address', '#email')).toBe(next)
  const sent = await refused.press('Send link', { 'Your password': PASSWORD })
  expect(sent.text('#email')).toContain(`We have sent a link to ${next}`)
  expect(await shop.db.mail.count({ where: { toAddress: next, kind: 'change_email' } })).toBe(1)
})

test('changing the password signs out every other device', async () => {
  const { id, visitor } = await customer()
  const elsewhere = await shop.visitorAs(id)
  expect(await isSignedOut(elsewhere)).toBe(false)
  const form = await (await visitor.open('/settings')).follow('Change password')
  const fields = { 'New password': NEW_PASSWORD, 'New password again': NEW_PASSWORD }
  const refused = await form.press('Change password', { ...fields, 'Current password': 'Wrong-Lantern-41' })
  expect(refused.field('Current password').getAttribute('aria-invalid')).toBe('true')
  const saved = await refused.press('Change password', { ...fields, 'Current password': PASSWORD })
  expect(saved.text('#password [role=status]')).toBe('Password saved. You are signed out everywhere else.')
  expect(saved.texts('#sessions li')).toEqual([expect.stringContaining('This device')])
  expect(await isSignedOut(elsewhere)).toBe(true)
})

test('another device, or all devices, can be signed out with a confirmation', async () => {
  const { id, visitor } = await customer()
  const elsewhere = await shop.visitorAs(id)
  const page = await visitor.open('/settings')
  expect(page.all('#sessions li')).toHaveLength(2)
  expect(page.all('#sessions details')).toHaveLength(2)
  const one = await page.press('Yes, sign out', {}, '#sessions details')
  expect(one.text('#sessions [role=status]')).toBe('That device is signed out')
  expect(one.texts('#sessions li')).toEqual([expect.stringContaining('This device')])
  expect(await isSignedOut(elsewhere)).toBe(true)
  const all = await one.press('Yes, sign out everywhere', {}, '#sessions details')
  expect(all.address).toBe('/login')
  expect(await isSignedOut(visitor)).toBe(true)
})

test('a connected account can be disconnected unless it is the only sign-in method', async () => {
  const { id, email, visitor } = await customer()
  await shop.db.oAuthAccount.createMany({
    data: ['google', 'apple'].map((provider) => ({ provider, subject: id, userId: id, email })),
  })
  const page = await visitor.open('/settings')
  expect(page.text('#providers')).toContain(`Connected as ${email}`)
  const one = await page.press('Disconnect Google')
  expect(one.text('#providers [role=status]')).toBe('Disconnected')
  expect(one.hasButton('Disconnect Google')).toBe(false)
  await shop.db.password.delete({ where: { userId: id } })
  const refused = await one.press('Disconnect Apple')
  expect(refused.texts('#providers [role=alert]')).toContain(
    'This is the only way to sign in to your account. Please set a password first.',
  )
  expect(await shop.db.oAuthAccount.findMany({ where: { userId: id }, select: { provider: true } })).toEqual([
    { provider: 'apple' },
  ])
  expect((await visitor.open('/settings')).link('Set a password', '#password')).not.toBeNull()
})

/** Chooses on the provider's page. It leads back through a page with a button, which is needed without scripts. */
const choose = async (asked: HtmlPage, button: string) => (await asked.press(button, {}, 'html')).press('Continue')

test('Google and Apple can be connected and disconnected, and each signs in to a single account', async () => {
  const { id, visitor } = await customer()
  // A failed first attempt of this test may have left the providers connected.
  await shop.db.oAuthAccount.deleteMany({ where: { subject: { in: ['google-Cora', 'apple-Cora'] } } })
  for (const provider of ['Google', 'Apple']) {
    const cancelled = await choose(await (await visitor.open('/settings')).press(`Connect ${provider}`), 'Cancel')
    expect(cancelled.text('body')).toContain('Cancelled. Nothing was connected.')
    expect(cancelled.texts('#providers li').find((row) => row.startsWith(provider))).toContain('Not connected')
    const connected = await choose(await cancelled.press(`Connect ${provider}`), `Continue as Cora ${provider}`)
    expect(connected.text('#providers [role=status]')).toBe('Connected')
    expect(connected.text('#providers')).toContain(`Connected as cora@${provider.toLowerCase()}.example`)
  }
  const subjects = await shop.db.oAuthAccount.findMany({
    where: { userId: id },
    select: { subject: true },
    orderBy: { createdAt: 'asc' },
  })
  expect(subjects).toEqual([{ subject: 'google-Cora' }, { subject: 'apple-Cora' }])

  const other = await (await customer()).visitor.open('/settings')
  const refused = await choose(await other.press('Connect Google'), 'Continue as Cora Google')
  expect(refused.text('body')).toContain('This Google account is connected to another account.')
  expect(refused.hasButton('Connect Google')).toBe(true)

  for (const provider of ['Google', 'Apple']) {
    const off = await (await visitor.open('/settings')).press(`Disconnect ${provider}`)
    expect(off.text('#providers [role=status]')).toBe('Disconnected')
    expect(off.hasButton(`Connect ${provider}`)).toBe(true)
  }
  expect(await shop.db.oAuthAccount.count({ where: { userId: id } })).toBe(0)
})

test.describe('adding a sign-in method requires a recent sign-in', () => {
  const longAgo = (userId: string) =>
    shop.db.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date(Date.now() - 3600_000) } })

  test('with the password', async () => {
    const { id, visitor } = await customer()
    await longAgo(id)
    const asked = await (await visitor.open('/settings')).press('Connect Google')
    expect(asked.heading).toBe('Confirm it’s you')
    const refused = await asked.press('Continue', { 'Your password': 'Wrong-Lantern-41' })
    expect(refused.descriptionOf('Your password')).toBe('The current password is incorrect')
    const back = await refused.press('Continue', { 'Your password': PASSWORD })
    expect(back.address + back.url.hash).toBe('/settings#providers')
    expect((await back.press('Connect Google')).heading).toBe('Choose an account')
  })

  test('with a sign-in link if there is no password', async () => {
    const { id, email, visitor } = await customer()
    await shop.db.password.delete({ where: { userId: id } })
    await longAgo(id)
    const asked = await (await visitor.open('/settings')).follow('Set a password', '#password')
    expect(asked.heading).toBe('Confirm it’s you')
    const link = await asked.follow('Email me a sign-in link')
    const sent = await link.press('Send link', { 'Email address': email })
    expect(sent.heading).toBe('Check your email')
    const code = codeIn(await lastMail(shop.db, email, 'magic_link'))
    const back = await sent.press('Sign in with the code', { '6-digit code': code })
    const saved = await back.press(
      'Set a password',
      { 'New password': NEW_PASSWORD, 'New password again': NEW_PASSWORD },
      '#password',
    )
    expect(saved.text('#password [role=status]')).toBe('Password saved. You are signed out everywhere else.')
    expect(await shop.db.mail.count({ where: { toAddress: email, kind: 'password_added' } })).toBe(1)
  })
})
