import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { moveConversion } from '../lifecycle.ts'
import { inTurn } from '../record-order.ts'
import { reportSale } from '../report-sale.ts'
import { DAYS_TO_DISPUTE, DISPUTABLE, type OpenDisputeInput } from './disputes.schema.ts'

/**
 * Opens a dispute: the partner says that a sale did not come from us. The sale is neither confirmed nor invoiced until
 * an administrator has decided.
 * @throws AppError not_found; conflict if it is already disputed or decided, nothing is owed for it, or the time for
 *   disputes is over
 */
export async function openDispute(
  { db, visit, viewer, partner }: Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>,
  { saleId, reason }: OpenDisputeInput,
  now = new Date(),
): Promise<void> {
  await inTurn(db, partner.id, async (tx) => {
    const sale = await tx.conversion.findFirst({
      where: { id: saleId, partnerId: partner.id },
      select: { status: true, orderedAt: true, voidReason: true, _count: { select: { disputes: true } } },
    })
    if (!sale) throw new AppError('not_found', 'Sale not found.')
    const status = DISPUTABLE.find((each) => each === sale.status)
    if (!status || sale.voidReason)
      throw new AppError('conflict', `This sale is ${sale.status}, so there is nothing to dispute.`)
    if (sale._count.disputes) throw new AppError('conflict', 'We have already decided on this sale.')
    if (now.getTime() > sale.orderedAt.getTime() + DAYS_TO_DISPUTE * DAY_MS)
      throw new AppError('conflict', `You can dispute a sale up to ${DAYS_TO_DISPUTE} days after the order.`)
    const { id } = await tx.saleDispute.create({
      data: {
        partnerId: partner.id,
        conversionId: saleId,
        reason,
        fromStatus: status,
        openedById: viewer.userId,
        openedAt: now,
      },
      select: { id: true },
    })
    const move = { reason: 'disputed by the partner', actor: 'partner', actorId: viewer.userId } as const
    await moveConversion(tx, saleId, 'disputed', move, now)
    await reportSale(tx, { id: saleId, partnerId: partner.id }, 'sale.changed', now)
    const data = { partnerId: partner.id, disputeId: id, before: status, after: 'disputed' }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'dispute_opened', subjectId: saleId, data }, tx)
  })
}
