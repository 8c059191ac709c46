import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { reviewApproved, reviewFlagAnswered, reviewRejected } from '#server/mail/review-mails.ts'
import { reviewPublished } from '#server/mail/store-mails.ts'
import { recordEvent } from '#server/outgoing-webhooks/record-event.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { shortName } from '#server/platform/short-name.ts'
import type { JudgeReviewInput } from './review-queue.schema.ts'
import { answerStore, tellStore } from './tell-store.ts'

/** The states of a partner that gets emails about its reviews. */
const HEARS: ReadonlySet<string> = new Set(['pending', 'approved'])

/**
 * Approves or rejects a review, or marks it as spam, even after an earlier decision. Also answers its partner's flag.
 * Emails the writer about an approval or rejection, the store about a published review, and the store's owner about the
 * flag.
 * @param judged.revision and `judgedAt`: the version that the administrator saw
 * @param within the surrounding transaction
 * @returns whether its writer was emailed
 * @throws AppError not_found; conflict if the writer has changed it or another administrator has decided since
 */
export async function judgeReview(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { reviewId, revision, judgedAt, to, ...said }: JudgeReviewInput,
  within?: Prisma.TransactionClient,
): Promise<{ isWriterEmailed: boolean }> {
  const reason = 'reason' in said ? said.reason : ''
  const judge = async (tx: Prisma.TransactionClient) => {
    await tx.$queryRaw`SELECT 1 FROM product_reviews WHERE id = ${reviewId}::uuid FOR UPDATE`
    // eslint-disable-next-line house/listed-products -- administrators also judge reviews of unlisted products
    const found = await tx.productReview.findUnique({
      where: { id: reviewId },
      include: {
        product: {
          select: {
            name: true,
            status: true,
            takenDownAt: true,
            partner: { select: { businessName: true, verificationStatus: true, isPaused: true } },
          },
        },
        user: { include: { profile: { select: { fullName: true } } } },
      },
    })
    if (!found) throw new AppError('not_found', 'This review no longer exists.')
    const { status: from, product, user, partnerId } = found
    if (found.revision !== revision)
      throw new AppError('conflict', 'The author has edited this review. Please check the new version.')
    if (from === to && found.flaggedAt === null) return { isWriterEmailed: false }
    if ((found.judgedAt?.toISOString() ?? '') !== judgedAt)
      throw new AppError('conflict', 'Another administrator has already decided on this review. Please check it again.')
    const judged = new Date()
    await tx.productReview.update({
      where: { id: reviewId },
      data: {
        status: to,
        judgeReason: reason,
        judgedAt: judged,
        judgedById: viewer.userId,
        flaggedAt: null,
        flagReason: '',
        // The partner may appeal once, but not flag it again.
        flagRefusedAt: found.flaggedAt && to === 'approved' ? judged : null,
        formerRating: null,
        formerTitle: '',
        formerComment: '',
      },
    })
    // Removes spam pictures. The next clean-up deletes the unused files.
    if (to === 'spam') await tx.reviewPicture.deleteMany({ where: { reviewId } })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: `review_${to}`,
        subjectId: reviewId,
        data: {
          partnerId,
          productId: found.productId,
          revision,
          from,
          ...changedFields({ status: from }, { status: to }),
          ...(reason && { reason }),
          ...(found.flaggedAt && { flagged: found.flagReason }),
        },
      },
      tx,
    )
    const { siteUrl } = visit
    const { partner } = product
    const isListed =
      product.status === 'active' &&
      !product.takenDownAt &&
      partner.verificationStatus === 'approved' &&
      !partner.isPaused
    const isShownNow = to === 'approved' && from !== 'approved'
    if (isShownNow) {
      const { id, rating, productId } = found
      const event = { id, kind: 'review', rating, category: null, productId } as const
      await recordEvent(
        tx,
        partnerId,
        'feedback.received',
        () => ({ ...event, receivedAt: judged.toISOString() }),
        judged,
      )
    }
    if (found.flaggedAt)
      await answerStore(tx, partnerId, (manager) =>
        reviewFlagAnswered({ siteUrl, ...manager, product: product.name, reviewId, isKept: to === 'approved' }),
      )
    else if (isShownNow && HEARS.has(partner.verificationStatus))
      await tellStore(db, tx, partnerId, `New review of ${product.name}`, (recipient) =>
        reviewPublished({
          siteUrl,
          ...recipient,
          businessName: partner.businessName,
          product: product.name,
          writer: shortName(found.customerName),
          rating: found.rating,
          title: found.title,
          comment: found.comment,
          isChanged: found.revision > 1,
        }),
      )
    // Sends no email about spam, so that spammers get no response.
    if (from === to || to === 'spam' || !user?.emailVerifiedAt || user.deletionRequestedAt)
      return { isWriterEmailed: false }
    const about = {
      siteUrl,
      name: user.profile?.fullName ?? '',
      product: product.name,
      link: isListed ? `/product/${found.productId}?tab=reviews` : null,
    }
    const mail =
      to === 'approved'
        ? reviewApproved(about)
        : reviewRejected({ ...about, reviewId, wasShown: from === 'approved', reason })
    await queueMail(tx, { to: user.email, ...mail })
    return { isWriterEmailed: true }
  }
  return within ? judge(within) : db.$transaction(judge)
}
