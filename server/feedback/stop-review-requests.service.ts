import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { parseToken, signToken } from '#server/platform/signed-token.ts'

const PURPOSE = 'review requests'
const keyOf = (db: Db): Promise<Buffer> => appSecret(db, 'feedback')
const OFF = JSON.stringify({ reviewRequests: false })

/** Returns the path of the page that stops review request emails without a sign-in. The link never expires. */
export async function stopReviewRequestsPath(db: Db, userId: string): Promise<string> {
  return `/feedback/unsubscribe?token=${signToken(await keyOf(db), PURPOSE, userId)}`
}

/**
 * Stops review requests for the token's recipient. Repeating it changes nothing; a deleted account gets no emails
 * either.
 * @throws AppError bad_input at `token` if the link is invalid
 */
export async function stopReviewRequests(db: Db, token: string): Promise<{ isOff: true }> {
  const proof = parseToken(await keyOf(db), PURPOSE, token)
  if (!proof)
    throw new AppError('bad_input', 'This link is not valid. Open it from the email again.', { field: 'token' })
  await db.$executeRaw`UPDATE users SET notifications = notifications || ${OFF}::jsonb, updated_at = now() WHERE id = ${proof.id}::uuid`
  return { isOff: true }
}
