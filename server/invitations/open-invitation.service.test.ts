import { beforeAll, describe, expect, test } from 'vitest'
import { createAdmin, DEAD_INVITATION, inviteBrand, openedBrowser, readyToJoin } from '#tests/setup/joining.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { openInvitationInput } from './invitations.schema.ts'
import { expireInvitations, revokeInvitation } from './invite.service.ts'
import { openInvitation, findOpenInvitation } from './open-invitation.service.ts'

const here = useTestDatabase()
let admin: Awaited<ReturnType<typeof createAdmin>>
beforeAll(async () => {
  admin = await createAdmin(here.db)
})

const open = (link: object, visit = createVisit()) =>
  openInvitation({ db: here.db, visit }, openInvitationInput.parse(link))
const read = (id: string) => here.db.invitation.findUniqueOrThrow({ where: { id } })
const lapse = (id: string) =>
  here.db.invitation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } })

describe('an invitation link', () => {
  test('shows the invited details, marks the invitation as opened, and is remembered in the browser', async () => {
    const invited = await inviteBrand(here.db)
    const visit = createVisit()
    const { id, email, businessName, contactPerson } = invited
    const { expiresAt } = await read(id)
    const told = { id, email, businessName, contactPerson, expiresAt }
    expect(await open(invited, visit)).toEqual(told)
    expect(await findOpenInvitation({ db: here.db, visit })).toEqual(told)
    expect(await read(id)).toMatchObject({ status: 'opened', openedAt: expect.any(Date), partnerId: null })
  })

  test('works in any browser until the invitation ends, and keeps the first opening time', async () => {
    const invited = await inviteBrand(here.db)
    await open(invited)
    const { openedAt } = await read(invited.id)
    for (let round = 0; round < 3; round++) await open(invited)
    await open({ ...invited, email: ` ${invited.email.toUpperCase()} ` })
    expect(await read(invited.id)).toMatchObject({ status: 'opened', openedAt })
  })

  test('still works after many visits by a link scanner', async () => {
    const { invitation, visit, join } = await readyToJoin(here.db)
    const before = await read(invitation.id)
    await Promise.all(Array.from({ length: 20 }, () => open(invitation)))
    expect(await read(invitation.id)).toEqual(before)
    expect(await here.db.auditEntry.count({ where: { subjectId: invitation.id } })).toBe(1)
    expect(await findOpenInvitation({ db: here.db, visit })).not.toBeNull()
    expect(await join()).toMatchObject({ isApproved: true })
  })

  test.each([
    [
      'another token',
      ({ token }: { token: string }) => ({ token: `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}` }),
    ],
    ['a shorter token', ({ token }: { token: string }) => ({ token: token.slice(1) })],
    ['no token', () => ({ token: undefined })],
    ['a token that is a list', ({ token }: { token: string }) => ({ token: [token] })],
    ['a token of a megabyte', () => ({ token: 'x'.repeat(1_000_000) })],
    ["somebody else's address", () => ({ email: 'other@brand.test' })],
    ['no address', () => ({ email: undefined })],
    ['an address with a pattern', () => ({ email: '%' })],
  ])("is invalid with %s, and does not change the browser's cookies", async (_, change) => {
    const [kept, invited] = [await inviteBrand(here.db), await inviteBrand(here.db)]
    const visit = await openedBrowser(here.db, kept)
    const before = [...visit.headers]
    await expect(open({ ...invited, ...change(invited) }, visit)).rejects.toMatchObject(DEAD_INVITATION)
    expect(visit.headers).toEqual(before)
    expect(await findOpenInvitation({ db: here.db, visit })).toMatchObject({ id: kept.id })
    expect((await read(invited.id)).status).toBe('sent')
  })
  test("is invalid with another invitation's token", async () => {
    const [one, two] = [await inviteBrand(here.db), await inviteBrand(here.db)]
    await expect(open({ token: one.token, email: two.email })).rejects.toMatchObject(DEAD_INVITATION)
  })

  test.each([
    ['lapsed', async ({ id }: { id: string }) => void (await lapse(id))],
    ['expired', async ({ id }: { id: string }) => void (await lapse(id), await expireInvitations(here.db))],
    ['revoked', async ({ id }: { id: string }) => void (await revokeInvitation(admin, { invitationId: id }))],
  ])('is invalid once the invitation has %s, also in a browser that opened it before', async (_, end) => {
    const invited = await inviteBrand(here.db)
    const visit = await openedBrowser(here.db, invited)
    await end(invited)
    const ended = await read(invited.id)
    expect(await findOpenInvitation({ db: here.db, visit })).toBeNull()
    await expect(open(invited, visit)).rejects.toMatchObject(DEAD_INVITATION)
    expect(await read(invited.id)).toEqual(ended)
  })
  test('is invalid once it was used', async () => {
    const { invitation, visit, join } = await readyToJoin(here.db)
    const elsewhere = await openedBrowser(here.db, invitation)
    await join()
    expect(visit.cookies.has('wtf_invitation')).toBe(false)
    expect(await findOpenInvitation({ db: here.db, visit: elsewhere })).toBeNull()
    await expect(open(invitation)).rejects.toMatchObject(DEAD_INVITATION)
  })
})

describe('the invitation cookie', () => {
  test.each([
    ['http://127.0.0.1:3000', /^wtf_invitation=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/],
    [
      'https://wtf.example',
      /^__Host-wtf_invitation=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
    ],
  ])('is set on %s', async (siteUrl, pattern) => {
    const invited = await inviteBrand(here.db)
    const visit = createVisit({ siteUrl })
    await open(invited, visit)
    expect(visit.headers).toEqual([expect.stringMatching(pattern)])
    // The cookie stays, so that the page can show that the invitation has ended.
    await revokeInvitation(admin, { invitationId: invited.id })
    expect(await findOpenInvitation({ db: here.db, visit })).toBeNull()
    expect(visit.headers).toHaveLength(1)
  })
  test.each(['', 'x', 'x'.repeat(43), 'x'.repeat(5_000), "' OR 1=1 --"])(
    'has no effect if it is forged: %.20s',
    async (value) => {
      const visit = createVisit()
      visit.cookies.set('wtf_invitation', value)
      expect(await findOpenInvitation({ db: here.db, visit })).toBeNull()
    },
  )
})
