import { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { shortName } from '#server/platform/short-name.ts'
import { FEEDBACK_PAGE, type FeedbackKind } from './customer-feedback-values.schema.ts'
import type { CustomerFeedbackQuery, FeedbackItemInput } from './customer-feedback.schema.ts'
import { isEditedAfterAnswer } from './edited-after-answer.ts'
import {
  COUNTED,
  FEEDBACK_COLUMNS,
  feedbackFound,
  OPEN_URGENT,
  REVIEW_COLUMNS,
  REVIEW_PICTURES,
  REVIEWS,
  reviewsFound,
  type FeedbackRow,
  type ReviewRow,
} from './own-feedback.ts'

const MAX_URGENT = 5

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/**
 * Lists the published reviews of the partner's products, or its feedback, depending on the query's tab, newest first,
 * 25 per page. Also returns the number of matches in both tabs. A page number past the end gives the last page.
 */
export async function listCustomerFeedback({ db, partner }: Ask, query: CustomerFeedbackQuery) {
  const [counts] = await db.$queryRaw<Array<{ reviews: number; feedback: number }>>`
    SELECT (SELECT count(*)::int ${reviewsFound(partner.id, query)}) AS reviews, (SELECT count(*)::int ${feedbackFound(partner.id, query)}) AS feedback`
  const { reviews, feedback } = counts ?? { reviews: 0, feedback: 0 }
  const found = query.tab === 'reviews' ? reviews : feedback
  const totalPages = Math.max(1, Math.ceil(found / FEEDBACK_PAGE))
  const page = Math.min(query.page, totalPages)
  const part = Prisma.sql`LIMIT ${FEEDBACK_PAGE}::int OFFSET ${(page - 1) * FEEDBACK_PAGE}::int`
  return {
    counts: { reviews, feedback },
    found,
    page,
    totalPages,
    reviews: query.tab === 'reviews' ? await getReviews({ db }, reviewsFound(partner.id, query), part) : [],
    feedback: query.tab === 'feedback' ? await getFeedback({ db }, feedbackFound(partner.id, query), part) : [],
  }
}

/** Lists up to five pieces of feedback with high or urgent priority that are pending or in progress, newest first. */
export function listUrgentFeedback({ db, partner }: Ask) {
  const urgent = Prisma.sql`FROM partner_feedback f WHERE f.partner_id = ${partner.id}::uuid AND ${OPEN_URGENT}`
  return getFeedback({ db }, urgent, Prisma.sql`LIMIT ${MAX_URGENT}::int`)
}

/** Returns one review or piece of feedback, for the page that answers it. @throws AppError not_found */
export async function getCustomerFeedback({ db, partner }: Ask, { kind, id }: FeedbackItemInput) {
  const one = Prisma.sql`LIMIT 1`
  const [review] =
    kind === 'review'
      ? await getReviews({ db }, Prisma.sql`FROM ${REVIEWS} WHERE ${COUNTED(partner.id)} AND r.id = ${id}::uuid`, one)
      : []
  const [feedback] =
    kind === 'feedback'
      ? await getFeedback(
          { db },
          Prisma.sql`FROM partner_feedback f WHERE f.partner_id = ${partner.id}::uuid AND f.id = ${id}::uuid`,
          one,
        )
      : []
  const found = review ?? feedback
  if (!found) throw new AppError('not_found', notThere(kind))
  return found
}

/** Returns the error message for an item that does not exist or that this partner may not answer. */
export const notThere = (kind: FeedbackKind): string =>
  kind === 'review'
    ? 'This review is no longer published. The author may have edited or deleted it.'
    : 'This feedback no longer exists.'

async function getReviews({ db }: Pick<Ask, 'db'>, found: Prisma.Sql, part: Prisma.Sql) {
  // eslint-disable-next-line house/listed-products -- reviews of the partner's own products, including drafts
  const rows = await db.$queryRaw<ReviewRow[]>`
    WITH shown AS MATERIALIZED (SELECT r.id ${found} ORDER BY r.created_at DESC, r.id DESC ${part})
    SELECT ${REVIEW_COLUMNS}, ${REVIEW_PICTURES} FROM shown JOIN product_reviews r ON r.id = shown.id JOIN products p ON p.id = r.product_id
    ORDER BY r.created_at DESC, r.id DESC`
  return rows.map(({ name, ...review }) => ({
    kind: 'review' as const,
    ...review,
    isEditedAfterAnswer: isEditedAfterAnswer(review),
    author: shortName(name),
  }))
}

async function getFeedback({ db }: Pick<Ask, 'db'>, found: Prisma.Sql, part: Prisma.Sql) {
  const rows = await db.$queryRaw<FeedbackRow[]>`
    SELECT ${FEEDBACK_COLUMNS} ${found} ORDER BY f.created_at DESC, f.id DESC ${part}`
  return rows.map(({ name, ...feedback }) => ({ kind: 'feedback' as const, ...feedback, author: shortName(name) }))
}
