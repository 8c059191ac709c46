import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import type { InvitationStatus } from '#prisma/generated/client.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { forgetInvitations } from './forget-invitations.ts'

const database = useTestDatabase()

test('deletes unused invitations after a year, and keeps others', async () => {
  const { db } = database
  const now = new Date()
  const add = (email: string, status: InvitationStatus, daysAgo: number | null) =>
    db.invitation.create({
      data: {
        email,
        businessName: email,
        contactPerson: email,
        tokenHash: randomBytes(32),
        status,
        expiresAt: now,
        endedAt: daysAgo === null ? null : new Date(now.getTime() - daysAgo * DAY_MS),
      },
    })
  await add('expired-long-ago', 'expired', 366)
  await add('revoked-long-ago', 'revoked', 400)
  await add('expired', 'expired', 364)
  await add('accepted', 'accepted', 400)
  await add('open', 'opened', null)
  expect(await forgetInvitations(db, now)).toBe(2)
  expect((await db.invitation.findMany({ orderBy: { email: 'asc' } })).map(({ email }) => email)).toEqual([
    'accepted',
    'expired',
    'open',
  ])
})
