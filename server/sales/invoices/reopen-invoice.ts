import type { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { moveConversions } from '../lifecycle.ts'

/**
 * Reopens a paid invoice, and marks its sales as invoiced. Sales that were paid before it stay paid. Call it in the
 * partner's turn (`lockSales`).
 * @returns the number of changed sales
 * @throws AppError conflict if it is not paid
 */
export async function reopenInvoice(
  tx: Prisma.TransactionClient,
  invoiceId: string,
  actorId: string,
  now: Date,
): Promise<number> {
  const { number, paidAt } = await tx.invoice.findUniqueOrThrow({ where: { id: invoiceId } })
  const { count } = await tx.invoice.updateMany({
    where: { id: invoiceId, kind: 'invoice', status: 'paid' },
    data: { status: 'open', paidAt: null, paidById: null, paymentNote: '' },
  })
  if (!count || !paidAt) throw new AppError('conflict', 'This invoice is not paid.')
  const sales = await tx.conversion.findMany({
    where: {
      invoiceLines: { some: { invoiceId } },
      transitions: { some: { from: 'invoiced', to: 'paid', at: { gte: paidAt } } },
    },
    select: { id: true, status: true },
  })
  const paid = sales.flatMap(({ id, status }) => (status === 'paid' ? id : []))
  const reason = `the payment of invoice ${number} was undone`
  await moveConversions(tx, paid, 'paid', 'invoiced', { reason, actor: 'admin', actorId }, now)
  // A disputed sale returns to this status after the dispute.
  await tx.saleDispute.updateMany({
    where: { conversionId: { in: sales.map(({ id }) => id) }, outcome: null, fromStatus: 'paid' },
    data: { fromStatus: 'invoiced' },
  })
  return paid.length
}
