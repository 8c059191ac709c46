import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { signUpCustomerInput } from '#server/auth/auth.schema.ts'
import { redeemMagicLink } from '#server/auth/magic-link.service.ts'
import { makeAdmin } from '#server/auth/make-admin.service.ts'
import { enterAccount } from '#server/auth/oidc/enter-account.ts'
import { requestPasswordReset, resetPassword } from '#server/auth/password.service.ts'
import { findViewer } from '#server/auth/session.service.ts'
import { signUpCustomer } from '#server/auth/sign-up.service.ts'
import { startSession } from '#server/auth/start-session.ts'
import { createMail, createPartner, createUser } from '#tests/factories.ts'
import {
  actionsOf,
  askMagic,
  askReset,
  createAccount,
  kindsTo,
  lastMail,
  longAgo,
  newPassword,
  SHOW_FIRST,
  signedIn,
  tokenIn,
  trySignIn,
} from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { changeRole } from './change-role.service.ts'
import { closeForOwner, exportByLink, keepForOwner } from './close-for-owner.service.ts'
import { listPeople } from './list-people.ts'
import { mailPersonAgain } from './mail-again.service.ts'
import { peopleQuery } from './people.schema.ts'
import { getPerson } from './get-person.ts'
import { liftSuspension, signPersonOut, suspendPerson } from './suspend.service.ts'

const here = useTestDatabase()
beforeEach(() => configureAuth({ limits: 'off', adminEmails: [] }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS, adminEmails: [] }))

const admin = async () => {
  const user = await createUser(here.db, { role: 'admin' })
  return { db: here.db, user, ...(await signedIn(here.db, user.id)) }
}
const roleOf = async (id: string) => (await here.db.user.findUniqueOrThrow({ where: { id } })).role
const SUSPENDED = { code: 'forbidden', reason: 'suspended' }
const reason = 'You have sold stolen goods.'

describe('a suspended account', () => {
  test('is signed out, notified, and cannot sign in until the suspension is lifted', async () => {
    const ask = await admin()
    const user = await createAccount(here.db)
    const { visit } = await signedIn(here.db, user.id)
    const before = { reset: await askReset(here.db, user.email), magic: await askMagic(here.db, user.email) }
    await here.db.oAuthAccount.create({ data: { provider: 'google', subject: user.id, userId: user.id } })
    await suspendPerson(ask, { userId: user.id, from: 'open', reason })
    expect(await findViewer({ db: here.db, visit })).toBeNull()
    expect((await lastMail(here.db, user.email, 'account_suspended')).text).toContain(reason)

    await expect(trySignIn(here.db, user.email)).rejects.toMatchObject(SUSPENDED)
    // Earlier links no longer work, and no new ones are sent.
    await expect(
      redeemMagicLink({ db: here.db, visit: before.magic.visit }, { token: before.magic.token }),
    ).rejects.toMatchObject({ code: 'bad_input' })
    await expect(resetPassword({ db: here.db, visit: createVisit() }, newPassword(before.reset))).rejects.toMatchObject(
      { code: 'bad_input' },
    )
    expect(await askReset(here.db, user.email)).toBe('')
    expect((await askMagic(here.db, user.email)).token).toBe('')
    await signUpCustomer(
      { db: here.db, visit: createVisit() },
      signUpCustomerInput.parse({
        fullName: 'Ada',
        phone: '',
        email: user.email,
        password: 'Eight-grey-cats-9',
        confirmPassword: 'Eight-grey-cats-9',
        acceptsTerms: 'on',
      }),
    )
    expect((await kindsTo(here.db, user.email)).slice(-3)).toEqual(Array(3).fill('account_still_suspended'))
    const identity = { subject: user.id, email: user.email, name: 'Ada' }
    const google = { ...identity, provider: 'google' as const, accountType: 'customer' as const }
    const { userId } = await enterAccount(
      here.db,
      { siteUrl: 'http://127.0.0.1', country: 'Unknown' },
      google as never,
      identity,
    )
    await expect(
      startSession({ db: here.db, visit: createVisit() }, userId, { remember: false }),
    ).rejects.toMatchObject(SUSPENDED)
    await expect(
      enterAccount(here.db, { siteUrl: 'http://127.0.0.1', country: 'Unknown' }, google as never, {
        ...identity,
        subject: 'another',
      }),
    ).rejects.toMatchObject(SUSPENDED)
    await expect(makeAdmin(here.db, 'http://127.0.0.1', user.email)).rejects.toMatchObject({ code: 'conflict' })

    await liftSuspension(ask, { userId: user.id, from: 'suspended' })
    await trySignIn(here.db, user.email)
    expect(await kindsTo(here.db, user.email)).toContain('suspension_lifted')
    expect(await actionsOf(here.db, user.id)).toEqual(
      expect.arrayContaining(['account_suspended', 'suspension_lifted', 'sign_in']),
    )
  })
  test('is not revealed after a wrong password', async () => {
    const user = await createAccount(here.db)
    const ask = await admin()
    await suspendPerson(ask, { userId: user.id, from: 'open', reason })
    await expect(trySignIn(here.db, user.email, 'Wrong-Horse-7')).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'Invalid email or password',
    })
  })
  test('cannot be opened with a sign-in link created during the suspension', async () => {
    const user = await createAccount(here.db)
    const [token, magic] = [await askReset(here.db, user.email), await askMagic(here.db, user.email)]
    // Simulates links that were created just after the earlier ones were revoked.
    await here.db.user.update({ where: { id: user.id }, data: { suspendedAt: new Date() } })
    await expect(resetPassword({ db: here.db, visit: createVisit() }, newPassword(token))).rejects.toMatchObject(
      SUSPENDED,
    )
    await expect(redeemMagicLink({ db: here.db, visit: magic.visit }, { token: magic.token })).rejects.toMatchObject(
      SUSPENDED,
    )
  })
  test('stays scheduled for deletion after a refused sign-in', async () => {
    const user = await createAccount(here.db, { deletionRequestedAt: new Date(), suspendedAt: new Date() })
    await expect(trySignIn(here.db, user.email)).rejects.toMatchObject(SUSPENDED)
    expect(await here.db.user.count({ where: { id: user.id, deletionRequestedAt: { not: null } } })).toBe(1)
  })
})

test('lets only one of two simultaneous administrators suspend an account, and shows a conflict to the other', async () => {
  const user = await createUser(here.db)
  const asks = [await admin(), await admin()]
  const done = await Promise.allSettled(
    asks.map((ask) => suspendPerson(ask, { userId: user.id, from: 'open', reason })),
  )
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(done.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
  expect(await kindsTo(here.db, user.email)).toEqual(['account_suspended'])
})

describe('the role', () => {
  test('can be changed and changed back, emails the user, and signs them out', async () => {
    const ask = await admin()
    const user = await createUser(here.db)
    const { visit } = await signedIn(here.db, user.id)
    await changeRole(ask, { userId: user.id, from: 'customer', to: 'admin' })
    expect([await roleOf(user.id), await findViewer({ db: here.db, visit })]).toEqual(['admin', null])
    await expect(changeRole(ask, { userId: user.id, from: 'customer', to: 'admin' })).rejects.toMatchObject({
      code: 'conflict',
    })
    await changeRole(ask, { userId: user.id, from: 'admin', to: 'customer' })
    expect(await kindsTo(here.db, user.email)).toEqual(['role_changed', 'role_changed'])
    expect(
      await here.db.auditEntry.findFirst({ where: { subjectId: user.id, actorId: ask.viewer.userId } }),
    ).toMatchObject({
      action: 'role_changed',
      data: { before: { role: 'customer' }, after: { role: 'admin' } },
    })
  })
  test('leaves one administrator when two demote each other at once', async () => {
    const [one, other] = [await admin(), await admin()]
    const done = await Promise.allSettled([
      changeRole(one, { userId: other.user.id, from: 'admin', to: 'customer' }),
      changeRole(other, { userId: one.user.id, from: 'admin', to: 'customer' }),
    ])
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect([await roleOf(one.user.id), await roleOf(other.user.id)].toSorted()).toEqual(['admin', 'customer'])
  })
  test('cannot be changed for yourself, partners, unverified addresses or ADMIN_EMAILS, or without a recent sign-in', async () => {
    const ask = await admin()
    const to = (userId: string, from: 'customer' | 'admin' = 'customer') =>
      changeRole(ask, { userId, from, to: from === 'admin' ? 'customer' : 'admin' })
    await expect(to(ask.user.id, 'admin')).rejects.toMatchObject({ code: 'forbidden' })
    const owner = await createUser(here.db, { role: 'partner' })
    await createPartner(here.db, { ownerId: owner.id })
    await expect(to(owner.id)).rejects.toMatchObject({ code: 'conflict' })
    await expect(to((await createUser(here.db, { emailVerifiedAt: null })).id)).rejects.toMatchObject({
      code: 'conflict',
    })
    const listed = await createUser(here.db, { role: 'admin' })
    configureAuth({ adminEmails: [listed.email] })
    await expect(to(listed.id, 'admin')).rejects.toMatchObject({ code: 'conflict' })
    const late = { ...ask, viewer: longAgo(ask.viewer) }
    await expect(changeRole(late, { userId: owner.id, from: 'customer', to: 'admin' })).rejects.toMatchObject(
      SHOW_FIRST,
    )
  })
})

test('signs a user out on all devices', async () => {
  const ask = await admin()
  const user = await createUser(here.db)
  const { visit } = await signedIn(here.db, user.id)
  expect(await signPersonOut(ask, { userId: user.id })).toMatchObject({ count: 1 })
  expect(await findViewer({ db: here.db, visit })).toBeNull()
})

test('resends account emails, up to a limit per hour', async () => {
  configureAuth({ limits: USUAL_LIMITS })
  const ask = await admin()
  const [fresh, settled] = [await createUser(here.db, { emailVerifiedAt: null }), await createUser(here.db)]
  expect((await mailPersonAgain(ask, { userId: fresh.id })).kind).toBe('verify_email')
  expect((await mailPersonAgain(ask, { userId: settled.id })).kind).toBe('reset_password')
  await resetPassword(
    { db: here.db, visit: createVisit() },
    newPassword(tokenIn(await lastMail(here.db, settled.email))),
  )
  for (let n = 0; n < 4; n++) await mailPersonAgain(ask, { userId: settled.id })
  await expect(mailPersonAgain(ask, { userId: settled.id })).rejects.toMatchObject({ code: 'too_many' })
})

describe("an account that an administrator closes on the owner's request", () => {
  test('can be exported once with the emailed link, and can be restored', async () => {
    const ask = await admin()
    const user = await createUser(here.db, { fullName: 'Grace Hopper' })
    await closeForOwner(ask, { userId: user.id, from: 'open' })
    const token = tokenIn(await lastMail(here.db, user.email, 'account_closed_for_you'))
    const mine = { db: here.db, visit: createVisit() }
    expect(await exportByLink(mine, { token })).toMatchObject({
      account: { email: user.email },
      profile: { fullName: 'Grace Hopper' },
    })
    await expect(exportByLink(mine, { token })).rejects.toMatchObject({ code: 'bad_input' })
    await keepForOwner(ask, { userId: user.id, from: 'closing' })
    expect(await kindsTo(here.db, user.email)).toEqual(['account_closed_for_you', 'account_kept'])
    await expect(keepForOwner(ask, { userId: user.id, from: 'closing' })).rejects.toMatchObject({ code: 'conflict' })
  })
  test('has no export link for an unverified address, and cannot belong to a business owner or administrator', async () => {
    const ask = await admin()
    const unproven = await createUser(here.db, { emailVerifiedAt: null })
    expect(await closeForOwner(ask, { userId: unproven.id, from: 'open' })).toMatchObject({ hasLink: false })
    const owner = await createUser(here.db, { role: 'partner' })
    const { businessName } = await createPartner(here.db, { ownerId: owner.id })
    await expect(closeForOwner(ask, { userId: owner.id, from: 'open' })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(businessName),
    })
    const { user: colleague } = await admin()
    await expect(closeForOwner(ask, { userId: colleague.id, from: 'open' })).rejects.toMatchObject({ code: 'conflict' })
  })
})

test('finds accounts in every state by address, name and ID', async () => {
  const [one, other] = [
    await createAccount(here.db, { fullName: 'Zqx%Person', suspendedAt: new Date() }),
    await createUser(here.db, { email: 'zqx%other@example.test', emailVerifiedAt: null }),
  ]
  const list = (given: object) => listPeople(here.db, peopleQuery.parse(given))
  const found = await list({ q: 'zqx%', sort: 'oldest' })
  expect(found.people.map(({ id }) => id)).toEqual([one.id, other.id])
  expect(found.counts).toEqual({ all: 2, active: 0, unverified: 1, suspended: 1, closing: 0, admins: 0, demo: 0 })
  expect((await list({ q: one.id, state: 'suspended' })).people).toMatchObject([{ fullName: 'Zqx%Person' }])
  expect((await list({ q: 'zqx_' })).total).toBe(0)
  await createMail(here.db, { toAddress: one.email })
  await requestPasswordReset({ db: here.db, visit: createVisit() }, { email: one.email })
  const read = await getPerson(here.db, one.id)
  expect(read).toMatchObject({ state: 'suspended', sessions: [], counts: { wishes: 0, clicks: 0 } })
  expect(read.mails).toHaveLength(2)
  expect(JSON.stringify(read)).not.toMatch(/argon2|token|hash/i)
  await expect(getPerson(here.db, 'x')).rejects.toMatchObject({ code: 'not_found' })
})

test('the history of an administrator includes actions that concern no single account', async () => {
  const { user } = await admin()
  await here.db.auditEntry.create({ data: { actorId: user.id, action: 'audit_exported' } })
  const { history } = await getPerson(here.db, user.id)
  expect(history.map(({ action }) => action)).toContain('audit_exported')
})
