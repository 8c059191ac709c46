import type { Prisma } from '#prisma/generated/client.ts'
import { UNNAMED } from '#server/catalogue/product-card.ts'
import { findCards } from '#server/catalogue/find-cards.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { shortName } from '#server/platform/short-name.ts'
import { keepRefusal } from './keep-refusal.ts'
import { mayReview, getReviewable, whoMayNot } from './may-review.ts'
import { PICTURES, reviewPicturesOf } from './review-pictures.ts'

const OWN_A_PAGE = 20
const OWN_REVIEW = {
  id: true,
  productId: true,
  rating: true,
  title: true,
  comment: true,
  fit: true,
  sizeBought: true,
  customerName: true,
  verifiedPurchase: true,
  helpfulVotes: true,
  status: true,
  judgeReason: true,
  response: true,
  editedAt: true,
  createdAt: true,
  pictures: PICTURES,
} as const

type OwnAsk = Pick<SignedInAsk, 'db' | 'viewer'>

/**
 * Lists the viewer's reviews with the state of each, newest first. `card` is null for a product that is no longer
 * listed.
 */
export async function listOwnReviews({ db, viewer }: OwnAsk, { page }: { page: number }) {
  const where = { userId: viewer.userId }
  const [total, rows] = await Promise.all([
    db.productReview.count({ where }),
    // eslint-disable-next-line house/listed-products -- people may see the products that they reviewed
    db.productReview.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      skip: (page - 1) * OWN_A_PAGE,
      take: OWN_A_PAGE,
      select: { ...OWN_REVIEW, product: { select: { name: true } } },
    }),
  ])
  const cards = await findCards(
    db,
    rows.map(({ productId }) => productId),
  )
  return {
    total,
    page,
    totalPages: Math.ceil(total / OWN_A_PAGE),
    reviews: rows.map(({ product, customerName, pictures, ...review }) => ({
      ...review,
      author: shortName(customerName),
      pictures: reviewPicturesOf(pictures, shortName(customerName)),
      productName: product.name.trim() || UNNAMED,
      card: cards.get(review.productId) ?? null,
    })),
  }
}

/**
 * Returns the data of a product's review page: the product, and the viewer's review or why they may not write one.
 * @throws AppError not_found for a product that is not listed
 */
export async function getReviewState({ db, viewer }: OwnAsk, { productId }: { productId: string }, now = new Date()) {
  const { partnerId, ...product } = await getReviewable(db, productId)
  const [cards, review] = await Promise.all([
    findCards(db, [product.id]),
    db.productReview.findUnique({
      where: { productId_userId: { productId: product.id, userId: viewer.userId } },
      select: OWN_REVIEW,
    }),
  ])
  const refusal = review ? await whoMayNot(db, viewer, { ...product, partnerId }) : null
  const permission = review ? null : await mayReview(db, viewer, { ...product, partnerId }, now)
  return {
    product: { ...product, name: product.name.trim() || UNNAMED, picture: cards.get(product.id)?.pictures[0] ?? null },
    signedAs: shortName(viewer.fullName.trim()) || 'Customer',
    review: review && { ...review, pictures: reviewPicturesOf(review.pictures, shortName(review.customerName)) },
    refusal: permission && 'refusal' in permission ? permission.refusal : refusal,
    /** When a review can be written (UTC); null if waiting does not help. */
    from: permission && 'refusal' in permission ? permission.from : null,
  }
}

/**
 * Deletes the viewer's review, with its votes. The next clean-up deletes its pictures. An earlier rejection stays on
 * record.
 * @throws AppError not_found also for another person's review
 */
export async function removeReview({ db, viewer }: OwnAsk, { reviewId }: { reviewId: string }): Promise<void> {
  const isGone = isId(reviewId) && (await db.$transaction((tx) => remove(tx, viewer.userId, reviewId)))
  if (!isGone) throw new AppError('not_found', 'This review no longer exists.')
}

async function remove(tx: Prisma.TransactionClient, userId: string, reviewId: string): Promise<boolean> {
  const found = await tx.$queryRaw<unknown[]>`
    SELECT id FROM product_reviews WHERE id = ${reviewId}::uuid AND user_id = ${userId}::uuid FOR UPDATE`
  if (!found.length) return false
  await keepRefusal(tx, reviewId)
  await tx.productReview.delete({ where: { id: reviewId } })
  return true
}
