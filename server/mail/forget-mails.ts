import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'

const SENT_DAYS = 90
const FAILED_DAYS = 180

/** Deletes emails 90 days after they were sent, and failed ones 180 days after they were written. Keeps queued ones. Runs nightly. @returns the number deleted */
export async function forgetMails(db: Db, now = new Date()): Promise<number> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const { count } = await db.mail.deleteMany({
    where: {
      OR: [
        { state: 'sent', sentAt: { lt: daysAgo(SENT_DAYS) } },
        { state: 'failed', createdAt: { lt: daysAgo(FAILED_DAYS) } },
      ],
    },
  })
  return count
}
