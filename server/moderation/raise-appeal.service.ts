import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import type { DecisionInput, RaiseAppealInput } from './appeals.schema.ts'
import { findDecision, mayAppeal } from './decisions.ts'

type Asking = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

const NOT_FOUND = 'There is no decision to appeal. It may have been reversed.'

/**
 * Returns a decision that the viewer may appeal, and the appeal so far. Times are UTC.
 * @throws AppError not_found without such a decision, also for another person's decision
 */
export async function getDecision({ db, viewer }: Pick<Asking, 'db' | 'viewer'>, { kind, subjectId }: DecisionInput) {
  const decision = await findDecision(db, kind, subjectId)
  if (!decision || !mayAppeal(viewer, decision)) throw new AppError('not_found', NOT_FOUND)
  const { subject, at, reason, picture, words } = decision
  const appeal = await db.appeal.findUnique({
    where: { kind_subjectId_decisionAt: { kind, subjectId, decisionAt: at } },
    select: { words: true, raisedAt: true, decidedAt: true, outcome: true, reason: true },
  })
  return { kind, subjectId, subject, at, reason, picture, words, appeal }
}

/**
 * Appeals a decision, once. An administrator reviews it again.
 * @throws AppError not_found, also for another person's decision; conflict if there is a newer decision or an earlier
 *   appeal
 */
export async function raiseAppeal(
  { db, visit, viewer }: Asking,
  { kind, subjectId, decisionAt, words }: RaiseAppealInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const decision = await findDecision(tx, kind, subjectId)
    if (!decision || !mayAppeal(viewer, decision)) throw new AppError('not_found', NOT_FOUND)
    if (decision.at.toISOString() !== decisionAt)
      throw new AppError('conflict', 'We have made a new decision. Please read it first.')
    const { subject, at, byId, reason, partnerId } = decision
    const { count } = await tx.appeal.createMany({
      data: {
        kind,
        subjectId,
        decisionAt: at,
        decisionById: byId,
        decisionReason: reason,
        subject,
        partnerId,
        userId: viewer.userId,
        words,
      },
      skipDuplicates: true,
    })
    if (!count) throw new AppError('conflict', 'This decision has already been appealed. You can only appeal once.')
    const data = { kind, subjectId, ...(partnerId && { partnerId }) }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'appeal_raised', subjectId, data }, tx)
  })
}
