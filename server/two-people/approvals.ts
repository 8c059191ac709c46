import type { Prisma } from '#prisma/generated/client.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { assertMayMoveMoney } from './money-policy.ts'
import type { ApprovalAction } from './money-actions.values.ts'

/** An action that needs two administrators. */
export interface Step {
  action: ApprovalAction
  subjectId: string
  /** All partners whose money it moves. */
  partnerIds: readonly string[]
  /** The exact changes to make once two administrators agree. */
  input: Prisma.InputJsonObject
  /** A description for the second administrator. */
  summary: string
}

/**
 * Returns whether two administrators have agreed on an action that needs two. The first call stores the proposal, and
 * the caller does nothing else. When an independent administrator requests exactly the same, the caller continues. Call
 * it in the transaction of the action.
 * @throws AppError as `assertMayMoveMoney`; conflict if the viewer already proposed it, or if there is another proposal
 */
export async function agreeOn(
  tx: Prisma.TransactionClient,
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { action, subjectId, partnerIds, input, summary }: Step,
  now: Date,
): Promise<boolean> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${action} ${subjectId}`}, 0))`
  const open = await tx.approval.findFirst({ where: { action, subjectId, status: 'open' } })
  const asked = { action, by: viewer.userId, proposedBy: open?.proposedById ?? null }
  await assertMayMoveMoney(tx, { ...asked, partnerId: partnerIds }, now)
  const note = { actorId: viewer.userId, subjectId }
  if (!open) {
    const kept = {
      action,
      subjectId,
      partnerIds: [...partnerIds],
      input,
      summary,
      proposedById: viewer.userId,
      proposedAt: now,
    }
    const { id } = await tx.approval.create({ data: kept, select: { id: true } })
    await writeAudit(
      db,
      visit,
      { ...note, action: 'approval_asked', data: { approvalId: id, action, partnerIds, summary } },
      tx,
    )
    return false
  }
  if (canonical(open.input) !== canonical(input))
    throw new AppError(
      'conflict',
      `There is already another proposal. Approve or reject it on the Approvals page first: ${open.summary}`,
    )
  await tx.approval.update({
    where: { id: open.id },
    data: { status: 'approved', decidedById: viewer.userId, decidedAt: now },
  })
  const data = { approvalId: open.id, action, partnerIds, proposedById: open.proposedById, summary }
  await writeAudit(db, visit, { ...note, action: 'approval_given', data }, tx)
  return true
}

/** Closes a proposal that was settled in another way, by its proposer or by someone else. */
export async function dropApproval(
  tx: Prisma.TransactionClient,
  { action, subjectId }: { action: ApprovalAction; subjectId: string },
  by: string,
  now: Date,
): Promise<void> {
  const where = { action, subjectId, status: 'open' } as const
  const data = { decidedById: by, decidedAt: now }
  await tx.approval.updateMany({ where: { ...where, proposedById: by }, data: { ...data, status: 'withdrawn' } })
  await tx.approval.updateMany({ where, data: { ...data, status: 'rejected' } })
}

/** Returns JSON with sorted keys, because PostgreSQL changes their order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
