import type { Adjustment, Prisma } from '#prisma/generated/client.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import { adjustmentMade, adjustmentRejected } from '#server/mail/money-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { billedParty } from '../invoices/billed-party.ts'
import { appendEntries, OF_NO_PLAN } from '../ledger/append-entries.ts'
import { inTurn } from '../record-order.ts'
import { reportSale } from '../report-sale.ts'
import type { AdjustmentInput, RejectInput } from './adjustments.schema.ts'
import { refuseTooMuch } from './bounds.ts'

type Ask = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

/**
 * Approves an adjustment that another administrator proposed. The entry is added to the ledger once and goes on the
 * next invoice. The partner gets an email.
 * @throws AppError not_found; forbidden for your own proposal, and as `assertMayMoveMoney`; conflict if another
 * administrator was faster or the proposer is no longer eligible; bad_input if it takes away more than is now owed
 */
export const approveAdjustment = (ask: Ask, { adjustmentId }: AdjustmentInput, now = new Date()): Promise<void> =>
  decide(ask, adjustmentId, { status: 'approved', decision: '' }, now, async (tx, { conversionId, ...adjustment }) => {
    const { partnerId, kind, amountMinor, currency, reason, proposedById: proposedBy } = adjustment
    await assertMayMoveMoney(tx, { action: 'adjustment', by: ask.viewer.userId, proposedBy, partnerId }, now)
    await refuseTooMuch(tx, { partnerId, conversionId, kind, amountMinor, currency })
    const entry = { kind, conversionId, amountMinor, currency, reason, effectiveAt: now } as const
    await appendEntries(tx, partnerId, [{ ...entry, ...OF_NO_PLAN, actor: 'admin', actorId: ask.viewer.userId }])
    if (conversionId) await reportSale(tx, { id: conversionId, partnerId }, 'sale.changed', now)
    const { recipient } = await billedParty(tx, partnerId)
    const mail = adjustmentMade({
      siteUrl: ask.visit.siteUrl,
      ...recipient,
      amountMinor,
      currency,
      reason,
      conversionId,
    })
    await queueMail(tx, { to: recipient.email, ...mail })
  })

/**
 * Rejects another administrator's proposal, and emails them.
 * @throws AppError not_found; forbidden for your own; conflict
 */
export const rejectAdjustment = (ask: Ask, { adjustmentId, reason }: RejectInput, now = new Date()): Promise<void> =>
  decide(ask, adjustmentId, { status: 'rejected', decision: reason }, now, async (tx, adjustment) => {
    const { partnerId, proposedById, amountMinor, currency } = adjustment
    await assertMayMoveMoney(tx, { action: 'adjustment', by: ask.viewer.userId, partnerId }, now)
    const proposer = await tx.user.findUnique({
      where: { id: proposedById },
      select: { email: true, profile: { select: { fullName: true } } },
    })
    if (!proposer) return
    const { businessName } = await tx.partner.findUniqueOrThrow({
      where: { id: partnerId },
      select: { businessName: true },
    })
    const about = { businessName, amountMinor, currency, reason: adjustment.reason, decision: reason }
    const mail = adjustmentRejected({ siteUrl: ask.visit.siteUrl, name: proposer.profile?.fullName ?? '', ...about })
    await queueMail(tx, { to: proposer.email, ...mail })
  })

/** Withdraws your own proposal. @throws AppError not_found; forbidden for another's; conflict */
export const withdrawAdjustment = (ask: Ask, { adjustmentId }: AdjustmentInput, now = new Date()): Promise<void> =>
  decide(ask, adjustmentId, { status: 'withdrawn', decision: '' }, now)

async function decide(
  { db, visit, viewer }: Ask,
  id: string,
  { status, decision }: { status: 'approved' | 'rejected' | 'withdrawn'; decision: string },
  now: Date,
  follow?: (tx: Prisma.TransactionClient, adjustment: Adjustment) => Promise<void>,
): Promise<void> {
  const known = await db.adjustment.findUnique({ where: { id } })
  if (!known) throw new AppError('not_found', 'Proposal not found.')
  const isOwn = known.proposedById === viewer.userId
  if (isOwn !== (status === 'withdrawn'))
    throw new AppError(
      'forbidden',
      isOwn
        ? 'You proposed this, so another administrator has to decide.'
        : 'Only the person who proposed this can withdraw it.',
    )
  await inTurn(db, known.partnerId, async (tx) => {
    // The `where` also checks who may decide, so that no decision rests on outdated data.
    const proposedById = status === 'withdrawn' ? viewer.userId : { not: viewer.userId }
    const { count } = await tx.adjustment.updateMany({
      where: { id, status: 'proposed', proposedById },
      data: { status, decision, decidedById: viewer.userId, decidedAt: now },
    })
    if (!count) {
      const { status: found } = await tx.adjustment.findUniqueOrThrow({ where: { id }, select: { status: true } })
      throw new AppError('conflict', `This proposal is now ${found}. Nothing was changed.`)
    }
    await follow?.(tx, known)
    const data = {
      before: 'proposed',
      after: status,
      partnerId: known.partnerId,
      kind: known.kind,
      ...(decision && { decision }),
    }
    const amount = { amountMinor: Number(known.amountMinor), currency: known.currency }
    const note = { actorId: viewer.userId, action: `adjustment_${status}`, subjectId: id, data: { ...data, ...amount } }
    await writeAudit(db, visit, note, tx)
  })
}
