import { Prisma } from '#prisma/generated/client.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import { shortName } from '#server/platform/short-name.ts'
import { REVIEW_STATES, type ReviewQueueQuery } from './review-queue.schema.ts'
import { findSuspicions } from './suspicion.ts'

const PAGE_SIZE = 12
/** Maximum count per state. The page shows no higher number. */
const MAX_COUNTED = 10_000

const FLAGGED = Prisma.sql`
  SELECT id, flagged_at FROM product_reviews WHERE flagged_at IS NOT NULL
  UNION ALL SELECT id, flagged_at FROM partner_feedback WHERE flagged_at IS NOT NULL`

type Counts = Record<(typeof REVIEW_STATES)[number], number>

const FILE = { select: { sha256: true, width: true, height: true, colour: true } } as const
const PARTNER = { id: true, businessName: true, verificationStatus: true, isPaused: true } as const
/** Administrators see what partners see about a shopper, and the account's age and number of reviews. */
const WRITER = { createdAt: true, deletionRequestedAt: true, _count: { select: { reviews: true } } } as const
const REVIEW = {
  id: true,
  revision: true,
  rating: true,
  title: true,
  comment: true,
  customerName: true,
  status: true,
  verifiedPurchase: true,
  judgedAt: true,
  judgeReason: true,
  response: true,
  flaggedAt: true,
  flagReason: true,
  partnerId: true,
  editedAt: true,
  createdAt: true,
  fit: true,
  sizeBought: true,
  formerRating: true,
  formerTitle: true,
  formerComment: true,
  user: { select: WRITER },
  pictures: { orderBy: { place: 'asc' }, take: 3, select: { file: FILE } },
  product: {
    select: {
      id: true,
      name: true,
      status: true,
      takenDownAt: true,
      images: { orderBy: [{ isPrimary: 'desc' }, { position: 'asc' }], take: 1, select: { alt: true, file: FILE } },
      partner: { select: PARTNER },
    },
  },
} as const satisfies Prisma.ProductReviewSelect
const FEEDBACK = {
  id: true,
  rating: true,
  category: true,
  title: true,
  comment: true,
  orderId: true,
  customerName: true,
  status: true,
  priority: true,
  response: true,
  flaggedAt: true,
  flagReason: true,
  createdAt: true,
  user: { select: WRITER },
  partner: { select: PARTNER },
} as const satisfies Prisma.PartnerFeedbackSelect

/**
 * Lists reviews for administrators, 12 per page, with their suspicions: pending ones oldest first, all others newest
 * first. 'flagged' lists partners' flags, oldest first: reviews, and shoppers' feedback to stores.
 */
export async function listReviewsToJudge(db: Db, { state, page }: ReviewQueueQuery) {
  const counts = await countReviews(db)
  const totalPages = Math.max(1, Math.ceil(counts[state] / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const part = { take: PAGE_SIZE, skip: (shown - 1) * PAGE_SIZE }
  if (state === 'flagged') return { ...(await getFlagged(db, part)), counts, page: shown, totalPages }
  const order = state === 'pending' ? 'asc' : 'desc'
  const rows = await db.productReview.findMany({
    where: { status: state },
    orderBy: [{ createdAt: order }, { id: order }],
    ...part,
    select: REVIEW,
  })
  return { items: await reviewsOf(db, rows), counts, page: shown, totalPages }
}

async function countReviews(db: Db): Promise<Counts> {
  const rows = await db.$queryRaw<Array<{ state: keyof Counts; n: number }>>`
    SELECT state.status::text AS state, counted.n FROM unnest(enum_range(NULL::review_status)) AS state(status) CROSS JOIN LATERAL (
      SELECT count(*)::int AS n FROM (SELECT 1 FROM product_reviews r WHERE r.status = state.status LIMIT ${MAX_COUNTED}::int) rows
    ) counted
    UNION ALL SELECT 'flagged', count(*)::int FROM (${FLAGGED} LIMIT ${MAX_COUNTED}::int) flagged`
  const counts = new Map(rows.map(({ state, n }) => [state, n]))
  return Object.fromEntries(REVIEW_STATES.map((state) => [state, counts.get(state) ?? 0])) as Counts
}

async function getFlagged(db: Db, { take, skip }: { take: number; skip: number }) {
  const places = await db.$queryRaw<Array<{ id: string }>>`
    SELECT id FROM (${FLAGGED}) flagged ORDER BY flagged_at, id LIMIT ${take}::int OFFSET ${skip}::int`
  const where = { id: { in: places.map(({ id }) => id) } }
  const reviews = await reviewsOf(db, await db.productReview.findMany({ where, select: REVIEW }))
  const feedback = await db.partnerFeedback.findMany({ where, select: FEEDBACK })
  const byId = new Map<string, QueuedReview | QueuedFeedback>([
    ...reviews.map((each) => [each.id, each] as const),
    ...feedback.map((each) => [each.id, feedbackOf(each)] as const),
  ])
  return { items: places.flatMap(({ id }) => byId.get(id) ?? []) }
}

type QueuedReview = Awaited<ReturnType<typeof reviewsOf>>[number]
type QueuedFeedback = ReturnType<typeof feedbackOf>

async function reviewsOf(db: Db, rows: Array<Prisma.ProductReviewGetPayload<{ select: typeof REVIEW }>>) {
  const suspicions = await findSuspicions(db, rows)
  return rows.map(({ product, pictures, user, customerName, partnerId: _, ...review }) => {
    const { partner, images, status, takenDownAt, ...named } = product
    const [image] = images
    return {
      kind: 'review' as const,
      ...review,
      partner,
      product: {
        ...named,
        isListed: status === 'active' && !takenDownAt && partner.verificationStatus === 'approved' && !partner.isPaused,
        picture: image?.file ? pictureOf(image.file, image.alt) : null,
      },
      pictures: pictures.map(({ file }) => pictureOf(file, '')),
      writer: writerOf(customerName, user),
      suspicions: suspicions.get(review.id) ?? [],
    }
  })
}

const feedbackOf = ({
  user,
  customerName,
  ...feedback
}: Prisma.PartnerFeedbackGetPayload<{ select: typeof FEEDBACK }>) => ({
  kind: 'feedback' as const,
  ...feedback,
  writer: writerOf(customerName, user),
})

type File = Prisma.MediaFileGetPayload<typeof FILE>

const pictureOf = ({ sha256, ...file }: File, alt: string): Picture => ({ name: mediaName(sha256), ...file, alt })

type Writer = Prisma.UserGetPayload<{ select: typeof WRITER }>

/** Returns the writer's name. For a deleted account, returns the name stored with the review. */
const writerOf = (name: string, user: Writer | null) => ({
  name: shortName(name),
  account: user && { since: user.createdAt, reviews: user._count.reviews, isClosed: user.deletionRequestedAt !== null },
})
