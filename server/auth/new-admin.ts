import type { Prisma } from '#prisma/generated/client.ts'
import { adminAdded } from '#server/mail/account-mails.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import type { Visit } from '#server/platform/visit.ts'
import { mailAdmins } from './mail-admins.ts'

/** For this long, a new administrator can neither propose nor approve anything that moves money. */
export const NEW_ADMIN_DAYS = 7

interface NewAdmin {
  userId: string
  email: string
  /** The account's former role. */
  role: string
  /** The administrator who made the change; null for the command line. */
  madeBy: { userId: string; email: string } | null
  /** How it happened: 'npm run admin'. */
  by: string
}

/**
 * Records that an account has become an administrator, and emails the other administrators. Call it in the transaction
 * that changes the role. The rules for two-person decisions use these entries.
 */
export async function noteNewAdmin(
  tx: Prisma.TransactionClient,
  { db, visit, siteUrl }: { db: Db; visit: Visit | null; siteUrl: string },
  { userId, email, role, madeBy, by }: NewAdmin,
): Promise<void> {
  // The first administrator has nobody to deceive.
  const isFirst =
    madeBy === null && (await tx.user.count({ where: { role: 'admin', isDemo: false, id: { not: userId } } })) === 0
  const data = {
    ...changedFields({ role }, { role: 'admin' }),
    after: { role: 'admin' },
    by,
    ...(isFirst && { isFirst }),
  }
  await writeAudit(db, visit, { actorId: madeBy?.userId ?? null, action: 'role_changed', subjectId: userId, data }, tx)
  const until = isFirst ? null : new Date(Date.now() + NEW_ADMIN_DAYS * 86_400_000)
  await mailAdmins(
    tx,
    adminAdded({ siteUrl, userId, email, madeBy: madeBy?.email ?? `${by} on the server`, until }),
    userId,
  )
}
