import { beforeEach, expect, test } from 'vitest'
import { invite } from '#server/invitations/invite.service.ts'
import { createPartner, createUser } from '#tests/factories.ts'
import { createAdmin, newBrand, readyToJoin } from '#tests/setup/joining.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { findDemoInvitation, seedJoining } from './seed-joining.ts'
import { accountIdOf } from './seed-accounts.ts'

const here = useTestDatabase()
const EMAIL = 'founder@wtf.example'
const DAY = 86_400_000
const OVER = { expiresAt: new Date(Date.now() - DAY) }

beforeEach(async () => {
  await here.db.invitation.deleteMany()
  await here.db.partnerAgreement.deleteMany()
  await here.db.partner.deleteMany()
  await here.db.user.deleteMany()
  await createUser(here.db, { id: accountIdOf('admin@wtf.example'), email: 'admin@wtf.example', role: 'admin' })
  await seedJoining(here.db)
})
const untilDays = async () => {
  const { expiresAt } = await here.db.invitation.findFirstOrThrow({ where: { email: EMAIL } })
  return Math.round((expiresAt.getTime() - Date.now()) / DAY)
}

test.each([
  ['sent', 'sent'],
  ['opened', 'opened'],
  ['expired', 'sent'],
] as const)('reopens the overdue demo invitation (%s) at the next start', async (status, after) => {
  const link = await findDemoInvitation(here.db)
  await here.db.invitation.updateMany({ data: { status, ...OVER } })
  await seedJoining(here.db)
  expect([await here.db.invitation.findMany({ select: { status: true } }), await untilDays()]).toEqual([
    [{ status: after }],
    7,
  ])
  expect(await findDemoInvitation(here.db)).toEqual(link)
})

test.each(['sent', 'expired'] as const)(
  'keeps the overdue demo invitation (%s) closed if its email address has a newer invitation',
  async (status) => {
    await here.db.invitation.updateMany({ data: { status, ...OVER } })
    const anew = await invite(await createAdmin(here.db), newBrand({ email: EMAIL }))
    await seedJoining(here.db)
    expect(
      await here.db.invitation.findMany({ where: { status: { in: ['sent', 'opened'] } }, select: { id: true } }),
    ).toEqual([{ id: anew.invitationId }])
    expect(await findDemoInvitation(here.db)).toBeNull()
  },
)

test('keeps the demo invitation closed once a brand has joined, with any invitation or address', async () => {
  await here.db.invitation.updateMany({ data: { status: 'expired', ...OVER } })
  const { join } = await readyToJoin(here.db, { invited: { email: EMAIL }, account: { email: 'another@brand.test' } })
  await join()
  await seedJoining(here.db)
  expect(await findDemoInvitation(here.db)).toBeNull()
})

test('keeps the demo invitation closed once its email address belongs to a partner', async () => {
  await here.db.invitation.updateMany({ data: { status: 'expired', ...OVER } })
  const owner = await createUser(here.db, { role: 'partner', email: EMAIL })
  await createPartner(here.db, { ownerId: owner.id })
  await seedJoining(here.db)
  expect(await findDemoInvitation(here.db)).toBeNull()
})
