import type { Prisma } from '#prisma/generated/client.ts'
import { countAttempt } from '#server/auth/attempt-limits.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { keepRefusal } from './keep-refusal.ts'
import { mayReview, getReviewable, whoMayNot } from './may-review.ts'
import { keepPictures, type PictureChanges } from './review-pictures.ts'
import type { WriteReviewInput } from './reviews.schema.ts'
import { boughtBy } from './verified-purchase.ts'

/** For accounts without a name. */
const NAMELESS = 'Customer'

/**
 * Writes or changes the viewer's review of a product: one per account and product. New and changed reviews wait for an
 * administrator; a review that is sent again unchanged stays as it is. Checks again whether a sale verifies it.
 * @returns 'unchanged' if the same review was sent twice
 * @throws AppError not_found: no such listed product; forbidden, with the reason why the viewer may not; too_many;
 * bad_input at the field of a picture; conflict: written in two tabs at once
 */
export async function writeReview(
  { db, visit, viewer, dataDir }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer' | 'dataDir'>,
  input: WriteReviewInput,
  now = new Date(),
): Promise<{ outcome: 'written' | 'changed' | 'unchanged' }> {
  const product = await getReviewable(db, input.productId)
  const where = { productId_userId: { productId: product.id, userId: viewer.userId } }
  const written = await db.productReview.findUnique({ where, select: { clickId: true } })
  const permission = written ? await mayChange() : await mayReview(db, viewer, product, now)
  if ('refusal' in permission) throw new AppError('forbidden', permission.refusal)
  await countAttempt('review', visit, viewer.userId)
  const pictures = await keepPictures({ db, dataDir, visit, viewer }, input)
  const { rating, title, comment } = input
  const fit = input.fit || null
  const sizeBought = input.sizeBought || null
  const said = { rating, title, comment, fit, sizeBought, customerName: viewer.fullName.trim() || NAMELESS }

  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT FROM product_reviews WHERE product_id = ${product.id}::uuid AND user_id = ${viewer.userId}::uuid FOR UPDATE`
    const before = await tx.productReview.findUnique({
      where,
      select: {
        id: true,
        status: true,
        rating: true,
        title: true,
        comment: true,
        fit: true,
        sizeBought: true,
        pictures: { select: { place: true, fileId: true } },
      },
    })
    if (!before) {
      if (written)
        throw new AppError('conflict', 'You have just deleted this review. Send it again to write a new one.')
      const id = newId()
      const { count } = await tx.productReview.createMany({
        data: {
          id,
          ...said,
          productId: product.id,
          partnerId: product.partnerId,
          userId: viewer.userId,
          customerEmail: viewer.email,
          clickId: permission.clickId,
          createdAt: now,
        },
        skipDuplicates: true,
      })
      if (!count)
        throw new AppError(
          'conflict',
          'You have already written this review in another tab. Reload the page to edit it.',
        )
      await putPictures(tx, id, pictures)
      await verify(tx, id)
      return { outcome: 'written' }
    }
    if (before.status === 'spam')
      throw new AppError(
        'forbidden',
        'We classified this review as advertising, so you cannot edit it. Contact us if this is wrong.',
      )
    const known = new Map(before.pictures.map(({ place, fileId }) => [place, fileId]))
    const hasOtherPictures = [...pictures].some(([place, fileId]) => (known.get(place) ?? null) !== fileId)
    const isOther =
      before.rating !== rating ||
      before.title !== title ||
      before.comment !== comment ||
      before.fit !== fit ||
      before.sizeBought !== sizeBought
    if (!isOther && !hasOtherPictures) return { outcome: 'unchanged' }
    await keepRefusal(tx, before.id)
    await tx.productReview.update({
      where: { id: before.id },
      data: {
        ...said,
        customerEmail: viewer.email,
        revision: { increment: 1 },
        editedAt: now,
        status: 'pending',
        judgedAt: null,
        judgedById: null,
        judgeReason: '',
        flagRefusedAt: null,
        ...(before.status === 'approved' && {
          formerRating: before.rating,
          formerTitle: before.title,
          formerComment: before.comment,
        }),
      },
    })
    await putPictures(tx, before.id, pictures)
    await verify(tx, before.id)
    return { outcome: 'changed' }
  })

  async function mayChange(): Promise<{ refusal: string } | { clickId: string | null }> {
    const refusal = await whoMayNot(db, viewer, product)
    return refusal ? { refusal } : { clickId: written?.clickId ?? null }
  }
}

async function putPictures(tx: Prisma.TransactionClient, reviewId: string, changes: PictureChanges): Promise<void> {
  if (!changes.size) return
  await tx.reviewPicture.deleteMany({ where: { reviewId, place: { in: [...changes.keys()] } } })
  await tx.reviewPicture.createMany({
    data: [...changes].flatMap(([place, fileId]) => (fileId ? [{ reviewId, place, fileId }] : [])),
  })
}

const verify = (tx: Prisma.TransactionClient, id: string) =>
  tx.$executeRaw`UPDATE product_reviews r SET verified_purchase = ${boughtBy('r.user_id', 'r.product_id')} WHERE id = ${id}::uuid`
