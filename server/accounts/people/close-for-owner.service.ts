import { closeAccount, deletionDay } from '#server/accounts/delete-account.service.ts'
import { exportAccount } from '#server/accounts/export-account.ts'
import { deadLink, issueToken, peekToken, redeemToken } from '#server/auth/one-time-tokens.ts'
import { hasSecondFactor } from '#server/auth/second-factor/take-code.ts'
import { accountClosedForYou, accountKept } from '#server/mail/account-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { Ask, SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockPerson } from './lock-person.ts'
import type { PersonActInput } from './people.schema.ts'

type Act = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

/** The page behind the link of the email (`?token=`). */
const EXPORT_PAGE = '/settings/closed/export'

/**
 * Closes an account at its owner's request, just as the owner would. The email has a link that opens everything we
 * store about the person, once. No administrator sees that data.
 * @returns whether the email has such a link; some accounts must not be opened with an email alone
 * @throws AppError conflict while the account manages a store, or is an administrator's; otherwise as `lockPerson`
 */
export async function closeForOwner(
  { db, visit, viewer }: Act,
  { userId, from }: PersonActInput,
): Promise<{ email: string; deletedOn: Date; hasLink: boolean }> {
  const now = new Date()
  const deletedOn = deletionDay(now)
  return db.$transaction(async (tx) => {
    const { email, role, state, name, emailVerifiedAt } = await lockPerson(tx, viewer, { userId, from })
    if (state === 'suspended')
      throw new AppError('conflict', `${email} is suspended. Lift the suspension first so that the user can sign in.`)
    if (role === 'admin')
      throw new AppError('conflict', `${email} is an administrator. Change its role to customer first.`)
    await closeAccount(tx, userId, now)
    const hasLink = emailVerifiedAt !== null && !(await hasSecondFactor(tx, userId))
    const token = hasLink ? (await issueToken(tx, { purpose: 'account_export', userId, email })).token : null
    const link = token && `${EXPORT_PAGE}?token=${token}`
    const { siteUrl } = visit
    await queueMail(tx, { to: email, ...accountClosedForYou({ siteUrl, name, deletedOn, link }) })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'closed_by_admin',
        subjectId: userId,
        data: { before: { state }, after: { state: 'closing' }, hasLink },
      },
      tx,
    )
    return { email, deletedOn, hasLink }
  })
}

/** Keeps an account that is being closed, and emails its owner. @throws AppError conflict as in `lockPerson` */
export async function keepForOwner({ db, visit, viewer }: Act, { userId }: PersonActInput): Promise<{ email: string }> {
  return db.$transaction(async (tx) => {
    const { email, state, name } = await lockPerson(tx, viewer, { userId, from: 'closing' })
    await tx.user.update({ where: { id: userId }, data: { deletionRequestedAt: null } })
    await queueMail(tx, { to: email, ...accountKept({ siteUrl: visit.siteUrl, name }) })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'deletion_cancelled',
        subjectId: userId,
        data: { before: { state }, after: { state: 'open' } },
      },
      tx,
    )
    return { email }
  })
}

/**
 * Checks that an emailed link would open a person's data, without using it up. @throws AppError bad_input at 'token'
 */
export async function checkExportLink({ db }: Pick<Ask, 'db'>, { token }: { token: string }): Promise<void> {
  if (!(await peekToken(db, 'account_export', token))) throw deadLink()
}

/**
 * Exports everything that we store about the person who got the emailed link, once.
 * @throws AppError bad_input at 'token' for a dead link
 */
export async function exportByLink({ db, visit }: Pick<Ask, 'db' | 'visit'>, { token }: { token: string }) {
  const { userId, email } = await redeemToken(db, 'account_export', token)
  return exportAccount({ db, visit, viewer: { userId, email } })
}
