import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { CONFIRM_DAYS } from './waitlist.service.ts'

/**
 * Deletes unconfirmed waitlist entries 30 days after the last email to them, when its link has expired. Runs nightly.
 * @returns how many were deleted
 */
export async function forgetUnconfirmed(db: Db, now = new Date()): Promise<number> {
  const before = new Date(now.getTime() - CONFIRM_DAYS * DAY_MS)
  return db.$executeRaw`
    DELETE FROM waitlist w
    WHERE w.confirmed_at IS NULL AND w.created_at < ${before}
      AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.to_address = w.email AND m.kind = 'waitlist_confirm' AND m.created_at >= ${before})`
}
