import { beforeAll, describe, expect, test } from 'vitest'
import type { InvitationStatus } from '#prisma/generated/client.ts'
import { sendMail } from '#server/mail/send-mail.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { actionsOf, kindsTo, lastMail } from '#tests/setup/auth.ts'
import {
  createAdmin,
  DEAD_INVITATION,
  inviteBrand,
  newBrand,
  openedBrowser,
  parseInvitationLink,
  readyToJoin,
} from '#tests/setup/joining.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { hashInvitation } from './invitation-link.ts'
import { NEXT_STATUS } from './invitation-status.ts'
import { INVITATION_STATUSES } from './invitation-values.schema.ts'
import { expireInvitations, findObstacle, invite, resendInvitation, revokeInvitation } from './invite.service.ts'
import { getInvitationLink } from './list-invitations.ts'
import { openInvitation } from './open-invitation.service.ts'

const here = useTestDatabase()
let admin: Awaited<ReturnType<typeof createAdmin>>
beforeAll(async () => {
  admin = await createAdmin(here.db)
})
const DAY = 86_400_000
const ROUNDS = 6

const read = (id: string) => here.db.invitation.findUniqueOrThrow({ where: { id } })
const lapse = (id: string) =>
  here.db.invitation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } })
const open = (link: { token: string; email: string }) => openInvitation({ db: here.db, visit: createVisit() }, link)
const INVITED = {
  code: 'conflict',
  message: 'This email address already has an open invitation. Resend or revoke it first.',
}

describe('an invitation', () => {
  test('is valid for seven days, is emailed, and is stored with only a hash of its token', async () => {
    const brand = newBrand({ email: ' Jane@Brand.TEST ', businessName: 'Jane\u0000&\nCo' })
    const { invitationId, email, link } = await invite(admin, { ...brand, personalMessage: 'We met.\n\nCome!' })
    const stored = await read(invitationId)
    const { token } = parseInvitationLink(link)
    expect(stored).toMatchObject({
      email: 'jane@brand.test',
      businessName: 'Jane & Co',
      status: 'sent',
      round: 1,
      invitedById: admin.viewer.userId,
      openedAt: null,
      endedAt: null,
    })
    expect([email, Buffer.from(stored.tokenHash)]).toEqual(['jane@brand.test', Buffer.from(hashInvitation(token))])
    expect(Math.abs(stored.expiresAt.getTime() - Date.now() - 7 * DAY)).toBeLessThan(60_000)
    const mail = await lastMail(here.db, email, 'partner_invitation')
    expect([stored.mailId, mail.state]).toEqual([mail.id, 'queued'])
    expect(mail.text).toContain(`http://127.0.0.1:3000${link}`)
    for (const said of ['Jane & Co', 'We met.', 'Come!']) expect(mail.text).toContain(said)
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(await actionsOf(here.db, invitationId)).toEqual(['partner_invited'])
    const noted = JSON.stringify(await here.db.auditEntry.findMany({ where: { subjectId: invitationId } }))
    for (const secret of [token, email]) expect(noted).not.toContain(secret)
  })

  test('has a unique token', async () => {
    const tokens = await Promise.all(Array.from({ length: 20 }, async () => (await inviteBrand(here.db)).token))
    expect(new Set(tokens).size).toBe(20)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  })

  test('is rejected for an address with an open invitation, which stays unchanged', async () => {
    const first = await inviteBrand(here.db)
    await expect(invite(admin, newBrand({ email: first.email }))).rejects.toMatchObject({ ...INVITED, field: 'email' })
    await openedBrowser(here.db, first)
    await expect(invite(admin, newBrand({ email: first.email }))).rejects.toMatchObject(INVITED)
    expect(await kindsTo(here.db, first.email)).toEqual(['partner_invitation'])
    expect(await here.db.invitation.count({ where: { email: first.email } })).toBe(1)
  })

  test.each(['expired', 'revoked'] as const)('can replace an %s invitation', async (how) => {
    const first = await inviteBrand(here.db)
    await (how === 'expired' ? lapse(first.id) : revokeInvitation(admin, { invitationId: first.id }))
    const second = await invite(admin, newBrand({ email: first.email }))
    expect(second.invitationId).not.toBe(first.id)
    expect(await read(first.id)).toMatchObject({ status: how })
    await expect(open(first)).rejects.toMatchObject(DEAD_INVITATION)
    await open(parseInvitationLink(second.link))
  })

  test('is created once, with one email, by two administrators at once', async () => {
    const other = await createAdmin(here.db)
    for (let round = 0; round < ROUNDS; round++) {
      const brand = newBrand()
      const answers = await Promise.allSettled([admin, other, admin, other].map((each) => invite(each, brand)))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const answer of answers)
        if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ ...INVITED, field: 'email' })
      expect(await kindsTo(here.db, brand.email)).toEqual(['partner_invitation'])
      expect(await here.db.invitation.count({ where: { email: brand.email } })).toBe(1)
    }
  })
})

describe('an invitation is rejected', () => {
  test('for the address of a partner or business owner, regardless of case', async () => {
    const owner = await createUser(here.db, { role: 'partner', email: 'own_er@brand.test' })
    await createPartner(here.db, { ownerId: owner.id, email: 'Sales@Brand.TEST' })
    for (const email of ['own_er@brand.test', 'sales@brand.test'])
      expect(await findObstacle(here.db, email)).toBe('partner')
    // _ is not a wildcard.
    expect(await findObstacle(here.db, 'ownxer@brand.test')).toBeNull()
    await expect(invite(admin, newBrand({ email: 'SALES@brand.test' }))).rejects.toMatchObject({
      code: 'conflict',
      field: 'email',
      message: 'This email address already belongs to a partner.',
    })
  })
  test('for an administrator', async () => {
    await expect(invite(admin, newBrand({ email: admin.viewer.email }))).rejects.toMatchObject({
      code: 'conflict',
      field: 'email',
      message: 'This email address belongs to an administrator, who cannot also be a partner.',
    })
  })
  test('unless the address belongs to an unmanaged brand, a customer or an account without a business', async () => {
    const unmanaged = await createPartner(here.db)
    const customer = await createUser(here.db)
    const former = await createUser(here.db, { role: 'partner' })
    for (const { email } of [unmanaged, customer, former]) expect(await findObstacle(here.db, email)).toBeNull()
  })
})

describe('resending an invitation', () => {
  test('keeps a working link, opened or not, and extends it by seven days', async () => {
    for (const isOpened of [false, true]) {
      const invited = await inviteBrand(here.db)
      if (isOpened) await open(invited)
      await here.db.invitation.update({
        where: { id: invited.id },
        data: { expiresAt: new Date(Date.now() + DAY), sentAt: new Date(Date.now() - 6 * DAY) },
      })
      expect(await resendInvitation(admin, { invitationId: invited.id })).toEqual({
        email: invited.email,
        link: invited.link,
      })
      const stored = await read(invited.id)
      expect(stored).toMatchObject({ status: isOpened ? 'opened' : 'sent', round: 1 })
      expect(stored.expiresAt.getTime()).toBeGreaterThan(Date.now() + 6.9 * DAY)
      expect(stored.sentAt.getTime()).toBeGreaterThan(Date.now() - DAY)
      expect(await kindsTo(here.db, invited.email)).toEqual(['partner_invitation'])
      expect(stored.mailId).toBe((await lastMail(here.db, invited.email)).id)
      await open(invited)
    }
  })
  test('creates a new link once it has expired, and the old link stays invalid', async () => {
    const invited = await inviteBrand(here.db)
    const links = [invited.link]
    await open(invited)
    for (let round = 2; round <= 4; round++) {
      await lapse(invited.id)
      const { link } = await resendInvitation(admin, { invitationId: invited.id })
      expect(links).not.toContain(link)
      for (const old of links) await expect(open(parseInvitationLink(old))).rejects.toMatchObject(DEAD_INVITATION)
      links.push(link)
      expect(await read(invited.id)).toMatchObject({ status: 'sent', round, openedAt: null, endedAt: null })
      await open(parseInvitationLink(link))
    }
    expect(await actionsOf(here.db, invited.id)).toEqual(['partner_invited', ...Array(3).fill('partner_invited_again')])
  })
  test('requires an existing invitation', () =>
    expect(resendInvitation(admin, { invitationId: crypto.randomUUID() })).rejects.toMatchObject({ code: 'not_found' }))
  test('is rejected while the address has another open invitation', async () => {
    const first = await inviteBrand(here.db)
    await lapse(first.id)
    await inviteBrand(here.db, { email: first.email })
    await expect(resendInvitation(admin, { invitationId: first.id })).rejects.toMatchObject(INVITED)
  })
  test('is refused once its address belongs to a partner or an administrator, open or expired', async () => {
    for (const isExpired of [false, true]) {
      const [joined, promoted] = [await inviteBrand(here.db), await inviteBrand(here.db)]
      if (isExpired) await Promise.all([lapse(joined.id), lapse(promoted.id)])
      const owner = await createUser(here.db, { role: 'partner', email: joined.email })
      await createPartner(here.db, { ownerId: owner.id })
      await createUser(here.db, { role: 'admin', email: promoted.email })
      for (const { id, email } of [joined, promoted]) {
        await expect(resendInvitation(admin, { invitationId: id })).rejects.toMatchObject({
          code: 'conflict',
          message: expect.stringMatching(/^This email address (already )?belongs to /),
        })
        expect(await kindsTo(here.db, email)).toEqual(['partner_invitation'])
      }
    }
  })
  test('renews only one of two expired invitations for the same address, even at the same time', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const first = await inviteBrand(here.db)
      await lapse(first.id)
      const second = await inviteBrand(here.db, { email: first.email })
      await lapse(second.id)
      const answers = await Promise.allSettled([
        resendInvitation(admin, { invitationId: first.id }),
        resendInvitation(admin, { invitationId: second.id }),
        invite(admin, newBrand({ email: first.email })),
      ])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const answer of answers) if (answer.status === 'rejected') expect(answer.reason).toMatchObject(INVITED)
      expect(
        await here.db.invitation.count({ where: { email: first.email, status: { in: ['sent', 'opened'] } } }),
      ).toBe(1)
    }
  })
})

const stateOf = async (email: string) =>
  (await here.db.mail.findMany({ where: { toAddress: email }, orderBy: { createdAt: 'asc' } })).map(
    ({ state }) => state,
  )
const setMail = (email: string, state: 'queued' | 'sent' | 'failed') =>
  here.db.mail.updateMany({ where: { toAddress: email }, data: { state } })

describe('an invitation email', () => {
  test.each([
    ['queued', ['queued'], []],
    ['failed', ['queued'], []],
    ['sent', ['sent', 'queued'], ['sent']],
  ] as const)('that is %s is not sent after a newer one or a revocation', async (state, again, revoked) => {
    const [first, second] = [await inviteBrand(here.db), await inviteBrand(here.db)]
    for (const { email } of [first, second]) await setMail(email, state)
    await resendInvitation(admin, { invitationId: first.id })
    await revokeInvitation(admin, { invitationId: second.id })
    expect([await stateOf(first.email), await stateOf(second.email)]).toEqual([again, revoked])
  })
  test('that is being sent during a revocation ends without an error', async () => {
    const { id, email } = await inviteBrand(here.db)
    const { id: mailId } = await lastMail(here.db, email)
    const deliver = async () => {
      await revokeInvitation(admin, { invitationId: id })
      return { outcome: 'deferred' as const, reason: 'later' }
    }
    const attempt = { mailId, before: 0 }
    const next = await sendMail(here.db, deliver, attempt, [60], new AbortController().signal)
    expect(await sendMail(here.db, deliver, next!.piece, [60], new AbortController().signal)).toBeNull()
    expect(await stateOf(email)).toEqual([])
  })
})

describe('revoking an invitation', () => {
  test('makes it invalid, and changes nothing the second time', async () => {
    const invited = await inviteBrand(here.db)
    expect(await revokeInvitation(admin, { invitationId: invited.id })).toEqual({ email: invited.email })
    const stored = await read(invited.id)
    expect(stored).toMatchObject({ status: 'revoked', endedAt: expect.any(Date) })
    await revokeInvitation(admin, { invitationId: invited.id })
    expect(await read(invited.id)).toEqual(stored)
    await expect(open(invited)).rejects.toMatchObject(DEAD_INVITATION)
    expect(await actionsOf(here.db, invited.id)).toEqual(['partner_invited', 'invitation_revoked'])
  })
  test('fails for an unknown invitation', () =>
    expect(revokeInvitation(admin, { invitationId: crypto.randomUUID() })).rejects.toMatchObject({ code: 'not_found' }))
})

test('expires overdue invitations, and no others', async () => {
  const [over, opened, running, revoked] = await Promise.all([1, 2, 3, 4].map(() => inviteBrand(here.db)))
  await open(opened!)
  await revokeInvitation(admin, { invitationId: revoked!.id })
  for (const { id } of [over!, opened!, revoked!]) await lapse(id)
  await expireInvitations(here.db)
  const statuses = await Promise.all(
    [over!, opened!, running!, revoked!].map(async ({ id }) => (await read(id)).status),
  )
  expect(statuses).toEqual(['expired', 'expired', 'sent', 'revoked'])
  expect((await read(over!.id)).endedAt).not.toBeNull()
  expect(await expireInvitations(here.db)).toBe(0)
})

describe('an invitation changes its status only as allowed', () => {
  /** The action that leads to each status. */
  const ACTS: Record<InvitationStatus, (ready: Awaited<ReturnType<typeof readyToJoin>>) => Promise<unknown>> = {
    sent: ({ invitation }) => resendInvitation(admin, { invitationId: invitation.id }),
    opened: async ({ invitation }) => open(parseInvitationLink((await getInvitationLink(here.db, invitation.id)).link)),
    accepted: ({ join }) => join(),
    expired: async ({ invitation }) => {
      await lapse(invitation.id)
      await expireInvitations(here.db)
    },
    revoked: ({ invitation }) => revokeInvitation(admin, { invitationId: invitation.id }),
  }
  const pairs = INVITATION_STATUSES.flatMap((from) => INVITATION_STATUSES.map((to) => ({ from, to })))

  test.each(pairs.filter(({ from, to }) => from !== to))('from $from to $to', async ({ from, to }) => {
    const ready = await readyToJoin(here.db)
    const { id } = ready.invitation
    // Resets the opening, unless the test case needs it.
    await here.db.invitation.update({ where: { id }, data: { status: 'sent', openedAt: null } })
    if (from !== 'sent') await ACTS[from](ready)
    expect((await read(id)).status).toBe(from)
    const before = await read(id)
    await ACTS[to](ready).catch((error: { code?: string }) => expect(error.code).toMatch(/^(conflict|forbidden)$/))
    const after = await read(id)
    expect(after.status).toBe(NEXT_STATUS[from].includes(to) ? to : from)
    // An invitation with a final status never changes.
    if (NEXT_STATUS[from].length === 0)
      expect({ ...after, expiresAt: null, updatedAt: null }).toEqual({ ...before, expiresAt: null, updatedAt: null })
  })
})
