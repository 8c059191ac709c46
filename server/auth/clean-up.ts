import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'

/** How long an expired personal token stays in its owner's list. */
const EXPIRED_DAYS = 30

/**
 * Deletes expired sessions and unfinished sign-ins, emailed tokens that expired more than a day ago, and personal tokens
 * that expired more than 30 days ago. Runs nightly.
 * @returns the numbers of deleted rows
 */
export async function cleanUp(
  db: Db,
  now = new Date(),
): Promise<{ sessions: number; tokens: number; unfinished: number }> {
  const sessions = await db.session.deleteMany({ where: { expiresAt: { lte: now } } })
  const tokens = await db.oneTimeToken.deleteMany({
    where: { expiresAt: { lte: new Date(now.getTime() - 86_400_000) } },
  })
  const unfinished = await db.unfinishedSignIn.deleteMany({ where: { expiresAt: { lte: now } } })
  await db.personalToken.deleteMany({ where: { expiresAt: { lte: new Date(now.getTime() - EXPIRED_DAYS * DAY_MS) } } })
  // Second factors that were set up but never confirmed.
  await db.secondFactor.deleteMany({
    where: { secret: null, newSecretAt: { lte: new Date(now.getTime() - 86_400_000) } },
  })
  return { sessions: sessions.count, tokens: tokens.count, unfinished: unfinished.count }
}
