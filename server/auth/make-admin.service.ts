import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { TOKEN_PAGES } from './auth.schema.ts'
import { claimAccount } from './claim-account.ts'
import { noteNewAdmin } from './new-admin.ts'
import { issueToken, TOKEN_MINUTES } from './one-time-tokens.ts'

/** Lists the administrators, without the demo account. */
export async function listAdmins(db: Db): Promise<Array<{ email: string; hasPassword: boolean }>> {
  const admins = await db.user.findMany({
    where: { role: 'admin', isDemo: false },
    select: { email: true, password: { select: { userId: true } } },
    orderBy: { createdAt: 'asc' },
  })
  return admins.map(({ email, password }) => ({ email, hasPassword: password !== null }))
}

/**
 * Makes an account an administrator, and creates it if necessary. Called from the shop's command line. If the address
 * is unproven, a stranger may have created the account, so its password, sessions and other sign-in methods are removed
 * first. An administrator whom another one added becomes independent and new again, because the person who runs this
 * command vouches for them.
 * @returns a path where a password can be set once, and for how many minutes
 * @throws AppError conflict for a demo account or a suspended one
 */
export async function makeAdmin(db: Db, siteUrl: string, email: string): Promise<{ link: string; minutes: number }> {
  const token = await db.$transaction(async (tx) => {
    await tx.user.createMany({ data: [{ id: newId(), email, emailVerifiedAt: new Date() }], skipDuplicates: true })
    await tx.$queryRaw`SELECT id FROM users WHERE email = ${email} FOR UPDATE`
    const { id, role, isDemo, suspendedAt } = await tx.user.findUniqueOrThrow({
      where: { email },
      select: { id: true, role: true, isDemo: true, suspendedAt: true },
    })
    if (isDemo)
      throw new AppError('conflict', 'This is a demo account. Please use your own email address.', {
        field: 'email',
      })
    if (suspendedAt)
      throw new AppError('conflict', 'This account is suspended. An administrator has to lift the suspension first.', {
        field: 'email',
      })
    await claimAccount(tx, id)
    await tx.profile.upsert({ where: { userId: id }, create: { userId: id }, update: {} })
    if (role !== 'admin' || (await wasMadeByAnother(tx, id))) {
      await tx.user.update({ where: { id }, data: { role: 'admin' } })
      await tx.session.deleteMany({ where: { userId: id } })
      const shop = { db, visit: null, siteUrl }
      await noteNewAdmin(tx, shop, { userId: id, email, role, madeBy: null, by: 'npm run admin' })
    }
    return (await issueToken(tx, { purpose: 'reset_password', userId: id, email })).token
  })
  return { link: `${siteUrl}${TOKEN_PAGES.reset_password}?token=${token}`, minutes: TOKEN_MINUTES.reset_password }
}

async function wasMadeByAnother(tx: Prisma.TransactionClient, userId: string): Promise<boolean> {
  const last = await tx.auditEntry.findFirst({
    where: { subjectId: userId, action: 'role_changed' },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    select: { actorId: true },
  })
  return Boolean(last?.actorId)
}
