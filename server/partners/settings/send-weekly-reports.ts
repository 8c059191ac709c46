import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { weeklyReport, type WeekOfStore } from '#server/mail/store-mails.ts'
import type { Db } from '#server/platform/db.ts'
import { stopStoreMailPath } from './preferences.service.ts'

const DAY_MS = 86_400_000
const WEEK_MS = 7 * DAY_MS
const AT_ONCE = 500
const PATIENCE_MS = 30_000

/**
 * Mails last week's figures (Monday to Sunday, UTC) of its store to everybody who asks for them: one report a week
 * there, whoever runs this how often. On Mondays.
 * @returns how many were written
 */
export async function sendWeeklyReports(
  db: Db,
  siteUrl: string,
  now = new Date(),
  signal?: AbortSignal,
): Promise<number> {
  const until = mondayOf(now)
  const from = new Date(until.getTime() - WEEK_MS)
  const due = { emailWeeklyReport: true, OR: [{ weeklyReportAt: null }, { weeklyReportAt: { lt: until } }] }
  let written = 0
  for (let after = ''; ;) {
    const accounts = await db.dashboardPreferences.findMany({
      where: { ...due, ...(after && { userId: { gt: after } }) },
      select: { userId: true },
      orderBy: { userId: 'asc' },
      take: AT_ONCE,
    })
    for (const { userId } of accounts) {
      if (signal?.aborted) return written
      const unsubscribeLink = await stopStoreMailPath(db, 'emailWeeklyReport', userId)
      const isWritten = await db.$transaction(
        async (tx) => {
          const { count } = await tx.dashboardPreferences.updateMany({
            where: { userId, ...due },
            data: { weeklyReportAt: now },
          })
          const store = count ? await storeOf(tx, userId) : null
          if (!store) return false
          const { email, name, partnerId, businessName } = store
          const week = await readWeek(tx, partnerId, from, until)
          await queueMail(tx, {
            to: email,
            ...weeklyReport({ siteUrl, name, businessName, from, week, unsubscribeLink }),
          })
          return true
        },
        { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
      )
      if (isWritten) written++
    }
    if (accounts.length < AT_ONCE) return written
    after = accounts.at(-1)?.userId ?? ''
  }
}

/** The last Monday's beginning, UTC. */
function mondayOf(now: Date): Date {
  const day = Math.floor(now.getTime() / DAY_MS)
  // 1 January 1970 was a Thursday.
  return new Date((day - ((day + 3) % 7)) * DAY_MS)
}

/** The store that an account owns or works for, if it is not shut out; null without one. */
async function storeOf(tx: Prisma.TransactionClient, userId: string) {
  const user = await tx.user.findFirst({
    where: { id: userId, role: 'partner', emailVerifiedAt: { not: null }, deletionRequestedAt: null },
    select: { email: true, profile: { select: { fullName: true } } },
  })
  const store = await tx.partner.findFirst({
    where: {
      OR: [{ ownerId: userId }, { members: { some: { userId } } }],
      verificationStatus: { in: ['pending', 'approved'] },
    },
    select: { id: true, businessName: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })
  return (
    user &&
    store && {
      email: user.email,
      name: user.profile?.fullName ?? '',
      partnerId: store.id,
      businessName: store.businessName,
    }
  )
}

async function readWeek(
  tx: Prisma.TransactionClient,
  partnerId: string,
  from: Date,
  until: Date,
): Promise<WeekOfStore> {
  const week = { gte: from, lt: until }
  // eslint-disable-next-line house/listed-products -- a partner counts its own, drafts too
  const newProducts = await tx.product.count({ where: { partnerId, createdAt: week, deletedAt: null } })
  const changed = await tx.productEvent.groupBy({
    by: ['productId'],
    where: { partnerId, type: { not: 'created' }, createdAt: week },
  })
  const views = await tx.productView.count({ where: { partnerId, viewedAt: week } })
  const clicks = await tx.outboundClick.count({ where: { partnerId, isValid: true, clickedAt: week } })
  return { newProducts, changedProducts: changed.length, views, clicks }
}
