import { countAttempt } from '#server/auth/attempt-limits.ts'
import { LISTED_WHERE } from '#server/platform/listed.ts'
import { belongsToStore } from './may-review.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'

/**
 * Records that the viewer finds a published review helpful, or takes the vote back. Counts once per account: repeating
 * it changes nothing.
 * @returns the number of helpful votes now
 * @throws AppError not_found; forbidden for your own review and for the store's own people; too_many
 */
export async function voteReview(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { reviewId, isHelpful }: { reviewId: string; isHelpful: boolean },
): Promise<{ helpfulVotes: number }> {
  const review = isId(reviewId)
    ? await db.productReview.findFirst({
        where: { id: reviewId, status: 'approved', product: LISTED_WHERE },
        select: { userId: true, partnerId: true },
      })
    : null
  if (!review) throw new AppError('not_found', 'This review no longer exists.')
  if (review.userId === viewer.userId) throw new AppError('forbidden', 'You cannot vote on your own review.')
  if (await belongsToStore(db, viewer, review.partnerId))
    throw new AppError(
      'forbidden',
      'You are on the team of the store that sells this product, so you cannot vote on its reviews.',
    )
  await countAttempt('vote', visit, viewer.userId)
  const vote = { reviewId, userId: viewer.userId }
  return db.$transaction(async (tx) => {
    const { count } = isHelpful
      ? await tx.reviewVote.createMany({ data: vote, skipDuplicates: true })
      : await tx.reviewVote.deleteMany({ where: vote })
    if (!count) return tx.productReview.findUniqueOrThrow({ where: { id: reviewId }, select: { helpfulVotes: true } })
    return tx.productReview.update({
      where: { id: reviewId },
      data: { helpfulVotes: { increment: isHelpful ? count : -count } },
      select: { helpfulVotes: true },
    })
  })
}
