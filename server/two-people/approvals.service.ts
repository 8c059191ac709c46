import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import type { ApprovalInput, ApprovalsQuery } from './approvals.schema.ts'
import type { ApprovalAction } from './money-actions.values.ts'
import { assertMayMoveMoney, describeDeciding } from './money-policy.ts'

const PAGE_SIZE = 25
const GONE = 'an administrator who has left'

/** Lists open proposals, oldest first, or decided ones, latest first; 25 a page. Times are UTC. */
export async function listApprovals(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  { state, page }: ApprovalsQuery,
  now = new Date(),
) {
  const open = await db.approval.count({ where: { status: 'open' } })
  const decided = await db.approval.count({ where: { status: { not: 'open' } } })
  const counts = { open, decided }
  const totalPages = Math.max(1, Math.ceil(counts[state] / PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const rows = await db.approval.findMany({
    where: { status: state === 'open' ? 'open' : { not: 'open' } },
    orderBy: state === 'open' ? [{ proposedAt: 'asc' }, { id: 'asc' }] : [{ decidedAt: 'desc' }, { id: 'desc' }],
    take: PAGE_SIZE,
    skip: (shown - 1) * PAGE_SIZE,
    omit: { input: true },
  })
  const users = await db.user.findMany({
    where: { id: { in: rows.flatMap(({ proposedById, decidedById }) => [proposedById, decidedById ?? []].flat()) } },
    select: { id: true, email: true },
  })
  const emailOf = (id: string) => users.find((user) => user.id === id)?.email ?? GONE
  const partners = await db.partner.findMany({
    where: { id: { in: rows.flatMap(({ partnerIds }) => (partnerIds.length === 1 ? partnerIds : [])) } },
    select: { id: true, businessName: true },
  })
  const proposals = rows.map(({ proposedById, partnerIds }) => ({ proposedById, partnerId: partnerIds }))
  const deciding = await describeDeciding(db, viewer.userId, state === 'open' ? proposals : [], now)
  const items = rows.map(({ proposedById, decidedById, partnerIds, action, ...row }, index) => ({
    ...row,
    action: action as ApprovalAction,
    /** Null if there is no partner, or several, which the summary names. */
    partner: partnerIds.length === 1 ? (partners.find(({ id }) => id === partnerIds[0]) ?? null) : null,
    proposedBy: emailOf(proposedById),
    decidedBy: decidedById && emailOf(decidedById),
    isOwn: proposedById === viewer.userId,
    deciding: deciding[index] ?? null,
  }))
  return { items, counts, page: shown, totalPages }
}

/** Rejects another administrator's proposal. Nothing else changes. @throws AppError not_found; conflict; as `assertMayMoveMoney` */
export const rejectApproval = (ask: Ask, input: ApprovalInput, now = new Date()) => close(ask, input, 'rejected', now)

/** Withdraws the viewer's own proposal. @throws AppError not_found; forbidden for another's; conflict */
export const withdrawApproval = (ask: Ask, input: ApprovalInput, now = new Date()) =>
  close(ask, input, 'withdrawn', now)

type Ask = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

async function close(
  { db, visit, viewer }: Ask,
  { approvalId }: ApprovalInput,
  status: 'rejected' | 'withdrawn',
  now: Date,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const known = await tx.approval.findUnique({ where: { id: approvalId } })
    if (!known) throw new AppError('not_found', 'This proposal does not exist.')
    const { action, subjectId, partnerIds, summary, proposedById } = known
    const isOwn = proposedById === viewer.userId
    if (isOwn !== (status === 'withdrawn'))
      throw new AppError(
        'forbidden',
        isOwn ? 'You proposed this. Withdraw it instead.' : 'Only the person who proposed this can withdraw it.',
      )
    const asked = { action: action as ApprovalAction, by: viewer.userId, partnerId: partnerIds }
    if (!isOwn) await assertMayMoveMoney(tx, asked, now)
    const { count } = await tx.approval.updateMany({
      where: { id: approvalId, status: 'open', proposedById: isOwn ? viewer.userId : { not: viewer.userId } },
      data: { status, decidedById: viewer.userId, decidedAt: now },
    })
    if (!count) throw new AppError('conflict', 'Someone has already decided on this proposal. Nothing was changed.')
    const data = { approvalId, action, partnerIds, summary }
    await writeAudit(db, visit, { actorId: viewer.userId, action: `approval_${status}`, subjectId, data }, tx)
  })
}
