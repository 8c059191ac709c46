import { endTokens } from '#server/auth/one-time-tokens.ts'
import { accountSuspended, suspensionLifted } from '#server/mail/account-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertNotLastAdmin, lockPerson } from './lock-person.ts'
import type { PersonActInput, PersonIdInput, SuspendInput } from './people.schema.ts'

type Ask = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

/**
 * Suspends an account. Ends every session and emailed link, disables every sign-in method (server/auth/suspension.ts),
 * and emails the owner the reason. Does not affect a store that the account owns, because stores are suspended
 * separately.
 * @throws AppError conflict for the last administrator, an account that is being closed, and as `lockPerson`
 */
export async function suspendPerson(
  { db, visit, viewer }: Ask,
  { userId, from, reason }: SuspendInput,
): Promise<{ email: string }> {
  return db.$transaction(async (tx) => {
    const { email, state, name, store, role } = await lockPerson(tx, viewer, { userId, from })
    if (state !== 'open')
      throw new AppError('conflict', `${email} is already ${state === 'closing' ? 'being closed' : 'suspended'}.`)
    if (role === 'admin') await assertNotLastAdmin(tx, userId)
    await tx.user.update({
      where: { id: userId },
      data: { suspendedAt: new Date(), suspensionReason: reason, suspendedById: viewer.userId },
    })
    await tx.session.deleteMany({ where: { userId } })
    await endTokens(tx, userId)
    await queueMail(tx, { to: email, ...accountSuspended({ siteUrl: visit.siteUrl, name, reason, store }) })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'account_suspended',
        subjectId: userId,
        data: { before: { state }, after: { state: 'suspended' }, reason },
      },
      tx,
    )
    return { email }
  })
}

/** Lets the owner sign in again, and emails them. @throws AppError as `lockPerson` */
export async function liftSuspension(
  { db, visit, viewer }: Ask,
  { userId, from }: PersonActInput,
): Promise<{ email: string }> {
  return db.$transaction(async (tx) => {
    const { email, state, name, suspensionReason: reason } = await lockPerson(tx, viewer, { userId, from })
    if (state !== 'suspended') throw new AppError('conflict', `${email} is not suspended. Nothing was changed.`)
    const { deletionRequestedAt } = await tx.user.update({
      where: { id: userId },
      data: { suspendedAt: null, suspensionReason: '', suspendedById: null },
      select: { deletionRequestedAt: true },
    })
    await queueMail(tx, { to: email, ...suspensionLifted({ siteUrl: visit.siteUrl, name }) })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'suspension_lifted',
        subjectId: userId,
        data: { before: { state, reason }, after: { state: deletionRequestedAt ? 'closing' : 'open' } },
      },
      tx,
    )
    return { email }
  })
}

/** Ends every session and emailed link of an account, as its owner can. @throws AppError as `lockPerson` */
export async function signPersonOut(
  { db, visit, viewer }: Ask,
  { userId }: PersonIdInput,
): Promise<{ email: string; count: number }> {
  return db.$transaction(async (tx) => {
    const { email } = await lockPerson(tx, viewer, { userId })
    const { count } = await tx.session.deleteMany({ where: { userId } })
    await endTokens(tx, userId)
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'signed_out_by_admin',
        subjectId: userId,
        data: { before: { sessions: count }, after: { sessions: 0 } },
      },
      tx,
    )
    return { email, count }
  })
}
