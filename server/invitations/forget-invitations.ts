import type { Db } from '#server/platform/db.ts'

const KEPT_DAYS = 365

/**
 * Deletes unaccepted invitations a year after they ended, because we have no more reason to keep these addresses.
 * @returns how many
 */
export async function forgetInvitations(db: Db, now = new Date()): Promise<number> {
  const { count } = await db.invitation.deleteMany({
    where: {
      status: { in: ['expired', 'revoked'] },
      endedAt: { lt: new Date(now.getTime() - KEPT_DAYS * 24 * 3600_000) },
    },
  })
  return count
}
