import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import type { FeedbackItemInput, FlagInput } from './customer-feedback.schema.ts'
import { notThere } from './list-feedback.service.ts'

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/**
 * Asks an administrator to check a review or feedback, which stays unchanged until then. Flagging again only changes
 * the reason.
 * @throws AppError not_found; conflict for a review that an administrator has kept, since the partner can only appeal
 * once
 */
export async function flag({ db, partner }: Ask, { kind, id, reason }: FlagInput, now = new Date()): Promise<void> {
  const where = { id, partnerId: partner.id }
  if (kind === 'review' && (await db.productReview.count({ where: { ...where, flagRefusedAt: { not: null } } })))
    throw new AppError(
      'conflict',
      'We checked this review and kept it. If you think we are wrong, you can appeal once.',
    )
  const counts =
    kind === 'review'
      ? await db.$transaction([
          db.productReview.updateMany({
            where: { ...where, status: 'approved', flaggedAt: null },
            data: { flaggedAt: now },
          }),
          db.productReview.updateMany({ where: { ...where, status: 'approved' }, data: { flagReason: reason } }),
        ])
      : await db.$transaction([
          db.partnerFeedback.updateMany({ where: { ...where, flaggedAt: null }, data: { flaggedAt: now } }),
          db.partnerFeedback.updateMany({ where: where, data: { flagReason: reason } }),
        ])
  if (!counts[1].count) throw new AppError('not_found', notThere(kind))
}

/** Withdraws a flag. Repeating it changes nothing. @throws AppError not_found */
export async function unflag({ db, partner }: Ask, { kind, id }: FeedbackItemInput): Promise<void> {
  const where = { id, partnerId: partner.id }
  const data = { flaggedAt: null, flagReason: '' }
  const { count } =
    kind === 'review'
      ? await db.productReview.updateMany({ where: { ...where, status: 'approved' }, data })
      : await db.partnerFeedback.updateMany({ where: where, data })
  if (!count) throw new AppError('not_found', notThere(kind))
}
