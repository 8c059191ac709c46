import type { Prisma } from '#prisma/generated/client.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { promotionApproved, promotionRejected } from '#server/mail/promotion-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { listHomePromotions } from './home-promotions.ts'
import { PROMOTION, promotionOf } from './promotion-view.ts'
import type { JudgePromotionInput, PromotionsQuery } from './promotions.schema.ts'
import { REVIEWS } from './promotion-values.schema.ts'

const PAGE_SIZE = 12

/**
 * Lists promotions for administrators, 12 per page: pending ones oldest first, all others newest first. Each comes with
 * the one that the home page shows for its partner today; null if none.
 */
export async function listPromotionsToJudge(db: Db, { review, page }: PromotionsQuery) {
  const counted = await db.partnerMedia.groupBy({
    by: ['review'],
    where: { review: { not: null }, deletedAt: null },
    _count: true,
  })
  const counts = Object.fromEntries(
    REVIEWS.map((each) => [each, counted.find((row) => row.review === each)?._count ?? 0]),
  ) as Record<(typeof REVIEWS)[number], number>
  const totalPages = Math.max(1, Math.ceil(counts[review] / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const order = review === 'pending' ? 'asc' : 'desc'
  const rows = await db.partnerMedia.findMany({
    where: { review, deletedAt: null },
    orderBy: [{ createdAt: order }, { id: order }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    select: { ...PROMOTION, partner: { select: { id: true, businessName: true, verificationStatus: true } } },
  })
  const home = await listHomePromotions(db)
  const promotions = rows.map((row) => ({
    ...promotionOf(row),
    partner: row.partner,
    live: home.find(({ partnerId }) => partnerId === row.partner.id) ?? null,
  }))
  return { promotions, counts, page: shown, totalPages }
}

/**
 * Approves or rejects a promotion, even one with an earlier decision, and emails the partner.
 * @param within the surrounding transaction
 * @throws AppError not_found; conflict if another file has replaced it
 */
export async function judgePromotion(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { promotionId, fileKey, to, ...said }: JudgePromotionInput,
  within?: Prisma.TransactionClient,
): Promise<{ businessName: string }> {
  const reason = 'reason' in said ? said.reason : ''
  const judge = async (tx: Prisma.TransactionClient) => {
    await tx.$queryRaw`SELECT 1 FROM partner_media WHERE id = ${promotionId}::uuid FOR UPDATE`
    const found = await tx.partnerMedia.findFirst({
      where: { id: promotionId, review: { not: null }, deletedAt: null },
      select: {
        altText: true,
        fileId: true,
        videoId: true,
        review: true,
        partnerId: true,
        partner: {
          select: { businessName: true, contactPerson: true, email: true, owner: { select: { email: true } } },
        },
      },
    })
    if (!found) throw new AppError('not_found', 'There is no such promotion any more.')
    if ((found.fileId ?? found.videoId) !== fileKey)
      throw new AppError('conflict', 'The partner has replaced the file since. Please look at the new one.')
    const { partner, review: from } = found
    if (from === to) return { businessName: partner.businessName }
    await tx.partnerMedia.update({
      where: { id: promotionId },
      data: { review: to, reviewReason: reason, reviewedAt: new Date(), reviewedById: viewer.userId },
    })
    const about = {
      siteUrl: visit.siteUrl,
      name: partner.contactPerson,
      businessName: partner.businessName,
      what: found.altText,
    }
    const mail = to === 'approved' ? promotionApproved(about) : promotionRejected({ ...about, promotionId, reason })
    await queueMail(tx, { to: partner.owner?.email ?? partner.email, ...mail })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: `promotion_${to}`,
        subjectId: found.partnerId,
        data: { promotionId, ...changedFields({ review: from }, { review: to }), ...(reason && { reason }) },
      },
      tx,
    )
    return { businessName: partner.businessName }
  }
  return within ? judge(within) : db.$transaction(judge)
}
