import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestDeletion } from '#server/accounts/delete-account.service.ts'
import { exportAccount } from '#server/accounts/export-account.ts'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { claimAccount } from '#server/auth/claim-account.ts'
import { findViewer } from '#server/auth/session.service.ts'
import { signIn } from '#server/auth/sign-in.service.ts'
import type { ViewersPartner } from '#server/platform/viewer.ts'
import { createPartner, createProduct, createUser, createWishes } from '#tests/factories.ts'
import {
  actionsOf,
  createAccount,
  kindsTo,
  lastMail,
  longAgo,
  PASSWORD,
  SHOW_FIRST,
  signedIn,
  tokenIn,
} from '#tests/setup/auth.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { getOwnPartner } from '../own-partner.service.ts'
import { handOverStore } from './hand-over.service.ts'
import {
  forgetTeamInvitations,
  inviteColleague,
  resendColleagueInvitation,
  revokeColleagueInvitation,
} from './invite-colleague.service.ts'
import { joinTeam, openTeamInvitation, findEndedInvitation, findTeamInvitation } from './join-team.service.ts'
import { changeColleagueRole, leaveTeam, getTeam, removeColleague } from './team.service.ts'
import { MAX_COLLEAGUES } from './team-values.schema.ts'

const here = useTestDatabase()
beforeAll(() => configureAuth({ limits: 'off' }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))
let counter = 0
const newAddress = () => `colleague${++counter}@example.test`

/** Creates a store with its owner, signed in. */
async function openStore() {
  const { id } = await createAccount(here.db, { role: 'partner' })
  const store = await createPartner(here.db, { ownerId: id })
  return askAs(id, store)
}

async function askAs(userId: string, store: { id: string; businessName: string }) {
  const { visit, viewer } = await signedIn(here.db, userId)
  return { db: here.db, visit, viewer, partner: viewer.partner as ViewersPartner, store }
}
type Asking = Awaited<ReturnType<typeof askAs>>

/**
 * @returns the token in the email
 */
async function invited(owner: Asking, email: string, role: 'editor' | 'viewer' = 'editor'): Promise<string> {
  await inviteColleague(owner, { email, role })
  return tokenIn(await lastMail(here.db, email, 'colleague_invitation'))
}

/** Creates a customer who was invited and has opened the link. */
async function withLink(owner: Asking, role: 'editor' | 'viewer' = 'editor') {
  const account = await createAccount(here.db, { email: newAddress() })
  const token = await invited(owner, account.email, role)
  const browser = { db: here.db, ...(await signedIn(here.db, account.id)) }
  await openTeamInvitation(browser, { token })
  return { ...browser, account, token }
}

async function joined(owner: Asking, role: 'editor' | 'viewer' = 'editor') {
  const colleague = await withLink(owner, role)
  await joinTeam(colleague)
  return { ...colleague, viewer: (await findViewer(colleague))! }
}
const roleOf = async (id: string) => (await here.db.user.findUniqueOrThrow({ where: { id } })).role
const idOfInvitation = async (owner: Asking) => (await getTeam(owner)).invitations[0]!.id

describe('inviting a colleague', () => {
  test('emails a link, stores only its hash, and lists the invitation', async () => {
    const owner = await openStore()
    const email = newAddress()
    const token = await invited(owner, email, 'viewer')
    const stored = await here.db.teamInvitation.findFirstOrThrow({ where: { email } })
    expect(token).toHaveLength(43)
    expect(Buffer.from(stored.tokenHash).toString('hex')).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
    const days = (stored.expiresAt.getTime() - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.9)
    expect(days).toBeLessThanOrEqual(7)
    expect((await getTeam(owner)).invitations).toMatchObject([{ email, role: 'viewer', hasExpired: false }])
    expect(await actionsOf(here.db, stored.id)).toEqual(['colleague_invited'])
  })

  test('is refused for members and invited addresses, and reveals nothing about other addresses', async () => {
    const owner = await openStore()
    const colleague = await joined(owner)
    const waiting = newAddress()
    await invited(owner, waiting)
    for (const email of [owner.viewer.email, colleague.account.email, waiting])
      await expect(inviteColleague(owner, { email, role: 'editor' })).rejects.toMatchObject({
        code: 'conflict',
        field: 'email',
      })
    // Administrators and other stores' people get an email like everyone else.
    const admin = await createUser(here.db, { role: 'admin' })
    const stranger = await openStore()
    for (const email of [admin.email, stranger.viewer.email]) {
      await inviteColleague(owner, { email, role: 'editor' })
      expect(await kindsTo(here.db, email)).toContain('colleague_invitation')
    }
  })

  test('creates a link that expires', async () => {
    const owner = await openStore()
    for (let n = 0; n < MAX_COLLEAGUES; n++) await inviteColleague(owner, { email: newAddress(), role: 'viewer' })
    await expect(inviteColleague(owner, { email: newAddress(), role: 'viewer' })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await getTeam(owner)).toMatchObject({ isFull: true })
  })

  test('again sends a new link and invalidates the previous one, and revoking it is final', async () => {
    const owner = await openStore()
    const email = newAddress()
    const first = await invited(owner, email)
    const invitationId = await idOfInvitation(owner)
    await here.db.teamInvitation.update({ where: { id: invitationId }, data: { expiresAt: new Date(0) } })
    expect((await getTeam(owner)).invitations).toMatchObject([{ hasExpired: true }])
    await resendColleagueInvitation(owner, { invitationId })
    const second = tokenIn(await lastMail(here.db, email))
    // The first email has not been sent yet.
    expect(await kindsTo(here.db, email)).toEqual(['colleague_invitation'])
    const anybody = { db: here.db, visit: createVisit() }
    await expect(openTeamInvitation(anybody, { token: first })).rejects.toMatchObject({ code: 'not_found' })
    await openTeamInvitation(anybody, { token: second })
    await revokeColleagueInvitation(owner, { invitationId })
    await expect(openTeamInvitation(anybody, { token: second })).rejects.toMatchObject({ code: 'not_found' })
    expect(await findTeamInvitation({ ...anybody, viewer: null })).toBeNull()
    expect(await kindsTo(here.db, email)).toEqual([])
  })

  test('keeps an invitation for a month after it has ended', async () => {
    const owner = await openStore()
    await invited(owner, newAddress())
    const days = (count: number) => new Date(Date.now() + count * 86_400_000)
    await forgetTeamInvitations(here.db, days(36))
    expect((await getTeam(owner)).invitations).toHaveLength(1)
    await forgetTeamInvitations(here.db, days(38))
    expect((await getTeam(owner)).invitations).toEqual([])
  })
})

describe('joining a team', () => {
  test('makes a customer a colleague from the next request on, and keeps the wishlist', async () => {
    const owner = await openStore()
    const colleague = await withLink(owner, 'viewer')
    const product = await createProduct(here.db, { partnerId: owner.store.id })
    await createWishes(here.db, colleague.account.id, [product.id])
    const elsewhere = await signedIn(here.db, colleague.account.id)
    expect(await findTeamInvitation(colleague)).toMatchObject({
      businessName: owner.store.businessName,
      role: 'viewer',
      obstacle: null,
    })
    expect(await joinTeam(colleague)).toEqual({ businessName: owner.store.businessName })
    const viewer = (await findViewer(colleague))!
    expect(viewer).toMatchObject({ role: 'partner', partner: { id: owner.store.id, role: 'viewer' } })
    expect(await findViewer({ db: here.db, visit: elsewhere.visit })).toBeNull()
    expect(await getOwnPartner({ db: here.db, viewer })).toMatchObject({ role: 'viewer' })
    expect(await here.db.wishlistItem.count({ where: { userId: viewer.userId } })).toBe(1)
    expect(await kindsTo(here.db, owner.viewer.email)).toEqual(['colleague_joined'])
    expect(await actionsOf(here.db, viewer.userId)).toContain('team_joined')
    // The link is used up.
    expect(await findTeamInvitation(colleague)).toBeNull()
    await expect(openTeamInvitation(colleague, { token: colleague.token })).rejects.toMatchObject({ code: 'not_found' })
    // The partners' sign-in accepts colleagues.
    const again = { db: here.db, visit: createVisit() }
    await signIn(again, {
      email: viewer.email,
      password: PASSWORD,
      accountType: 'partner',
      remember: false,
      redirectTo: '/',
    })
    expect(await findViewer(again)).toMatchObject({ partner: { role: 'viewer' } })
  })

  test('is refused for other addresses, unverified ones, administrators, owners and colleagues of other stores', async () => {
    const owner = await openStore()
    const other = await openStore()
    const member = await joined(await openStore())
    const admin = await createAccount(here.db, { role: 'admin' })
    const unproven = await createAccount(here.db, { emailVerifiedAt: null })
    const passerBy = await createAccount(here.db, {})
    const cases = [
      [await askAs(other.viewer.userId, other.store), other.viewer.email, 'owner'],
      [member, member.viewer.email, 'member'],
      [{ db: here.db, ...(await signedIn(here.db, admin.id)) }, admin.email, 'admin'],
      [{ db: here.db, ...(await signedIn(here.db, unproven.id)) }, unproven.email, 'unproven'],
      [{ db: here.db, ...(await signedIn(here.db, passerBy.id)) }, newAddress(), 'other address'],
    ] as const
    for (const [asking, email, obstacle] of cases) {
      const token = await invited(owner, email)
      await openTeamInvitation(asking, { token })
      expect(await findTeamInvitation(asking)).toMatchObject({ obstacle })
      await expect(joinTeam(asking)).rejects.toMatchObject({ code: 'forbidden' })
    }
    expect((await getTeam(owner)).colleagues).toEqual([])
  })

  test('explains a used link to its member and to signed-out visitors, but not to others', async () => {
    const owner = await openStore()
    const token = await invited(owner, newAddress())
    const email = (await here.db.teamInvitation.findFirstOrThrow({ where: { partnerId: owner.store.id } })).email
    const { id } = await createAccount(here.db, { email })
    const ada = await signedIn(here.db, id)
    const ask = { db: here.db, ...ada }
    await openTeamInvitation(ask, { token })
    await joinTeam(ask)
    const again = await signedIn(here.db, id)
    const member = { db: here.db, ...again }
    expect(await findEndedInvitation(member, { token })).toEqual({
      state: 'member',
      businessName: owner.store.businessName,
    })
    // Another link of the same member also works.
    expect(await findEndedInvitation(member, { token: 'A'.repeat(43) })).toMatchObject({ state: 'member' })
    await expect(joinTeam(member)).rejects.toMatchObject({ code: 'not_found' })
    const signedOut = { db: here.db, visit: createVisit(), viewer: null }
    expect(await findEndedInvitation(signedOut, { token })).toEqual({ state: 'used', businessName: null })
    const bo = await signedIn(here.db, (await createAccount(here.db)).id)
    expect(await findEndedInvitation({ db: here.db, ...bo }, { token })).toEqual({ state: 'ended', businessName: null })
    const other = await openStore()
    expect(await findEndedInvitation(other, { token })).toEqual({ state: 'ended', businessName: null })
    // Once the member is removed, the link also counts as ended for them.
    await removeColleague(owner, { userId: id })
    const removed = await signedIn(here.db, id)
    expect(await findEndedInvitation({ db: here.db, ...removed }, { token })).toEqual({
      state: 'ended',
      businessName: null,
    })
    expect(await findEndedInvitation(signedOut, { token })).toEqual({ state: 'ended', businessName: null })
  })

  test('reports a revoked invitation as ended', async () => {
    const owner = await openStore()
    const token = await invited(owner, newAddress())
    const { id } = await here.db.teamInvitation.findFirstOrThrow({ where: { partnerId: owner.store.id } })
    await revokeColleagueInvitation(owner, { invitationId: id })
    const cy = { db: here.db, visit: createVisit(), viewer: null }
    expect(await findEndedInvitation(cy, { token })).toEqual({ state: 'ended', businessName: null })
  })

  test('happens once, even for two simultaneous requests', async () => {
    const owner = await openStore()
    const colleague = await withLink(owner)
    const ways = await Promise.allSettled([joinTeam(colleague), joinTeam(colleague)])
    expect(ways.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await getTeam(owner)).colleagues).toMatchObject([{ email: colleague.account.email, role: 'editor' }])
  })
})

describe('a colleague', () => {
  test('has a new role from the next request on', async () => {
    const owner = await openStore()
    const colleague = await joined(owner, 'editor')
    await changeColleagueRole(owner, { userId: colleague.account.id, role: 'viewer' })
    expect(await findViewer(colleague)).toMatchObject({ partner: { role: 'viewer' } })
    expect(await actionsOf(here.db, colleague.account.id)).toContain('colleague_role_changed')
  })

  test('who is removed becomes a customer, is signed out everywhere and notified', async () => {
    const owner = await openStore()
    const colleague = await joined(owner)
    expect(await removeColleague(owner, { userId: colleague.account.id })).toEqual({ email: colleague.account.email })
    expect(await findViewer(colleague)).toBeNull()
    expect(await roleOf(colleague.account.id)).toBe('customer')
    expect(await kindsTo(here.db, colleague.account.email)).toContain('colleague_removed')
    expect((await getTeam(owner)).colleagues).toEqual([])
  })

  test('can leave, and stays signed in as a customer', async () => {
    const owner = await openStore()
    const colleague = await joined(owner)
    await leaveTeam(colleague)
    expect(await findViewer(colleague)).toMatchObject({ role: 'customer', partner: null })
    await expect(leaveTeam(owner)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('who leaves, is removed or closes the account gets no emails about earlier sales after joining again', async () => {
    const owner = await openStore()
    const [leaver, removed, closer] = [await joined(owner), await joined(owner), await joined(owner)]
    const people = [leaver, removed, closer].map(({ account }) => account.id)
    const mark = { partnerId: owner.partner.id, seq: 0, mailedAt: new Date() }
    await here.db.saleMailMark.createMany({ data: people.map((userId) => ({ userId, ...mark })) })
    await leaveTeam(leaver)
    await removeColleague(owner, { userId: removed.account.id })
    await requestDeletion(closer, { password: PASSWORD })
    expect(await here.db.saleMailMark.count({ where: { userId: { in: people } } })).toBe(0)
  })

  test('of another store is not found, and neither is the owner', async () => {
    const owner = await openStore()
    const { account } = await joined(await openStore())
    for (const userId of [account.id, owner.viewer.userId]) {
      const act = { userId, role: 'viewer' } as const
      await expect(changeColleagueRole(owner, act)).rejects.toMatchObject({ code: 'not_found' })
      await expect(removeColleague(owner, act)).rejects.toMatchObject({ code: 'not_found' })
      await expect(handOverStore(owner, act)).rejects.toMatchObject({ code: 'not_found' })
    }
  })

  test('sees the team, but not the invitations', async () => {
    const owner = await openStore()
    const colleague = await joined(owner, 'viewer')
    await invited(owner, newAddress())
    const team = await getTeam({ ...colleague, partner: colleague.viewer.partner! })
    expect(team).toMatchObject({ owner: { email: owner.viewer.email }, invitations: [] })
    expect(team.colleagues).toHaveLength(1)
  })

  test('who closes the account leaves the team, and the account export contains the store', async () => {
    const owner = await openStore()
    const colleague = await joined(owner)
    expect(await exportAccount(colleague)).toMatchObject({
      team: { businessName: owner.store.businessName, role: 'editor' },
    })
    await requestDeletion(colleague, { password: PASSWORD })
    expect((await getTeam(owner)).colleagues).toEqual([])
    expect(await roleOf(colleague.account.id)).toBe('customer')
  })

  test('leaves the team if the address turns out to be unverified', async () => {
    const owner = await openStore()
    const colleague = await joined(owner)
    await here.db.user.update({ where: { id: colleague.account.id }, data: { emailVerifiedAt: null } })
    await here.db.$transaction((tx) => claimAccount(tx, colleague.account.id))
    expect(await roleOf(colleague.account.id)).toBe('customer')
    expect((await getTeam(owner)).colleagues).toEqual([])
  })
})

describe('handing the store over', () => {
  test('makes the colleague the owner and the owner an editor, and notifies both', async () => {
    const owner = await openStore()
    const heir = await joined(owner, 'viewer')
    await handOverStore(owner, { userId: heir.account.id })
    expect(await findViewer(heir)).toMatchObject({ partner: { id: owner.store.id, role: 'owner' } })
    expect(await findViewer(owner)).toMatchObject({ partner: { id: owner.store.id, role: 'editor' } })
    for (const email of [owner.viewer.email, heir.account.email])
      expect(await kindsTo(here.db, email)).toContain('store_handed_over')
    expect(await actionsOf(here.db, owner.store.id)).toContain('store_handed_over')
    expect(await actionsOf(here.db, heir.account.id)).toContain('became_owner')
    // The former owner has lost the owner's rights, even if the session still has them.
    const again = { ...owner, ...(await signedIn(here.db, owner.viewer.userId)) }
    await expect(handOverStore(again, { userId: heir.account.id })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('requires a recent sign-in', async () => {
    const owner = await openStore()
    const heir = await joined(owner)
    await expect(
      handOverStore({ ...owner, viewer: longAgo(owner.viewer) }, { userId: heir.account.id }),
    ).rejects.toMatchObject(SHOW_FIRST)
  })
})
