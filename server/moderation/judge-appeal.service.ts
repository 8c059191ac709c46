import type { Prisma } from '#prisma/generated/client.ts'
import { judgeReview } from '#server/feedback/judge-review.service.ts'
import { answerStore } from '#server/feedback/tell-store.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { appealAnswered } from '#server/mail/moderation-mails.ts'
import { judgePartner } from '#server/partners/judge-partner.service.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { cleanText } from '#server/platform/clean-text.ts'
import { AppError } from '#server/platform/errors.ts'
import { judgePromotion } from '#server/storefront/judge-promotion.service.ts'
import { restorePicture } from '#server/storefront/store-pictures.service.ts'
import type { JudgeAppealInput } from './appeals.schema.ts'
import { findDecision, type Decision } from './decisions.ts'
import { judgeProduct } from './judge-product.service.ts'

type Asking = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

/**
 * Answers an appeal. The decision is either upheld or reversed, in one transaction. The person who appealed gets an
 * email. If the subject is gone or there has been a newer decision, the appeal lapses: nothing changes and no email is
 * sent.
 * @throws AppError not_found; conflict if another administrator has answered it, if its subject has changed since the
 *   page was opened, or if the reversal is no longer possible
 */
export async function judgeAppeal(
  ask: Asking,
  { appealId, seen, outcome, reason }: JudgeAppealInput,
): Promise<{ outcome: 'upheld' | 'overturned' | 'lapsed' }> {
  const { db, visit, viewer } = ask
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM appeals WHERE id = ${appealId}::uuid FOR UPDATE`
    const appeal = await tx.appeal.findUnique({ where: { id: appealId }, include: { user: { select: APPELLANT } } })
    if (!appeal) throw new AppError('not_found', 'This appeal no longer exists.')
    if (appeal.decidedAt)
      throw new AppError('conflict', 'Another administrator has already answered this appeal. Nothing was changed.')
    const { kind, subjectId, decisionAt, partnerId, subject, user } = appeal
    await LOCK[kind](tx, subjectId)
    const decision = await findDecision(tx, kind, subjectId)
    const stands = decision?.at.getTime() === decisionAt.getTime()
    const result = stands ? outcome : 'lapsed'
    if (result === 'overturned' && decision && decision.seen !== seen)
      throw new AppError(
        'conflict',
        'The item in this appeal has changed since you opened this page. Check the current version and answer again.',
      )
    await tx.appeal.update({
      where: { id: appealId },
      data: { decidedAt: new Date(), decidedById: viewer.userId, outcome: result, reason },
    })
    if (decision && result === 'overturned') await REVERSE[kind](ask, tx, decision, reason)
    if (result !== 'lapsed') {
      const about = { siteUrl: visit.siteUrl, subject, isOverturned: result === 'overturned', reason }
      if (user && !user.deletionRequestedAt)
        await queueMail(tx, { to: user.email, ...appealAnswered({ ...about, name: user.profile?.fullName ?? '' }) })
      else if (partnerId) await answerStore(tx, partnerId, ({ name }) => appealAnswered({ ...about, name }))
    }
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: `appeal_${result}`,
        subjectId,
        data: { appealId, kind, ...(partnerId && { partnerId }), reason, before: 'waiting', after: result },
      },
      tx,
    )
    return { outcome: result }
  })
}

const APPELLANT = { email: true, deletionRequestedAt: true, profile: { select: { fullName: true } } } as const

/** Locks the subject against changes. */
const LOCK: Readonly<Record<Decision['kind'], (tx: Prisma.TransactionClient, id: string) => Promise<unknown>>> = {
  promotion: (tx, id) => tx.$queryRaw`SELECT 1 FROM partner_media WHERE id = ${id}::uuid FOR UPDATE`,
  picture: (tx, id) => tx.$queryRaw`SELECT 1 FROM partner_media WHERE id = ${id}::uuid FOR UPDATE`,
  // eslint-disable-next-line house/listed-products -- the product was taken down
  product: (tx, id) => tx.$queryRaw`SELECT 1 FROM products WHERE id = ${id}::uuid FOR UPDATE`,
  partner: (tx, id) => tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${id}::uuid FOR UPDATE`,
  review: (tx, id) => tx.$queryRaw`SELECT 1 FROM product_reviews WHERE id = ${id}::uuid FOR UPDATE`,
  review_flag: (tx, id) => tx.$queryRaw`SELECT 1 FROM product_reviews WHERE id = ${id}::uuid FOR UPDATE`,
}

type Reverse = (ask: Asking, tx: Prisma.TransactionClient, decision: Decision, reason: string) => Promise<unknown>

/** Reverses each kind of decision, with the same emails as if an administrator had decided without an appeal. */
const REVERSE: Readonly<Record<Decision['kind'], Reverse>> = {
  promotion: async (ask, tx, { subjectId }) => {
    const { fileId, videoId } = await tx.partnerMedia.findUniqueOrThrow({ where: { id: subjectId } })
    await judgePromotion(ask, { promotionId: subjectId, fileKey: fileId ?? videoId ?? '', to: 'approved' }, tx)
  },
  picture: (ask, tx, { subjectId }) => restorePicture(ask, subjectId, tx),
  product: async (ask, tx, { subjectId }) => {
    // eslint-disable-next-line house/listed-products -- the product was taken down
    const { revision } = await tx.product.findUniqueOrThrow({ where: { id: subjectId }, select: { revision: true } })
    await judgeProduct(ask, { productId: subjectId, revision, seenTo: '', to: 'restored' }, tx)
  },
  partner: async (ask, tx, { subjectId }) => {
    const partner = await tx.partner.findUniqueOrThrow({ where: { id: subjectId } })
    const { verificationStatus: from } = partner
    const [businessName, websiteUrl] = [partner.businessName, partner.websiteUrl ?? ''].map(cleanText) as [
      string,
      string,
    ]
    await judgePartner(ask, { partnerId: subjectId, from, to: 'approved', businessName, websiteUrl }, tx)
  },
  review: async (ask, tx, { subjectId }) => judgeReview(ask, { ...(await looked(tx, subjectId)), to: 'approved' }, tx),
  review_flag: async (ask, tx, { subjectId }, reason) =>
    judgeReview(ask, { ...(await looked(tx, subjectId)), to: 'rejected', reason }, tx),
}

/** Returns the review's current version. The appeal is known to be against its latest decision. */
async function looked(tx: Prisma.TransactionClient, reviewId: string) {
  const { revision, judgedAt } = await tx.productReview.findUniqueOrThrow({ where: { id: reviewId } })
  return { reviewId, revision, judgedAt: judgedAt?.toISOString() ?? '' }
}
