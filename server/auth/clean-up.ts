import type { Db } from '#server/platform/db.ts'

/**
 * Deletes expired sessions, unfinished sign-ins, and tokens that expired more than a day ago. Runs nightly.
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
  // Second factors that were set up but never confirmed.
  await db.secondFactor.deleteMany({
    where: { secret: null, newSecretAt: { lte: new Date(now.getTime() - 86_400_000) } },
  })
  return { sessions: sessions.count, tokens: tokens.count, unfinished: unfinished.count }
}
