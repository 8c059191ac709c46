import { Prisma } from '#prisma/generated/client.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { growthPercent, periodRange, type Period } from '#server/platform/period.schema.ts'
import { STARS } from './customer-feedback-values.schema.ts'
import { COUNTED, OPEN_URGENT } from './own-feedback.ts'

const TREND_DAYS = 7
const TOP_PRODUCTS = 5

/** The figures of a period's reviews. */
export interface ReviewFigures {
  count: number
  /** Mean of the stars with two decimals; null without reviews. */
  averageRating: number | null
  answered: number
  /** Reviews without an answer. */
  waiting: number
  /** Answered reviews in percent, with one decimal; null without reviews. */
  responseRate: number | null
  /** (ratings of 4 and 5 - ratings of 1 to 3) / all x 100, whole; null without reviews (specification 9). */
  netPromoterScore: number | null
}

/** A product with its reviews in the period. */
interface ReviewedProduct {
  id: string
  name: string
  picture: Picture | null
  reviews: number
  /** Mean of the stars with two decimals. */
  averageRating: number
}

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/**
 * Returns the figures at the top of the customer feedback page. Only approved reviews count. The period covers reviews
 * written from `from` until before `now`. Days and times are UTC.
 */
export async function getFeedbackFigures({ db, partner }: Ask, { period }: { period: Period }, now = new Date()) {
  const { from, to, previousFrom } = periodRange(period, now)
  const [reviews, before, feedback, feedbackBefore, distribution, trend, top, totals] = await Promise.all([
    getReviews({ db, partner }, from, to),
    getReviews({ db, partner }, previousFrom, from),
    countFeedback({ db, partner }, from, to),
    countFeedback({ db, partner }, previousFrom, from),
    listDistribution({ db, partner }, from, to),
    findTrend({ db, partner }, now),
    listTopProducts({ db, partner }, from, to),
    getFeedbackTotals({ db, partner }),
  ])
  const all = reviews.count + feedback
  return {
    asOf: now,
    from,
    /** Whether there is any review or feedback, of any time. */
    hasAny: totals.hasAny,
    /** Unanswered reviews of all times. */
    waitingInAll: totals.waiting,
    /** Feedback of high or urgent priority that is neither answered nor closed. */
    urgent: totals.urgent,
    reviews,
    before,
    all: { count: all, feedback, growth: growthPercent(all, before.count + feedbackBefore) },
    distribution,
    trend,
    top,
  }
}

/** Counts published reviews without a response, and open urgent feedback. */
export async function countWaitingReviews(ask: Ask): Promise<{ reviews: number; urgent: number }> {
  const { waiting, urgent } = await getFeedbackTotals(ask)
  return { reviews: waiting, urgent }
}

async function getReviews({ db, partner }: Ask, from: Date, to: Date): Promise<ReviewFigures> {
  const [row] = await db.$queryRaw<
    Array<{ count: number; averageRating: number | null; answered: number; promoters: number }>
  >`
    SELECT count(*)::int AS count, round(avg(r.rating), 2)::float8 AS "averageRating",
      count(*) FILTER (WHERE r.response IS NOT NULL)::int AS answered, count(*) FILTER (WHERE r.rating >= 4)::int AS promoters
    FROM product_reviews r WHERE ${COUNTED(partner.id)} AND r.created_at >= ${from} AND r.created_at < ${to}`
  const { count, averageRating, answered, promoters } = row ?? {
    count: 0,
    averageRating: null,
    answered: 0,
    promoters: 0,
  }
  return {
    count,
    averageRating,
    answered,
    waiting: count - answered,
    responseRate: count === 0 ? null : Math.round((answered / count) * 1_000) / 10,
    netPromoterScore: count === 0 ? null : Math.round(((2 * promoters - count) / count) * 100),
  }
}

const countFeedback = ({ db, partner }: Ask, from: Date, to: Date): Promise<number> =>
  db.partnerFeedback.count({ where: { partnerId: partner.id, createdAt: { gte: from, lt: to } } })

/** Returns the number of reviews for each star rating, from 5 to 1. */
async function listDistribution({ db, partner }: Ask, from: Date, to: Date) {
  const rows = await db.$queryRaw<Array<{ rating: number; count: number }>>`
    SELECT r.rating::int AS rating, count(*)::int AS count FROM product_reviews r
    WHERE ${COUNTED(partner.id)} AND r.created_at >= ${from} AND r.created_at < ${to} GROUP BY r.rating`
  const counted = new Map(rows.map(({ rating, count }) => [rating, count]))
  return STARS.map((rating) => ({ rating, count: counted.get(rating) ?? 0 }))
}

/** Returns the mean stars of each of the last seven days (UTC), today last; null for a day without reviews. */
async function findTrend({ db, partner }: Ask, now: Date) {
  const midnight = new Date(now)
  midnight.setUTCHours(0, 0, 0, 0)
  const first = new Date(midnight.getTime() - (TREND_DAYS - 1) * DAY_MS)
  const rows = await db.$queryRaw<Array<{ day: string; count: number; averageRating: number }>>`
    SELECT to_char(r.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, count(*)::int AS count, round(avg(r.rating), 2)::float8 AS "averageRating"
    FROM product_reviews r WHERE ${COUNTED(partner.id)} AND r.created_at >= ${first} AND r.created_at < ${now} GROUP BY 1`
  const known = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: TREND_DAYS }, (_, index) => {
    const day = new Date(first.getTime() + index * DAY_MS).toISOString().slice(0, 10)
    const { count = 0, averageRating = null } = known.get(day) ?? {}
    return { day, count, averageRating }
  })
}

function listTopProducts({ db, partner }: Ask, from: Date, to: Date): Promise<ReviewedProduct[]> {
  // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
  return db.$queryRaw`
    WITH most AS (
      SELECT r.product_id, count(*)::int AS reviews, round(avg(r.rating), 2)::float8 AS rating FROM product_reviews r
      WHERE ${COUNTED(partner.id)} AND r.created_at >= ${from} AND r.created_at < ${to}
      GROUP BY r.product_id ORDER BY reviews DESC, rating DESC, r.product_id LIMIT ${TOP_PRODUCTS}::int
    )
    SELECT p.id, p.name, most.reviews, most.rating AS "averageRating", ${PICTURE} FROM most JOIN products p ON p.id = most.product_id
    ORDER BY most.reviews DESC, most.rating DESC, p.id`
}

const PICTURE = Prisma.sql`(
  SELECT ${pictureJson('f', 'i.alt')} FROM product_images i JOIN media_files f ON f.id = i.file_id
  WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 1) AS picture`

async function getFeedbackTotals({ db, partner }: Ask) {
  const [row] = await db.$queryRaw<Array<{ hasAny: boolean; waiting: number; urgent: number }>>`
    SELECT EXISTS (SELECT 1 FROM product_reviews r WHERE ${COUNTED(partner.id)})
        OR EXISTS (SELECT 1 FROM partner_feedback f WHERE f.partner_id = ${partner.id}::uuid) AS "hasAny",
      (SELECT count(*)::int FROM product_reviews r WHERE ${COUNTED(partner.id)} AND r.response IS NULL) AS waiting,
      (SELECT count(*)::int FROM partner_feedback f WHERE f.partner_id = ${partner.id}::uuid AND ${OPEN_URGENT}) AS urgent`
  return row ?? { hasAny: false, waiting: 0, urgent: 0 }
}
