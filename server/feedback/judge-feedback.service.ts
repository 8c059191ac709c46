import { feedbackFlagAnswered } from '#server/mail/review-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import type { JudgeFeedbackInput } from './review-queue.schema.ts'
import { answerStore } from './tell-store.ts'

/**
 * Decides on a partner's flag of a shopper's message: closes the message, or keeps it open for an answer. The partner
 * gets an email.
 * @throws AppError not_found; conflict if it is not flagged any more
 */
export async function judgeFeedback(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { feedbackId, to }: JudgeFeedbackInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM partner_feedback WHERE id = ${feedbackId}::uuid FOR UPDATE`
    const found = await tx.partnerFeedback.findUnique({ where: { id: feedbackId } })
    if (!found) throw new AppError('not_found', 'This message no longer exists.')
    if (!found.flaggedAt) throw new AppError('conflict', 'Another administrator has already reviewed this message.')
    const { partnerId, flagReason, title } = found
    const isClosed = to === 'closed'
    await tx.partnerFeedback.update({
      where: { id: feedbackId },
      data: {
        flaggedAt: null,
        flagReason: '',
        ...(isClosed && { status: 'closed', resolvedAt: new Date(), resolvedBy: viewer.userId }),
      },
    })
    await answerStore(tx, partnerId, (manager) =>
      feedbackFlagAnswered({ siteUrl: visit.siteUrl, ...manager, title, isClosed }),
    )
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: `feedback_${to}`,
        subjectId: feedbackId,
        data: { partnerId, flagReason, ...(isClosed && changedFields({ status: found.status }, { status: 'closed' })) },
      },
      tx,
    )
  })
}
