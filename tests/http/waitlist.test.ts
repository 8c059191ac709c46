import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { lastMail } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const newEmail = () => `wait-${randomBytes(6).toString('hex')}@mail.example`
const entryOf = (email: string) => shop.db.waitlistEntry.findUniqueOrThrow({ where: { email } })

/** Submits the early access form. */
const join = async (email: string) =>
  (await shop.visitor().open('/early-access')).press('Notify Me', { 'Email address': email })

/** Returns the path of a link in the newest waitlist email. */
const linkTo = async (email: string, purpose: 'confirm' | 'unsubscribe') =>
  new RegExp(`/waitlist/${purpose}\\?token=[\\w-]+`).exec(
    (await lastMail(shop.db, email, 'waitlist_confirm')).text,
  )?.[0] ?? ''

test('an early access sign-up is confirmed and unsubscribed with the links in its email', async () => {
  const email = newEmail()
  const wrong = await join('nobody')
  expect(wrong.text()).toContain('Please enter a valid email address')
  expect(wrong.find('main input[type=email]')?.getAttribute('value')).toBe('nobody')
  const joined = await join(email)
  expect(joined.headings).toContain("You're on the list!")
  const entry = await entryOf(email)
  expect(joined.text()).toContain(entry.reference)
  expect(entry).toMatchObject({ source: 'early_access', timeSpentSeconds: 0, confirmedAt: null })

  const confirm = await shop.visitor().open(await linkTo(email, 'confirm'))
  expect((await entryOf(email)).confirmedAt).toBeNull()
  expect((await confirm.press('Confirm my place')).headings).toContain("You're confirmed")
  expect((await entryOf(email)).confirmedAt).not.toBeNull()

  const leave = await shop.visitor().open(await linkTo(email, 'unsubscribe'))
  expect((await entryOf(email)).unsubscribedAt).toBeNull()
  expect((await leave.press('Unsubscribe')).headings).toContain("You're off the list")
  expect((await entryOf(email)).unsubscribedAt).not.toBeNull()
})

test('the confirmation is sent again to an unconfirmed address', async () => {
  const email = newEmail()
  await shop.db.waitlistEntry.create({ data: { email } })
  await join(email)
  const confirm = await shop.visitor().open(await linkTo(email, 'confirm'))
  expect((await confirm.press('Confirm my place')).headings).toContain("You're confirmed")
})

test('an invalid link shows an error', async () => {
  const visitor = shop.visitor()
  const junk = await (await visitor.open('/waitlist/confirm?token=junk')).press('Confirm my place')
  expect(junk.text()).toContain('This link is not valid.')
  expect((await visitor.open('/waitlist/unsubscribe')).text()).toContain('This link is incomplete.')
})

test('early access says that the shop is open after the launch, without a countdown', async () => {
  const page = await shop.visitor().open('/early-access')
  expect(page.text()).toContain('We’re open.')
  expect(page.link('Explore All Products')).toBe('/discover?all=true')
  expect(page.all('[role=timer]')).toEqual([])
})

test('an email client unsubscribes with one cross-site POST without cookies', async () => {
  const email = newEmail()
  await join(email)
  const { unsubscribeUrl } = await lastMail(shop.db, email)
  const program = shop.visitor({ 'sec-fetch-site': 'cross-site' })
  const post = (path: string, fields: Record<string, string>) =>
    program.ask(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'https://mail.example' },
    })
  const { pathname, search } = new URL(unsubscribeUrl ?? '')
  expect((await post(pathname + search, { 'List-Unsubscribe': 'One-Click' })).status).toBe(200)
  expect((await entryOf(email)).unsubscribedAt).not.toBeNull()
  expect((await post('/waitlist/join', { email: newEmail() })).status).toBe(403)
})

for (const path of ['/waitlist', '/waitlist/join']) {
  test(`${path} rejects a body that is too large or not a form`, async () => {
    const visitor = shop.visitor()
    const odd = await visitor.ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":1}',
    })
    expect(odd.status).toBe(400)
    const large = await visitor.ask(path, {
      method: 'POST',
      body: new URLSearchParams({ email: `${'a'.repeat(1_100_000)}@mail.example` }),
    })
    expect(large.status).toBe(413)
  })
}
