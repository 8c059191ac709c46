import type { Prisma } from '#prisma/generated/client.ts'
import { agreeOn } from '#server/two-people/approvals.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import { askToConfirmKeys, revokeKeysOf } from '#server/auth/keys-of-leavers.ts'
import { lockAccount } from '#server/auth/lock-account.ts'
import { endTokens } from '#server/auth/one-time-tokens.ts'
import { assertRecentProof } from '#server/auth/recent-proof.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { storeGivenByUs } from '#server/mail/team-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import type { HandOverByAdminInput } from './hand-over-by-admin.schema.ts'

/** Returns a store's owner and team for administrators. Times are UTC. @throws AppError not_found */
export async function getStoreTeam(db: Db, partnerId: string) {
  const team = isId(partnerId)
    ? await db.partner.findUnique({
        where: { id: partnerId },
        select: {
          owner: { select: { id: true, email: true } },
          members: {
            select: { role: true, createdAt: true, user: { select: { id: true, email: true } } },
            orderBy: { createdAt: 'asc' },
          },
        },
      })
    : null
  if (!team) throw new AppError('not_found', 'Partner not found.')
  return team
}

/**
 * Transfers a store to another account once a second administrator requests the same: to a colleague of its team, or a
 * customer with a proven address. The former owner leaves the store and becomes a customer. Both are signed out and
 * emailed. Accepted terms and plans stay with the store.
 * @returns whether it waits for a second administrator
 * @throws AppError forbidden at 'recent-proof'; as `agreeOn`; conflict if the owner has changed; bad_input at 'email'
 *   for an account that cannot own it; not_found
 */
export async function handOverByAdmin(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { partnerId, from, email, reason }: HandOverByAdminInput,
  now = new Date(),
): Promise<{ isWaiting: boolean }> {
  assertRecentProof(viewer)
  return db.$transaction(async (tx) => {
    // Before any account is locked, because role changes lock in this order.
    await assertMayMoveMoney(tx, { action: 'hand_over', by: viewer.userId, partnerId }, now)
    // Locks in the same order as hand-over.service.ts, to avoid a deadlock.
    if (from) await lockAccount(tx, from)
    await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR UPDATE`
    const store = await tx.partner.findUnique({
      where: { id: partnerId },
      select: {
        businessName: true,
        ownerId: true,
        owner: { select: { email: true, profile: { select: { fullName: true } } } },
      },
    })
    if (!store) throw new AppError('not_found', 'Partner not found.')
    const { businessName, ownerId, owner } = store
    if ((ownerId ?? '') !== from)
      throw new AppError('conflict', `${businessName} now has a different owner. Nothing was changed.`)
    const heir = await lockHeir(tx, partnerId, email)
    if (heir.id === ownerId)
      throw new AppError('bad_input', `${email} already owns ${businessName}.`, { field: 'email' })
    // Stores the account, not only its address, which may belong to another account by the time of the approval.
    const input = { partnerId, from, email, reason, heirId: heir.id }
    const summary = `Transfer ${businessName} from ${owner?.email ?? 'no owner'} to ${email}: ${reason}`
    const step = { action: 'hand_over', subjectId: partnerId, partnerIds: [partnerId], input, summary } as const
    if (!(await agreeOn(tx, { db, visit, viewer }, step, now))) return { isWaiting: true }
    await tx.partnerMember.deleteMany({ where: { userId: heir.id } })
    await tx.saleMailMark.deleteMany({ where: { userId: heir.id, partnerId: { not: partnerId } } })
    if (ownerId) await tx.saleMailMark.deleteMany({ where: { userId: ownerId, partnerId } })
    await tx.user.update({ where: { id: heir.id }, data: { role: 'partner' } })
    await tx.partner.update({ where: { id: partnerId }, data: { ownerId: heir.id } })
    if (ownerId) await revokeKeysOf(tx, ownerId, partnerId)
    await askToConfirmKeys(tx, partnerId)
    const { siteUrl } = visit
    await signOut(tx, heir.id)
    await queueMail(tx, { to: email, ...storeGivenByUs({ siteUrl, businessName, name: heir.name, isHeir: true }) })
    if (ownerId && owner) {
      const ownsMore = (await tx.partner.count({ where: { ownerId } })) > 0
      if (!ownsMore) await tx.user.update({ where: { id: ownerId }, data: { role: 'customer' } })
      await signOut(tx, ownerId)
      const name = owner.profile?.fullName ?? ''
      await queueMail(tx, { to: owner.email, ...storeGivenByUs({ siteUrl, businessName, name, isHeir: false }) })
    }
    const data = { partnerId, before: { ownerId }, after: { ownerId: heir.id }, reason }
    const note = { actorId: viewer.userId, data }
    await writeAudit(db, visit, { ...note, action: 'partner_handed_over', subjectId: partnerId }, tx)
    await writeAudit(db, visit, { ...note, action: 'became_owner', subjectId: heir.id }, tx)
    if (ownerId) await writeAudit(db, visit, { ...note, action: 'lost_store', subjectId: ownerId }, tx)
    return { isWaiting: false }
  })
}

async function lockHeir(tx: Prisma.TransactionClient, partnerId: string, email: string) {
  await tx.$queryRaw`SELECT 1 FROM users WHERE email = ${email} FOR UPDATE`
  const heir = await tx.user.findUnique({
    where: { email },
    select: {
      id: true,
      role: true,
      isDemo: true,
      emailVerifiedAt: true,
      suspendedAt: true,
      deletionRequestedAt: true,
      profile: { select: { fullName: true } },
      membership: { select: { partnerId: true } },
      partners: { select: { id: true } },
    },
  })
  const refuse = (why: string) => new AppError('bad_input', why, { field: 'email' })
  if (!heir) throw refuse('No account has this email address. The new owner has to sign up first.')
  if (heir.isDemo) throw refuse('This is a demo account, and its password is public. Choose another account.')
  if (heir.role === 'admin') throw refuse('This account belongs to an administrator, who cannot also own a store.')
  if (!heir.emailVerifiedAt) throw refuse('This email address has not been confirmed yet.')
  if (heir.suspendedAt || heir.deletionRequestedAt) throw refuse('This account is suspended or being closed.')
  if (heir.partners.some(({ id }) => id !== partnerId)) throw refuse('This account owns another store.')
  if (heir.membership && heir.membership.partnerId !== partnerId)
    throw refuse('This account is on another store’s team. It has to leave that team first.')
  return { id: heir.id, name: heir.profile?.fullName ?? '' }
}

/** Rights have changed. */
async function signOut(tx: Prisma.TransactionClient, userId: string): Promise<void> {
  await tx.session.deleteMany({ where: { userId } })
  await endTokens(tx, userId)
}
