import type { Prisma } from '#prisma/generated/client.ts'
import type { Ask } from '#server/platform/ask.ts'
import { isId } from '#server/platform/ids.ts'
import { LISTED_WHERE } from '#server/platform/listed.ts'
import { shortName } from '#server/platform/short-name.ts'
import { isEditedAfterAnswer } from './edited-after-answer.ts'
import { PICTURES, reviewPicturesOf } from './review-pictures.ts'
import type { ListReviewsInput } from './reviews.schema.ts'
import { STARS, type Fit, type ReviewSort } from './reviews-values.schema.ts'

const REVIEWS_A_PAGE = 10

type Order = Prisma.ProductReviewOrderByWithRelationInput[]

const NEWEST: Order = [{ createdAt: 'desc' }, { id: 'desc' }]
const ORDERS: Readonly<Record<ReviewSort, Order>> = {
  newest: NEWEST,
  highest: [{ rating: 'desc' }, ...NEWEST],
  lowest: [{ rating: 'asc' }, ...NEWEST],
  helpful: [{ helpfulVotes: 'desc' }, ...NEWEST],
}

/**
 * Lists the approved reviews of a listed product, ten a page, with the total number, the average rating (null for none)
 * and the number for each star rating. A page number past the end gives the last page. Writers have a first name and an
 * initial.
 */
export async function listReviews(
  { db, viewer }: Pick<Ask, 'db' | 'viewer'>,
  { productId, sort, stars, page }: ListReviewsInput,
) {
  const where = { productId, status: 'approved' as const, product: LISTED_WHERE }
  const groups = isId(productId)
    ? await db.productReview.groupBy({ by: ['rating'], where, _count: true, orderBy: { rating: 'desc' } })
    : []
  const fits = groups.length
    ? await db.productReview.groupBy({ by: ['fit'], where: { ...where, fit: { not: null } }, _count: true })
    : []
  const fitCount = (fit: Fit) => fits.find((each) => each.fit === fit)?._count ?? 0
  const counts = new Map(groups.map(({ rating, _count }) => [rating, _count]))
  const count = [...counts.values()].reduce((sum, each) => sum + each, 0)
  const sum = [...counts].reduce((total, [rating, each]) => total + rating * each, 0)
  const found = stars === null ? count : (counts.get(stars) ?? 0)
  const totalPages = Math.max(1, Math.ceil(found / REVIEWS_A_PAGE))
  const shown = Math.min(page, totalPages)
  const rows = found
    ? await db.productReview.findMany({
        where: { ...where, ...(stars !== null && { rating: stars }) },
        orderBy: ORDERS[sort],
        skip: (shown - 1) * REVIEWS_A_PAGE,
        take: REVIEWS_A_PAGE,
        select: {
          id: true,
          userId: true,
          rating: true,
          title: true,
          comment: true,
          fit: true,
          sizeBought: true,
          customerName: true,
          verifiedPurchase: true,
          helpfulVotes: true,
          response: true,
          responseDate: true,
          editedAt: true,
          createdAt: true,
          pictures: PICTURES,
          votes: { where: { userId: viewer?.userId ?? NOBODY }, select: { reviewId: true } },
        },
      })
    : []
  return {
    count,
    averageRating: count ? sum / count : null,
    distribution: STARS.map((each) => ({ stars: each, count: counts.get(each) ?? 0 })),
    /** The number of answers about the fit. */
    fits: { small: fitCount('ran_small'), asExpected: fitCount('true_to_size'), large: fitCount('ran_large') },
    sort,
    stars,
    found,
    page: shown,
    totalPages,
    reviews: rows.map(({ userId, customerName, pictures, votes, ...review }) => ({
      ...review,
      author: shortName(customerName),
      isEditedAfterAnswer: isEditedAfterAnswer(review),
      pictures: reviewPicturesOf(pictures, shortName(customerName)),
      isOwn: viewer !== null && userId === viewer.userId,
      isHelpfulToViewer: votes.length > 0,
    })),
  }
}

/** An id that no user has. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
