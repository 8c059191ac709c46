import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createMail } from '#tests/factories.ts'
import { lastMail } from '#tests/setup/auth.ts'
import { createAdmin, inviteBrand, newBrand, parseInvitationLink, readyToJoin } from '#tests/setup/joining.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { invitationsQuery } from './invitations.schema.ts'
import { resendInvitation, revokeInvitation } from './invite.service.ts'
import { listInvitations, listRecentInvitations, getInvitationLink } from './list-invitations.ts'
import { openInvitation } from './open-invitation.service.ts'

const here = useTestDatabase()
let admin: Awaited<ReturnType<typeof createAdmin>>
beforeAll(async () => {
  admin = await createAdmin(here.db)
})
beforeEach(() => here.db.invitation.deleteMany())

const list = (query: object = {}) => listInvitations(here.db, invitationsQuery.parse(query))
const lapse = (id: string) =>
  here.db.invitation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } })
const open = (link: { token: string; email: string }) => openInvitation({ db: here.db, visit: createVisit() }, link)

/** Creates rows without emails, which the list does not need. */
async function createMany(count: number, given: (n: number) => object = () => ({})) {
  await here.db.invitation.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      ...newBrand(),
      tokenHash: Buffer.from(`${crypto.randomUUID()}`),
      sentAt: new Date(Date.UTC(2026, 0, 1, 0, n)),
      expiresAt: new Date(Date.now() + 86_400_000),
      ...given(n),
    })),
  })
}

describe('the list of invitations', () => {
  test('shows each with its current status, even before the job has run', async () => {
    const [sent, opened, lapsed, lapsedOpened, revoked] = await Promise.all(
      [1, 2, 3, 4, 5].map(() => inviteBrand(here.db)),
    )
    const accepted = await readyToJoin(here.db)
    const { partnerId } = await accepted.join()
    await open(opened!)
    await open(lapsedOpened!)
    for (const { id } of [lapsed!, lapsedOpened!]) await lapse(id)
    await revokeInvitation(admin, { invitationId: revoked!.id })
    const { invitations, counts, total } = await list()
    const statusOf = Object.fromEntries(invitations.map(({ id, status }) => [id, status]))
    expect(statusOf).toEqual({
      [sent!.id]: 'sent',
      [opened!.id]: 'opened',
      [lapsed!.id]: 'expired',
      [lapsedOpened!.id]: 'expired',
      [revoked!.id]: 'revoked',
      [accepted.invitation.id]: 'accepted',
    })
    expect([counts, total]).toEqual([{ sent: 1, opened: 1, accepted: 1, expired: 2, revoked: 1 }, 6])
    for (const status of ['sent', 'opened', 'accepted', 'expired', 'revoked'] as const) {
      const some = await list({ status })
      expect(some.invitations.map(({ id }) => id).toSorted()).toEqual(
        invitations
          .filter((each) => each.status === status)
          .map(({ id }) => id)
          .toSorted(),
      )
      expect([some.total, some.counts]).toEqual([counts[status], counts])
    }
    expect(invitations.find(({ id }) => id === accepted.invitation.id)).toMatchObject({ partnerId })
    const text = JSON.stringify(invitations)
    expect(text).not.toMatch(/token/i)
    for (const { token } of [sent!, opened!]) expect(text).not.toContain(token)
  })

  test('shows the state of the newest email: queued, sent, failed or deleted', async () => {
    const { id, email } = await inviteBrand(here.db)
    const mailOf = async () => (await list({ q: email })).invitations[0]?.mail
    const { id: mailId } = await lastMail(here.db, email)
    expect(await mailOf()).toEqual({ id: mailId, state: 'queued', lastError: null })
    await here.db.mail.update({ where: { id: mailId }, data: { state: 'failed', lastError: '550 no such user' } })
    expect(await mailOf()).toEqual({ id: mailId, state: 'failed', lastError: '550 no such user' })
    await resendInvitation(admin, { invitationId: id })
    expect(await mailOf()).toMatchObject({ state: 'queued' })
    await here.db.mail.deleteMany()
    expect(await mailOf()).toBeNull()
  })

  test('searches addresses, businesses and people regardless of case, and treats wildcards as text', async () => {
    await createMany(1, () => ({
      email: 'ann_lee@brand.test',
      businessName: '100% Wool',
      contactPerson: 'Zoë Ångström',
    }))
    await createMany(3)
    for (const q of ['ANN_LEE', '_', '100%', '%', 'wool', 'Ångström', ' zoë ', '0% w'])
      expect((await list({ q })).invitations.map(({ email }) => email)).toEqual(['ann_lee@brand.test'])
    expect((await list({ q: '%%' })).total).toBe(0)
    expect((await list({ q: '\\' })).total).toBe(0)
    expect((await list({ q: 'brand' })).total).toBe(4)
  })
  test('counts the search results', async () => {
    await createMany(2, (n) => ({ businessName: 'Silk', status: n ? 'revoked' : 'sent' }))
    await createMany(3)
    expect(await list({ q: 'silk', status: 'sent' })).toMatchObject({
      counts: { sent: 1, opened: 0, accepted: 0, expired: 0, revoked: 1 },
      total: 1,
      invitations: [{ businessName: 'Silk' }],
    })
  })
  test('shows 25 invitations a page, newest first, and the last page for any later page', async () => {
    await createMany(60)
    const pages = await Promise.all([1, 2, 3, 4, 99_999].map((page) => list({ page })))
    expect(pages.map(({ page, invitations }) => [page, invitations.length])).toEqual([
      [1, 25],
      [2, 25],
      [3, 10],
      [3, 10],
      [3, 10],
    ])
    expect(pages[0]).toMatchObject({ total: 60, totalPages: 3 })
    const times = pages.slice(0, 3).flatMap(({ invitations }) => invitations.map(({ sentAt }) => sentAt.getTime()))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(new Set(pages.slice(0, 3).flatMap(({ invitations }) => invitations.map(({ id }) => id))).size).toBe(60)
  })
  test('accepts any query string', async () => {
    await createMany(1)
    for (const query of [
      { page: '-1' },
      { page: 'x' },
      { page: ['1'] },
      { status: 'lost' },
      { q: ['a'] },
      { q: '\u0000' },
      { q: '\ud800' },
      { q: 'x'.repeat(5_000) },
    ])
      expect((await list(query)).page).toBe(1)
  })
  test('shows no sender once the administrator is deleted', async () => {
    const other = await createAdmin(here.db)
    await createMany(1, () => ({ invitedById: other.viewer.userId }))
    expect((await list()).invitations[0]?.invitedBy).toEqual({ email: other.viewer.email })
    await here.db.user.delete({ where: { id: other.viewer.userId } })
    expect((await list()).invitations[0]?.invitedBy).toBeNull()
  })
})

test('lists the newest five as recent, with their current status', async () => {
  await createMany(7)
  const all = (await list()).invitations
  expect(await listRecentInvitations(here.db)).toEqual(all.slice(0, 5))
  await lapse(all[0]!.id)
  expect((await listRecentInvitations(here.db))[0]).toMatchObject({ id: all[0]!.id, status: 'expired' })
})

describe('the copyable link', () => {
  test('matches the one in the email, even after resending', async () => {
    const { id, email } = await inviteBrand(here.db)
    const mailed = async () => /http:\S+onboarding\S+/.exec((await lastMail(here.db, email)).text)?.[0]
    expect(`http://127.0.0.1:3000${(await getInvitationLink(here.db, id)).link}`).toBe(await mailed())
    await lapse(id)
    await resendInvitation(admin, { invitationId: id })
    const { link } = await getInvitationLink(here.db, id)
    expect(`http://127.0.0.1:3000${link}`).toBe(await mailed())
    await open(parseInvitationLink(link))
  })
  test('is hidden for an invitation that has ended', async () => {
    const [expired, revoked] = [await inviteBrand(here.db), await inviteBrand(here.db)]
    const accepted = await readyToJoin(here.db)
    await accepted.join()
    await lapse(expired.id)
    await revokeInvitation(admin, { invitationId: revoked.id })
    for (const [id, status] of [
      [expired.id, 'expired'],
      [revoked.id, 'revoked'],
      [accepted.invitation.id, 'accepted'],
    ] as const)
      await expect(getInvitationLink(here.db, id)).rejects.toMatchObject({
        code: 'conflict',
        message: `This invitation is ${status}, so its link no longer works.`,
      })
    await expect(getInvitationLink(here.db, crypto.randomUUID())).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('keeps an invitation when its email is deleted', async () => {
  const { id } = await inviteBrand(here.db)
  const other = await createMail(here.db, { toAddress: 'other@brand.test' })
  await here.db.mail.deleteMany({ where: { id: { not: other.id } } })
  expect(await here.db.invitation.findUniqueOrThrow({ where: { id } })).toMatchObject({ mailId: null, status: 'sent' })
})
