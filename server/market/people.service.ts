import type { Prisma } from '#prisma/generated/client.ts'
import { COUNTED } from '#server/analytics/counted-sales.ts'
import { percentOf } from '#server/analytics/metrics.values.ts'
import { inOneSnapshot } from '#server/analytics/one-snapshot.ts'
import { spanOf } from '#server/analytics/span.ts'
import type { Ask } from '#server/platform/ask.ts'
import { RETENTION_WEEKS, weekOf, weeksAfter } from './count-shopper-weeks.ts'
import type { MarketInput } from './market.schema.ts'
import type { FunnelStep, MarketPeople } from './market.types.ts'

interface Time {
  from: Date
  to: Date
}

/**
 * Returns new and returning shoppers, and the progress of invited brands. Periods end now; weeks begin on Monday (UTC).
 */
export function getMarketPeople(
  { db }: Pick<Ask, 'db'>,
  { period }: MarketInput,
  now = new Date(),
): Promise<MarketPeople> {
  const { from, to, previousFrom } = spanOf(period, now, 'UTC')
  const present = weekOf(now)
  return inOneSnapshot(db, async (tx) => ({
    newShoppers: {
      now: await countShoppers(tx, { from, to }),
      before: await countShoppers(tx, { from: previousFrom, to: from }),
    },
    allShoppers: await tx.user.count({ where: { role: 'customer' } }),
    activeShoppers: {
      now: await countActive(tx, weeksAfter(present, -1)),
      before: await countActive(tx, weeksAfter(present, -2)),
    },
    cohorts: await getCohorts(tx, now),
    waitlist: await listWaitlist(tx, { from, to }),
    invitations: await countInvitations(tx, { from, to }),
  }))
}

const countShoppers = (tx: Prisma.TransactionClient, { from, to }: Time) =>
  tx.user.count({ where: { role: 'customer', createdAt: { gte: from, lt: to } } })

const countActive = async (tx: Prisma.TransactionClient, week: Date) =>
  (await tx.shopperWeek.aggregate({ _sum: { shoppers: true }, where: { week } }))._sum.shoppers ?? 0

async function getCohorts(tx: Prisma.TransactionClient, now: Date): Promise<MarketPeople['cohorts']> {
  const present = weekOf(now)
  const first = weeksAfter(present, 1 - RETENTION_WEEKS)
  const joined = await tx.$queryRaw<Array<{ week: Date; shoppers: number }>>`
    SELECT date_trunc('week', created_at, 'UTC') AS week, count(*)::int AS shoppers FROM users
    WHERE role = 'customer' AND created_at >= ${first} AND created_at < ${now} GROUP BY 1 ORDER BY 1`
  const active = await tx.shopperWeek.findMany({ where: { joined: { gte: first } } })
  return joined.map(({ week: start, shoppers }) => {
    const weeks = Math.round((present.getTime() - start.getTime()) / (7 * 86_400_000)) + 1
    return {
      joined: start,
      shoppers,
      weeks: Array.from({ length: weeks }, (_, after) => {
        const week = weeksAfter(start, after)
        const found = active.find(
          (row) => row.joined.getTime() === start.getTime() && row.week.getTime() === week.getTime(),
        )
        const count = found?.shoppers ?? 0
        return {
          active: count,
          percent: percentOf(count, shoppers),
          isUnfinished: week.getTime() === present.getTime(),
        }
      }),
    }
  })
}

async function listWaitlist(tx: Prisma.TransactionClient, { from, to }: Time): Promise<FunnelStep[]> {
  const [counts] = await tx.$queryRaw<Array<{ joined: number; confirmed: number; invited: number }>>`
    SELECT count(*)::int AS joined, count(confirmed_at)::int AS confirmed,
      (count(*) FILTER (WHERE EXISTS (SELECT FROM partner_invitations i WHERE i.email = lower(w.email))))::int AS invited
    FROM waitlist w WHERE created_at >= ${from} AND created_at < ${to}`
  return [
    { name: 'Joined', count: counts?.joined ?? 0 },
    { name: 'Confirmed', count: counts?.confirmed ?? 0 },
    { name: 'Invited as a partner', count: counts?.invited ?? 0 },
  ]
}

type InvitedCounts = Record<'sent' | 'opened' | 'accepted' | 'approved' | 'product' | 'sale', number>

async function countInvitations(tx: Prisma.TransactionClient, { from, to }: Time): Promise<FunnelStep[]> {
  // eslint-disable-next-line house/listed-products -- counts partners with any product, listed or not
  const [counts] = await tx.$queryRaw<InvitedCounts[]>`
    SELECT count(*)::int AS sent, (count(*) FILTER (WHERE i.opened_at IS NOT NULL OR i.status = 'accepted'))::int AS opened,
      (count(*) FILTER (WHERE i.status = 'accepted'))::int AS accepted,
      (count(*) FILTER (WHERE p.verification_status = 'approved'))::int AS approved,
      (count(*) FILTER (WHERE EXISTS (SELECT FROM products x WHERE x.partner_id = p.id)))::int AS product,
      (count(*) FILTER (WHERE EXISTS (SELECT FROM conversions c WHERE c.partner_id = p.id AND ${COUNTED})))::int AS sale
    FROM partner_invitations i LEFT JOIN partners p ON p.id = i.partner_id AND i.status = 'accepted'
    WHERE i.sent_at >= ${from} AND i.sent_at < ${to}`
  return [
    { name: 'Sent', count: counts?.sent ?? 0 },
    { name: 'Opened', count: counts?.opened ?? 0 },
    { name: 'Accepted', count: counts?.accepted ?? 0 },
    { name: 'Approved', count: counts?.approved ?? 0 },
    { name: 'First product', count: counts?.product ?? 0 },
    { name: 'First sale', count: counts?.sale ?? 0 },
  ]
}
