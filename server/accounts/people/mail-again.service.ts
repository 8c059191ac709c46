import { countAttempt } from '#server/auth/attempt-limits.ts'
import { TOKEN_PAGES } from '#server/auth/auth.schema.ts'
import { mailVerification } from '#server/auth/email.service.ts'
import { issueToken, TOKEN_MINUTES } from '#server/auth/one-time-tokens.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { passwordResetMail } from '#server/mail/templates.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { lockPerson } from './lock-person.ts'
import type { PersonIdInput } from './people.schema.ts'

/** The email that was sent: the link that confirms the address, or the one that sets a password. */
type MailedAgain = 'verify_email' | 'reset_password'

/**
 * Emails a person who cannot sign in: the confirmation link if the address is unproven, otherwise
 * the link to set a password.
 * @throws AppError too_many after five in an hour; conflict for an account that is not open; otherwise as `lockPerson`
 */
export async function mailPersonAgain(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { userId }: PersonIdInput,
): Promise<{ email: string; kind: MailedAgain }> {
  await countAttempt('email', visit, userId)
  return db.$transaction(async (tx) => {
    const { email, emailVerifiedAt, name } = await lockPerson(tx, viewer, { userId, from: 'open' })
    const kind: MailedAgain = emailVerifiedAt ? 'reset_password' : 'verify_email'
    if (kind === 'verify_email') await mailVerification(tx, visit, { userId, email, fullName: name })
    else {
      const { token } = await issueToken(tx, { purpose: 'reset_password', userId, email })
      const link = `${TOKEN_PAGES.reset_password}?token=${token}`
      const { siteUrl } = visit
      await queueMail(tx, {
        to: email,
        ...passwordResetMail({ siteUrl, name, link, minutes: TOKEN_MINUTES.reset_password }),
      })
    }
    await writeAudit(
      db,
      visit,
      { actorId: viewer.userId, action: 'mailed_again', subjectId: userId, data: { kind } },
      tx,
    )
    return { email, kind }
  })
}
