import type { Db } from '#server/platform/db.ts'

const KEPT_MS = 30 * 24 * 3_600_000

/**
 * Deletes files that were never recorded: rejected ones 30 days after the decision, and those that were not submitted
 * 30 days after the upload.
 */
export async function forgetFiles(db: Db, now: Date): Promise<void> {
  const before = { lt: new Date(now.getTime() - KEPT_MS) }
  await db.conversionFile.deleteMany({
    where: {
      OR: [
        { status: { in: ['read', 'withdrawn'] }, createdAt: before },
        { status: 'rejected', decidedAt: before },
      ],
    },
  })
}
