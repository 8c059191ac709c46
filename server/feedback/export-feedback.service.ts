import { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { csvLines } from '#server/platform/csv.ts'
import { shortName } from '#server/platform/short-name.ts'
import { FIT_NAMES } from './reviews-values.schema.ts'
import type { FeedbackFilter } from './customer-feedback.schema.ts'
import {
  FEEDBACK_COLUMNS,
  feedbackFound,
  REVIEW_COLUMNS,
  reviewsFound,
  type FeedbackRow,
  type ReviewRow,
} from './own-feedback.ts'

const BATCH = 500

const REVIEW_HEADER = [
  'Written (UTC)',
  'Product',
  'Stars',
  'Title',
  'Review',
  'By',
  'Verified purchase',
  'Helpful votes',
  'Fit',
  'Size',
  'Response',
  'Answered (UTC)',
  'Flag reason',
]
const FEEDBACK_HEADER = [
  'Written (UTC)',
  'Category',
  'Priority',
  'Status',
  'Stars',
  'Title',
  'Feedback',
  'By',
  'Order',
  'Response',
  'Answered (UTC)',
  'Flag reason',
]

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/** Returns the file's owner and name. */
export async function describeFeedbackFile(
  { partner }: Pick<Ask, 'partner'>,
  { tab }: FeedbackFilter,
  now = new Date(),
): Promise<{ partnerId: string; fileName: string }> {
  return { partnerId: partner.id, fileName: `${tab}_${now.toISOString().slice(0, 10)}.csv` }
}

/**
 * Returns all rows that match the filter as a CSV file, newest first, a few hundred at a time. Contains only the short
 * names of shoppers, and no formulas.
 */
export async function* exportFeedback({ db, partner }: Ask, filter: FeedbackFilter): AsyncGenerator<string> {
  const isReviews = filter.tab === 'reviews'
  yield `\uFEFF${csvLines([isReviews ? REVIEW_HEADER : FEEDBACK_HEADER])}`
  let last: { id: string; createdAt: Date } | undefined
  do {
    const rows: Array<ReviewRow | FeedbackRow> = isReviews
      ? await db.$queryRaw<ReviewRow[]>`
          SELECT ${REVIEW_COLUMNS} ${reviewsFound(partner.id, filter)} ${after('r', last)} ORDER BY r.created_at DESC, r.id DESC LIMIT ${BATCH}::int`
      : await db.$queryRaw<FeedbackRow[]>`
          SELECT ${FEEDBACK_COLUMNS} ${feedbackFound(partner.id, filter)} ${after('f', last)} ORDER BY f.created_at DESC, f.id DESC LIMIT ${BATCH}::int`
    if (rows.length) yield csvLines(rows.map((row) => ('productId' in row ? reviewCells(row) : feedbackCells(row))))
    last = rows.length < BATCH ? undefined : rows.at(-1)
  } while (last)
}

const after = (row: 'r' | 'f', last: { id: string; createdAt: Date } | undefined): Prisma.Sql =>
  last
    ? Prisma.sql`AND (${Prisma.raw(`${row}.created_at, ${row}.id`)}) < (${last.createdAt}, ${last.id}::uuid)`
    : Prisma.empty

const reviewCells = (row: ReviewRow) => [
  row.createdAt.toISOString(),
  row.productName,
  row.rating,
  row.title,
  row.comment,
  shortName(row.name),
  row.verifiedPurchase ? 'yes' : 'no',
  row.helpfulVotes,
  row.fit ? FIT_NAMES[row.fit] : '',
  row.sizeBought ?? '',
  ...answerCells(row),
]

const feedbackCells = (row: FeedbackRow) => [
  row.createdAt.toISOString(),
  row.category,
  row.priority,
  row.status,
  row.rating,
  row.title,
  row.comment,
  shortName(row.name),
  row.orderId ?? '',
  ...answerCells(row),
]

/** Returns the cells about the response and the flag. Leaves out the date of a withdrawn response. */
const answerCells = ({ response, responseDate, flagReason }: ReviewRow | FeedbackRow) => [
  response ?? '',
  (response !== null && responseDate?.toISOString()) || '',
  flagReason,
]
