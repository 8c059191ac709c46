import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createMail, createPartner } from '#tests/factories.ts'
import { createAccount, kindsTo, lastMail } from '#tests/setup/auth.ts'
import type { HtmlPage } from './html-page.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const PAGE = '/admin/partners/invite'
const ROWS = 'main tbody tr'
const admin = async () => shop.visitorAs((await createAccount(shop.db, { role: 'admin' })).id)
/** Returns a name that no other address contains. */
const newName = () => `brand-${randomBytes(6).toString('hex')}`
const fill = (name: string, more: object = {}) => ({
  'Business email': `${name}@mail.example`,
  'Business name': `House of ${name}`,
  'Contact person': 'Ada Laurent',
  ...more,
})
const invited = (name: string, given: object = {}) =>
  shop.db.invitation.create({
    data: {
      email: `${name}@mail.example`,
      businessName: `House of ${name}`,
      contactPerson: 'Ada Laurent',
      tokenHash: randomBytes(32),
      expiresAt: new Date(Date.now() + 3 * 86_400_000),
      ...given,
    },
  })
const countsIn = (page: HtmlPage) =>
  Object.fromEntries(
    page.all('main details dl > div').map((each) => [each.children[0]?.textContent, each.children[1]?.textContent]),
  )
const recent = (page: HtmlPage) => page.texts('main section:has(h2) > ul > li')[0]

test('only administrators can open the page, and visitors are asked to sign in', async () => {
  const denied = async (page: HtmlPage, status: number) => {
    expect([page.status, page.heading]).toEqual([status, 'Access Denied'])
    expect(page.text()).toContain('This admin panel is restricted to authorized administrators only.')
    expect([page.link('Go to Home'), page.link('Partner Login')]).toEqual(['/', '/brand/login'])
  }
  const visitor = await shop.visitor().open(PAGE)
  await denied(visitor, 401)
  expect((await visitor.follow('Sign in as an administrator')).address).toBe(
    `/login?redirectTo=${encodeURIComponent(PAGE)}`,
  )
  for (const role of ['customer', 'partner'] as const) {
    const { id: ownerId } = await createAccount(shop.db, { role })
    if (role === 'partner') await createPartner(shop.db, { ownerId, domain: null, createdAt: new Date('2020-01-01') })
    const page = await (await shop.visitorAs(ownerId)).open(PAGE)
    await denied(page, 403)
    expect(page.link('Sign in as an administrator')).toBeNull()
  }
  const page = await (await admin()).open(PAGE)
  expect([page.status, page.heading, page.title]).toEqual([
    200,
    'Partner Invitation System',
    'Partner Invitation System | WTF',
  ])
  expect(page.headings).toEqual(expect.arrayContaining(['How it works', 'Security features', 'Recent invitations']))
})

test('an invitation is emailed, and appears first among the recent ones', async () => {
  const name = newName()
  const page = await (await admin()).open(PAGE)
  const sent = await page.press(
    'Send invitation',
    fill(name.toUpperCase(), { 'Personal message': 'We met in Paris.\n\nAda' }),
  )
  expect(sent.text('main [role=status]')).toContain(
    `Partner invitation sent to ${name}@mail.example!No mail server is set up, so the email stays in the outbox.`,
  )
  expect(sent.valueOf('Business email')).toBe('')
  expect(recent(sent)).toContain(`House of ${name.toUpperCase()}${name}@mail.exampleSentexpires in 7 daysEmail: Queued`)
  const { text } = await lastMail(shop.db, `${name}@mail.example`, 'partner_invitation')
  expect(text).toContain('We met in Paris.')
  expect(text).toMatch(/\/partners\/onboarding\?token=[\w-]{43}&email=/)
  expect((await sent.follow('outbox')).texts(ROWS)).toHaveLength(1)
})

test('shows errors at their fields, and keeps the entered text', async () => {
  const [name, other] = [newName(), newName()]
  const { email: adminEmail } = await createAccount(shop.db, { role: 'admin' })
  const { id: ownerId, email: partnerEmail } = await createAccount(shop.db, { role: 'partner' })
  await createPartner(shop.db, { ownerId, domain: null, createdAt: new Date('2020-01-01') })
  await invited(other)
  let page = await (await admin()).open(PAGE)
  page = await page.press('Send invitation', { 'Personal message': 'Kept' })
  expect(page.status).toBe(400)
  expect(page.descriptionOf('Business email')).toBe('Business email is required')
  expect(page.descriptionOf('Business name')).toBe('Business name is required')
  expect(page.descriptionOf('Contact person')).toBe('Contact person is required')
  expect(page.valueOf('Personal message')).toBe('Kept')
  for (const [email, refusal] of [
    ['ada@', 'Please enter a valid email address'],
    [`${other}@mail.example`, 'This email address already has an open invitation. Resend or revoke it first.'],
    [partnerEmail, 'This email address already belongs to a partner.'],
    [adminEmail, 'This email address belongs to an administrator, who cannot also be a partner.'],
  ] as const) {
    page = await page.press('Send invitation', fill(name, { 'Business email': email }))
    expect([email, page.descriptionOf('Business email')]).toEqual([email, refusal])
    expect(page.valueOf('Business name')).toBe(`House of ${name}`)
  }
  expect(await kindsTo(shop.db, partnerEmail)).toEqual([])
})

test('a pasted list invites every valid brand, and keeps invalid lines in the form', async () => {
  const [first, second, known] = [newName(), newName(), newName()]
  const { id: ownerId, email: partnerEmail } = await createAccount(shop.db, { role: 'partner' })
  await createPartner(shop.db, { ownerId, domain: null, createdAt: new Date('2020-01-01') })
  await invited(known)
  const long = `ada@, ${'A very long name '.repeat(9)}, Ada`
  const list = [
    'Email, Business name, Contact person',
    `${first}@mail.example, Maison Aurore, Ada`,
    `${second}@mail.example\tKilter, Sons & Co\tRupert`,
    '',
    `${partnerEmail}; Known; Known`,
    `${known}@mail.example, Known, Known`,
    `${first}@mail.example, Twice, Twice`,
    'nobody@mail.example, Nameless',
    long,
  ]
  const page = await (await admin()).open(PAGE)
  const done = await page.press('Invite all', {
    'Brands, one per line': list.join('\n'),
    'Personal message to all brands': 'See you in Paris.',
  })
  expect(countsIn(done)).toEqual({ Invited: '2', 'Already partners': '1', 'Already invited': '1', 'Not invited': '3' })
  expect(done.texts('main details details li')).toEqual([
    `Line 7${first}@mail.example, Twice, Twice This email address is in the list twice.`,
    'Line 8nobody@mail.example, Nameless Contact person is required',
    expect.stringMatching(/^Line 9ada@, A very long .* Please enter a valid email address$/),
    `Line 5${partnerEmail}`,
    `Line 6${known}@mail.example`,
    `Line 2Maison Aurore ${first}@mail.example`,
    `Line 3Kilter, Sons & Co ${second}@mail.example`,
  ])
  expect(done.valueOf('Brands, one per line')).toBe([list[6], list[7], list[8]].join('\n'))
  expect(done.valueOf('Personal message to all')).toBe('See you in Paris.')
  expect((await lastMail(shop.db, `${second}@mail.example`)).text).toContain('See you in Paris.')
  const third = newName()
  const corrected = await done.press('Invite all', {
    'Brands, one per line': `${third}@mail.example, Nameless, Nobody`,
  })
  expect(countsIn(corrected)).toMatchObject({ Invited: '1', 'Not invited': '0' })
  expect([corrected.valueOf('Brands, one per line'), corrected.valueOf('Personal message to all')]).toEqual(['', ''])
  expect((await corrected.press('Invite all')).descriptionOf('Brands, one per line')).toContain('Please paste a list')
})

test('invitations can be searched, filtered by status and paged', async () => {
  const name = newName()
  for (let n = 0; n < 28; n++)
    await invited(`${name}-${n}`, {
      sentAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n)),
      contactPerson: n === 7 ? `Seven ${name}` : 'Ada Laurent',
      // Expired, although no job has marked it as expired yet.
      ...(n < 2 && { expiresAt: new Date(Date.UTC(2026, 0, 9)) }),
      ...(n === 2 && { status: 'revoked' }),
    })
  const visitor = await admin()
  const list = await visitor.open(`${PAGE}?q=${name}`)
  const states = 'nav[aria-label=Status]'
  expect(list.texts(`${states} a`)).toEqual(['All 28', 'Sent 25', 'Opened 0', 'Accepted 0', 'Expired 2', 'Revoked 1'])
  expect([list.all(ROWS).length, list.text(ROWS)]).toEqual([25, expect.stringContaining(`House of ${name}-27`)])
  expect(list.text(ROWS)).toContain('in 3 days')
  const next = await list.follow('Next page')
  expect([next.address, next.all(ROWS).length]).toEqual([`${PAGE}?q=${name}&page=2`, 3])
  const expired = await next.follow(/^Expired/, states)
  expect([expired.address, expired.all(ROWS).length]).toEqual([`${PAGE}?status=expired&q=${name}`, 2])
  const one = await (
    await list.follow(/^Sent/, states)
  ).press('Find', {
    'Email, business or contact': `seven ${name}`,
  })
  expect([one.url.searchParams.get('status'), one.all(ROWS).length]).toEqual(['sent', 1])
  const none = await one.follow(/^Opened/, states)
  expect(none.text()).toContain('No matching invitations')
  expect((await none.follow('Show all invitations')).address).toBe(PAGE)
  expect((await visitor.open(`${PAGE}?status=nonsense&page=-4&q=%00%25_`)).text()).toContain('No matching invitations')
})

test('an invitation whose email failed is sent again with the same link', async () => {
  const name = newName()
  const toAddress = `${name}@mail.example`
  const mail = await createMail(shop.db, { toAddress, state: 'failed', lastError: '550 no such mailbox' })
  const { expiresAt } = await invited(name, { mailId: mail.id, status: 'opened' })
  const page = await (await admin()).open(`${PAGE}?q=${name}`)
  expect(page.text(ROWS)).toContain('Failed550 no such mailbox')
  const again = await page.press(`Send again: House of ${name}`, {}, ROWS)
  expect(again.texts('main > div > [role=status]')).toEqual([`Partner invitation sent to ${toAddress}!`])
  expect(again.text(ROWS)).toMatch(/Opened.*Queued.*in 7 days/)
  expect(again.hasButton(`Send again: House of ${name}`, ROWS)).toBe(false)
  const stored = await shop.db.invitation.findFirstOrThrow({ where: { email: toAddress } })
  expect(stored.expiresAt.getTime()).toBeGreaterThan(expiresAt.getTime())
  expect(await kindsTo(shop.db, toAddress)).toEqual(['partner_invitation'])
})

test('revoking names the brand and the consequences, and invalidates the link', async () => {
  const name = newName()
  const { id } = await invited(name)
  const visitor = await admin()
  const page = await visitor.open(`${PAGE}?q=${name}`)
  expect(page.text(`${ROWS} [role=dialog] details`)).toContain(
    `The link for House of ${name} stops working immediately.`,
  )
  const link = `/trpc/invitations.link?input=${encodeURIComponent(JSON.stringify({ json: { invitationId: id } }))}`
  expect((await visitor.ask(link)).status).toBe(200)
  const revoked = await page.press('Revoke the invitation', {}, ROWS)
  expect(revoked.texts('main > div > [role=status]')).toEqual([
    `The invitation for ${name}@mail.example has been revoked. Its link no longer works.`,
  ])
  expect(revoked.text(ROWS)).toContain('Revoked')
  expect([revoked.hasButton('Revoke the invitation', ROWS), revoked.hasButton('Send again', ROWS)]).toEqual([
    false,
    false,
  ])
  expect((await visitor.ask(link)).status).toBe(409)
})

test('revoking an accepted invitation shows that it was accepted', async () => {
  const name = newName()
  await invited(name)
  const page = await (await admin()).open(`${PAGE}?q=${name}`)
  await shop.db.invitation.updateMany({ where: { businessName: `House of ${name}` }, data: { status: 'accepted' } })
  const refused = await page.press('Revoke the invitation', {}, ROWS)
  expect(refused.texts('main > div > [role=alert]')).toEqual([
    `${name}@mail.example has already accepted this invitation.`,
  ])
  expect(refused.text(ROWS)).toContain('Accepted')
})

test('an invalid link leads to the sign-in, or to the sign-up without an invitation', async () => {
  const page = await shop.visitor().open(`/partners/onboarding?token=${'x'.repeat(43)}`)
  expect(page.heading).toBe('Access Error')
  expect(page.links(/./, 'main p').map((link) => link.getAttribute('href'))).toEqual(['/brand/login', '/brand/signup'])
  expect([page.hasButton('Retry'), page.link('Go to Home')]).toEqual([true, '/'])
})
