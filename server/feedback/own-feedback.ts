import { Prisma } from '#prisma/generated/client.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'
import { escapeLike } from '#server/platform/like.ts'
import type { FeedbackState } from './customer-feedback-values.schema.ts'
import type { FeedbackFilter } from './customer-feedback.schema.ts'
import type { Fit } from './reviews-values.schema.ts'

/** SQL: the published reviews of a partner's products. Partners do not see pending ones. `r` is the row. */
export const COUNTED = (partnerId: string): Prisma.Sql =>
  Prisma.sql`r.partner_id = ${partnerId}::uuid AND r.status = 'approved'`

/** Feedback that needs a quick answer. `f` is the row of partner_feedback. */
export const OPEN_URGENT = Prisma.sql`f.priority IN ('high', 'urgent') AND f.status IN ('pending', 'investigating')`

/**
 * SQL: whether one of the texts contains the words. Never pass the full name: partners see only the first name and an
 * initial.
 */
const contains = (q: string, texts: string[]): Prisma.Sql => {
  const like = `%${escapeLike(q)}%`
  return Prisma.sql`(${Prisma.join(
    texts.map((text) => Prisma.sql`${Prisma.raw(text)} ILIKE ${like}`),
    ' OR ',
  )})`
}

/** SQL: reviews `r` with their products `p`, listed or not. */
// eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
export const REVIEWS = Prisma.sql`product_reviews r JOIN products p ON p.id = r.product_id`

/** SQL: FROM and WHERE of the reviews that match the filter; `r` is the review, `p` its product. */
export function reviewsFound(partnerId: string, { q, rating, answer }: FeedbackFilter): Prisma.Sql {
  const conditions = [COUNTED(partnerId)]
  if (q) conditions.push(contains(q, ['r.title', 'r.comment', 'p.name']))
  if (rating !== undefined) conditions.push(Prisma.sql`r.rating = ${rating}::int`)
  if (answer)
    conditions.push(answer === 'waiting' ? Prisma.sql`r.response IS NULL` : Prisma.sql`r.response IS NOT NULL`)
  return Prisma.sql`FROM ${REVIEWS} WHERE ${Prisma.join(conditions, ' AND ')}`
}

/** SQL: FROM and WHERE of the feedback that matches the filter; `f` is the row. */
export function feedbackFound(partnerId: string, { q, status }: FeedbackFilter): Prisma.Sql {
  const conditions = [Prisma.sql`f.partner_id = ${partnerId}::uuid`]
  if (q) conditions.push(contains(q, ['f.title', 'f.comment', 'f.order_id']))
  if (status === 'urgent') conditions.push(OPEN_URGENT)
  else if (status) conditions.push(Prisma.sql`f.status = ${status}::feedback_status`)
  return Prisma.sql`FROM partner_feedback f WHERE ${Prisma.join(conditions, ' AND ')}`
}

/** SQL: whether the writer can be emailed, by the same rule as in respond.service.ts. */
const reachable = (row: 'r' | 'f'): Prisma.Sql =>
  Prisma.raw(
    `EXISTS (SELECT 1 FROM users u WHERE u.id = ${row}.user_id AND u.email_verified_at IS NOT NULL AND u.deletion_requested_at IS NULL)`,
  )

/** The parts of a review that its partner reads; `name` is only for shortName. */
export interface ReviewRow {
  id: string
  productId: string
  productName: string
  picture: Picture | null
  rating: number
  title: string
  comment: string
  fit: Fit | null
  sizeBought: string | null
  name: string
  verifiedPurchase: boolean
  helpfulVotes: number
  response: string | null
  responseDate: Date | null
  flaggedAt: Date | null
  flagReason: string
  /** When an administrator refused the store's flag. The store may then appeal once. */
  flagRefusedAt: Date | null
  /** Increases with every change by its writer. */
  revision: number
  editedAt: Date | null
  createdAt: Date
  /** Whether the writer can be emailed: the account is not being closed and has a verified address. */
  isReachable: boolean
  /** The review's pictures, up to three. */
  pictures: Picture[]
}

export const REVIEW_COLUMNS = Prisma.sql`r.id, r.product_id AS "productId", p.name AS "productName", r.rating::int AS rating, r.title, r.comment, r.fit, r.size_bought AS "sizeBought",
  r.customer_name AS name, r.verified_purchase AS "verifiedPurchase", r.helpful_votes AS "helpfulVotes", r.response, r.response_date AS "responseDate",
  r.flagged_at AS "flaggedAt", r.flag_reason AS "flagReason", r.flag_refused_at AS "flagRefusedAt", r.revision, r.edited_at AS "editedAt", r.created_at AS "createdAt", ${reachable('r')} AS "isReachable"`
export const REVIEW_PICTURES = Prisma.sql`
  (SELECT ${pictureJson('m', 'i.alt')} FROM product_images i JOIN media_files m ON m.id = i.file_id
    WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 1) AS picture,
  (SELECT coalesce(jsonb_agg(${pictureJson('m', "''")} ORDER BY x.place), '[]') FROM review_pictures x JOIN media_files m ON m.id = x.file_id
    WHERE x.review_id = r.id) AS pictures`

/** The parts of feedback that its partner reads; `name` is only for shortName. */
export interface FeedbackRow {
  id: string
  rating: number
  category: 'service' | 'shipping' | 'quality' | 'communication' | 'overall'
  title: string
  comment: string
  name: string
  orderId: string | null
  status: FeedbackState
  priority: 'low' | 'medium' | 'high' | 'urgent'
  response: string | null
  responseDate: Date | null
  flaggedAt: Date | null
  flagReason: string
  createdAt: Date
  /** Whether the writer can be emailed: the account is not being closed and has a verified address. */
  isReachable: boolean
}

export const FEEDBACK_COLUMNS = Prisma.sql`f.id, f.rating::int AS rating, f.category::text, f.title, f.comment, f.customer_name AS name, f.order_id AS "orderId",
  f.status::text, f.priority::text, f.response, f.response_date AS "responseDate", f.flagged_at AS "flaggedAt", f.flag_reason AS "flagReason",
  f.created_at AS "createdAt", ${reachable('f')} AS "isReachable"`
