import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPartner } from '#tests/factories.ts'
import { createAccount, lastMail, PASSWORD } from '#tests/setup/auth.ts'
import { useShop } from './shop.ts'

const shop = useShop()
const TEAM = '/brand/dashboard/team'
const JOIN = '/partners/team'

async function store() {
  const { id: ownerId, email: ownerEmail } = await createAccount(shop.db, { role: 'partner' })
  const { id, businessName } = await createPartner(shop.db, {
    ownerId,
    businessName: `Team ${randomBytes(6).toString('hex')}`,
    createdAt: new Date('2020-01-01'),
  })
  return { id, businessName, ownerId, ownerEmail, owner: await shop.visitorAs(ownerId) }
}

async function withColleague(fullName: string) {
  const its = await store()
  const account = await createAccount(shop.db, { role: 'partner', fullName })
  await shop.db.partnerMember.create({ data: { partnerId: its.id, userId: account.id, role: 'editor' } })
  return { ...its, account, colleague: await shop.visitorAs(account.id) }
}

test("an invited person opens the email's link, signs in, and joins as an editor", async () => {
  const { businessName, owner } = await store()
  const { email } = await createAccount(shop.db)
  const sent = await (await owner.open(TEAM)).press('Send invitation', { Email: email })
  expect(sent.text('#invitations')).toContain(email)
  const { text } = await lastMail(shop.db, email, 'colleague_invitation')
  const link = new URL(/https?:\/\/\S+token=[\w-]+/.exec(text)?.[0] ?? '')

  const visitor = shop.visitor()
  const invited = await visitor.open(link.pathname + link.search)
  // The token is no longer in the address.
  expect([invited.address, invited.heading]).toEqual([JOIN, `Join ${businessName}`])
  expect(invited.hasButton(`Join ${businessName}`)).toBe(false)
  const login = await visitor.open(`/login?redirectTo=${encodeURIComponent(JOIN)}`)
  const back = await login.press('Sign In', { 'Email Address': email, Password: PASSWORD })
  const joined = await back.press(`Join ${businessName}`)
  expect([joined.address, joined.heading]).toEqual(['/brand/dashboard', businessName])
  expect(joined.text('aside')).toContain('Brand Partner, editor')
  // Open the same link again as the member, signed out, and as someone else.
  const again = await visitor.open(link.pathname + link.search)
  expect(again.heading).toBe(`You are already a member of ${businessName}`)
  expect(again.text('main')).toContain('Go to the dashboard')
  const signedOut = await shop.visitor().open(link.pathname + link.search)
  expect(signedOut.heading).toBe('This invitation has been used')
  expect(signedOut.text('main')).toContain('The person who joined with it can sign in.')
  expect(signedOut.text('main')).not.toContain(businessName)
  const other = await shop.visitorAs((await createAccount(shop.db)).id)
  const ended = await other.open(link.pathname + link.search)
  expect(ended.heading).toBe('This invitation has expired')
  expect(ended.text('main')).toContain('Ask the store’s owner for a new one.')
  expect(ended.text('main')).not.toContain(businessName)
})

test('a revoked invitation is reported as expired', async () => {
  const { owner } = await store()
  const { email } = await createAccount(shop.db)
  const sent = await (await owner.open(TEAM)).press('Send invitation', { Email: email })
  const { text } = await lastMail(shop.db, email, 'colleague_invitation')
  const link = new URL(/https?:\/\/\S+token=[\w-]+/.exec(text)?.[0] ?? '')
  const revoked = await sent.press(/^Revoke/)
  expect(revoked.text('main')).not.toContain(email)
  expect((await shop.visitor().open(link.pathname + link.search)).heading).toBe('This invitation has expired')
})

test('a colleague who becomes a viewer sees a notice, and no owner actions', async () => {
  const { owner, colleague } = await withColleague('Fay First')
  const changed = await (await owner.open(TEAM)).press('Make viewer Fay First')
  expect(changed.hasButton('Make editor Fay First')).toBe(true)
  const page = await colleague.open(TEAM)
  expect(page.text('main')).toContain('You have view-only access.')
  expect([page.hasButton('Send invitation'), page.hasButton(/^Make/), page.hasButton(/^Yes, leave/)]).toEqual([
    false,
    false,
    true,
  ])
})

test('a removed colleague is signed out', async () => {
  const { owner, colleague } = await withColleague('Fay First')
  const removed = await (await owner.open(TEAM)).press('Yes, remove Fay First')
  expect(removed.text('main')).not.toContain('Fay First')
  expect((await colleague.open(TEAM)).address).toBe(`/brand/login?redirectTo=${encodeURIComponent(TEAM)}`)
})

test('a transferred store belongs to the new owner, and both owners get an email', async () => {
  const { owner, ownerEmail, colleague, account, businessName } = await withColleague('Sam Second')
  const handed = await (await owner.open(TEAM)).press(`Yes, transfer ${businessName}`)
  expect([handed.status, handed.hasButton('Send invitation')]).toEqual([200, false])
  expect((await colleague.open(TEAM)).hasButton('Send invitation')).toBe(true)
  for (const to of [ownerEmail, account.email])
    expect((await lastMail(shop.db, to, 'store_handed_over')).text).toContain(businessName)
})

test('a member who leaves becomes a shopper again', async () => {
  const { colleague, businessName } = await withColleague('Lee Leaver')
  const left = await (await colleague.open(TEAM)).press(`Yes, leave ${businessName}`)
  expect([left.status, left.address]).toEqual([200, '/'])
  expect((await colleague.open(TEAM)).heading).toBe('Invalid partner account')
})
