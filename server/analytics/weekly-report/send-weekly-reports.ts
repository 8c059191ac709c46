import { queueMail } from '#server/mail/mail.service.ts'
import { weeklyReport } from '#server/mail/store-mails.ts'
import { stopStoreMailPath } from '#server/partners/settings/preferences.service.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { isTimeZone } from '#server/platform/time-zone.schema.ts'
import { lastWeek, getWeek } from './get-week.ts'

const AT_ONCE = 500
const PATIENCE_MS = 30_000

/**
 * Emails last week's figures (Monday to Sunday in the store's time zone) to every subscribed team member: one report
 * per week, however often this runs. Runs on Mondays. Stores where it is still Sunday have to wait for the next run.
 * @returns the number of emails written
 */
export async function sendWeeklyReports(
  db: Db,
  siteUrl: string,
  now = new Date(),
  signal?: AbortSignal,
): Promise<number> {
  let written = 0
  for (let after = ''; ;) {
    const accounts = await db.dashboardPreferences.findMany({
      where: { ...dueBefore(new Date(now.getTime() - DAY_MS)), ...(after && { userId: { gt: after } }) },
      select: { userId: true },
      orderBy: { userId: 'asc' },
      take: AT_ONCE,
    })
    for (const { userId } of accounts) {
      if (signal?.aborted) return written
      if (await sendReport(db, siteUrl, userId, now)) written++
    }
    if (accounts.length < AT_ONCE) return written
    after = accounts.at(-1)?.userId ?? ''
  }
}

const dueBefore = (until: Date) => ({
  emailWeeklyReport: true,
  OR: [{ weeklyReportAt: null }, { weeklyReportAt: { lt: until } }],
})

async function sendReport(db: Db, siteUrl: string, userId: string, now: Date): Promise<boolean> {
  const store = await storeOf(db, userId)
  if (!store) return false
  const { email, name, partnerId, businessName, timeZone } = store
  const span = lastWeek(timeZone, now)
  // Waits where it is still Sunday, so that the report covers the week that is about to end.
  if (now.getTime() - span.until.getTime() > 6 * DAY_MS) return false
  const unsubscribeLink = await stopStoreMailPath(db, 'emailWeeklyReport', userId)
  const week = await getWeek(db, partnerId, span)
  return db.$transaction(
    async (tx) => {
      const { count } = await tx.dashboardPreferences.updateMany({
        where: { userId, ...dueBefore(span.until) },
        data: { weeklyReportAt: now },
      })
      if (count === 0) return false
      const report = { siteUrl, name, businessName, from: span.from, timeZone, week, unsubscribeLink }
      await queueMail(tx, { to: email, ...weeklyReport(report) })
      return true
    },
    { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
  )
}

/** Returns the store that an account owns or works for; null if there is none or it is blocked. */
async function storeOf(db: Db, userId: string) {
  const user = await db.user.findFirst({
    where: { id: userId, role: 'partner', emailVerifiedAt: { not: null }, deletionRequestedAt: null },
    select: { email: true, profile: { select: { fullName: true } } },
  })
  const store = await db.partner.findFirst({
    where: {
      OR: [{ ownerId: userId }, { members: { some: { userId } } }],
      verificationStatus: { in: ['pending', 'approved'] },
    },
    select: { id: true, businessName: true, timeZone: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return (
    user &&
    store && {
      email: user.email,
      name: user.profile?.fullName ?? '',
      partnerId: store.id,
      businessName: store.businessName,
      timeZone: isTimeZone(store.timeZone) ? store.timeZone : 'UTC',
    }
  )
}
