import type { Db } from '#server/platform/db.ts'

/** Deletes what has expired: sessions, and tokens a day after they did. Nightly. @returns how many of each went. */
export async function cleanUp(db: Db, now = new Date()): Promise<{ sessions: number; tokens: number }> {
  const sessions = await db.session.deleteMany({ where: { expiresAt: { lte: now } } })
  const tokens = await db.oneTimeToken.deleteMany({ where: { expiresAt: { lte: new Date(now.getTime() - 86_400_000) } } })
  return { sessions: sessions.count, tokens: tokens.count }
}
