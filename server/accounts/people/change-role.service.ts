import { authConfig } from '#server/auth/auth-config.ts'
import { noteNewAdmin } from '#server/auth/new-admin.ts'
import { endTokens } from '#server/auth/one-time-tokens.ts'
import { assertRecentProof } from '#server/auth/recent-proof.ts'
import { adminRoleChanged } from '#server/mail/account-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertNotLastAdmin, lockPerson } from './lock-person.ts'
import type { ChangeRoleInput } from './people.schema.ts'

/**
 * Makes a customer an administrator, or an administrator a customer. The account is signed out everywhere and gets an
 * email; the other administrators get an email about a new one. Partners keep their role, because people who own a
 * store or work for one cannot also run the shop.
 * @throws AppError forbidden at 'recent-proof'; conflict if the role has changed by now; conflict for a partner, a demo
 *   account, a closed, suspended or unproven account, and the last administrator; conflict for an address of
 *   ADMIN_EMAILS, which would become an administrator again at its next sign-in; otherwise as `lockPerson`
 */
export async function changeRole(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { userId, from, to }: ChangeRoleInput,
): Promise<{ email: string }> {
  assertRecentProof(viewer)
  return db.$transaction(async (tx) => {
    const { email, role, state, name, isDemo, emailVerifiedAt } = await lockPerson(tx, viewer, { userId })
    if (role === 'partner')
      throw new AppError(
        'conflict',
        `${email} is on a store’s team. Transfer the store or leave its team before you make this account an administrator.`,
      )
    if (role !== from || from === to)
      throw new AppError(
        'conflict',
        `${email} is already ${role === 'admin' ? 'an administrator' : 'a customer'}. Nothing was changed.`,
      )
    if (to === 'admin') {
      if (isDemo)
        throw new AppError('conflict', 'This is a demo account, and its password is public. Choose another account.')
      if (state !== 'open')
        throw new AppError('conflict', `${email} is ${state === 'suspended' ? 'suspended' : 'being closed'}.`)
      if (!emailVerifiedAt)
        throw new AppError('conflict', `${email} has not been confirmed yet. The user has to confirm it first.`)
    } else {
      await assertNotLastAdmin(tx, userId)
      if (authConfig().adminEmails.includes(email))
        throw new AppError(
          'conflict',
          `${email} is listed in ADMIN_EMAILS, so it would become an administrator again at its next sign-in. Remove it from that setting first.`,
        )
    }
    await tx.user.update({ where: { id: userId }, data: { role: to } })
    await tx.session.deleteMany({ where: { userId } })
    await endTokens(tx, userId)
    await queueMail(tx, { to: email, ...adminRoleChanged({ siteUrl: visit.siteUrl, name, isAdmin: to === 'admin' }) })
    const by = 'an administrator'
    if (to === 'admin')
      await noteNewAdmin(tx, { db, visit, siteUrl: visit.siteUrl }, { userId, email, role, madeBy: viewer, by })
    else {
      const data = { before: { role }, after: { role: to }, by }
      await writeAudit(db, visit, { actorId: viewer.userId, action: 'role_changed', subjectId: userId, data }, tx)
    }
    return { email }
  })
}
