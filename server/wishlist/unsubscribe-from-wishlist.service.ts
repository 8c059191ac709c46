import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { parseToken, signToken } from '#server/platform/signed-token.ts'
import { WISHLIST_EVENTS } from './wishlist-events.ts'

const PURPOSE = 'unsubscribe'
const keyOf = (db: Db): Promise<Buffer> => appSecret(db, 'wishlist')
const ALL_OFF = JSON.stringify(Object.fromEntries(Object.values(WISHLIST_EVENTS).map((key) => [key, false])))

/**
 * Returns the URL of the page that turns off an account's wishlist emails without a sign-in. The link never expires.
 */
export async function unsubscribePath(db: Db, userId: string): Promise<string> {
  return `/wishlist/unsubscribe?token=${signToken(await keyOf(db), PURPOSE, userId)}`
}

/**
 * Turns off the wishlist emails of the token's recipient. Does nothing if they are already off or the account was
 * deleted.
 * @throws bad_input at `token` if the link is invalid
 */
export async function unsubscribeFromWishlist(db: Db, token: string): Promise<{ isOff: true }> {
  const proof = parseToken(await keyOf(db), PURPOSE, token)
  if (!proof)
    throw new AppError('bad_input', 'This link is not valid. Open it from the email again.', { field: 'token' })
  await db.$executeRaw`UPDATE users SET notifications = notifications || ${ALL_OFF}::jsonb, updated_at = now() WHERE id = ${proof.id}::uuid`
  return { isOff: true }
}
