import { askToConfirmKeys } from '#server/auth/keys-of-leavers.ts'
import { lockAccount, lockOwnAccount } from '#server/auth/lock-account.ts'
import { endTokens } from '#server/auth/one-time-tokens.ts'
import { assertRecentProof } from '#server/auth/recent-proof.ts'
import { rotateSessions } from '#server/auth/session.service.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { storeHandedOver } from '#server/mail/team-mails.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'

/**
 * Makes a colleague the owner; the former owner becomes an editor. Both get an email. The former owner is signed out
 * everywhere else, and the new one has to confirm the store's keys. Accepted terms and plans stay with the store.
 * @throws AppError forbidden at 'recent-proof', and if the viewer no longer owns the store; not_found if the user is
 *   not a colleague, or their account is closed
 */
export async function handOverStore(
  { db, visit, viewer, partner: { id } }: Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>,
  { userId }: { userId: string },
): Promise<{ email: string }> {
  assertRecentProof(viewer)
  return db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${id}::uuid FOR UPDATE`
    const store = await tx.partner.findFirst({
      where: { id, ownerId: viewer.userId },
      select: { businessName: true },
    })
    if (!store) throw new AppError('forbidden', 'Only the store’s owner can do this.')
    // If this account is being closed right now, closing it waits for this lock and then fails, because the account
    // owns a store.
    await lockAccount(tx, userId)
    const heir = await tx.user.findFirst({
      where: { id: userId, membership: { partnerId: id }, deletionRequestedAt: null, emailVerifiedAt: { not: null } },
      select: { email: true, profile: { select: { fullName: true } } },
    })
    if (!heir) throw new AppError('not_found', 'Team member not found.')
    const { count } = await tx.partnerMember.deleteMany({ where: { userId, partnerId: id } })
    if (!count) throw new AppError('not_found', 'Team member not found.')
    await tx.partner.update({ where: { id }, data: { ownerId: userId } })
    await tx.partnerMember.create({ data: { userId: viewer.userId, partnerId: id, role: 'editor' } })
    // Rights have changed, and the former owner knows the keys.
    await askToConfirmKeys(tx, id)
    await endTokens(tx, viewer.userId)
    const { siteUrl } = visit
    const { businessName } = store
    const to = { name: heir.profile?.fullName ?? '', email: heir.email }
    const from = { name: viewer.fullName, email: viewer.email }
    await queueMail(tx, { to: to.email, ...storeHandedOver({ siteUrl, businessName, from, to, isHeir: true }) })
    await queueMail(tx, { to: from.email, ...storeHandedOver({ siteUrl, businessName, from, to, isHeir: false }) })
    const note = { actorId: viewer.userId, action: 'store_handed_over', data: { partnerId: id, to: userId } }
    await writeAudit(db, visit, { ...note, subjectId: id }, tx)
    await writeAudit(db, visit, { ...note, action: 'became_owner', subjectId: userId }, tx)
    await rotateSessions(tx, visit, viewer)
    return { email: heir.email }
  })
}
