import { invoiceReopened } from '#server/mail/invoice-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { billedParty } from '#server/sales/invoices/billed-party.ts'
import { reopenInvoice } from '#server/sales/invoices/reopen-invoice.ts'
import { inTurn } from '#server/sales/record-order.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import type { UndoPaymentInput } from './statements.schema.ts'

/**
 * Undoes a payment that was recorded from a bank statement, once. Its invoice is open again, and the partner gets an
 * email with the reason. The line is never proposed again. The invoice can still be marked as paid by hand, or by
 * another line.
 * @returns the statement's id
 * @throws AppError not_found if the line has no payment; as `assertMayMoveMoney`; conflict if it was undone already
 */
export async function undoPayment(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { lineId, reason }: UndoPaymentInput,
  now = new Date(),
): Promise<{ statementId: string }> {
  const line = await db.bankLine.findUnique({ where: { id: lineId }, include: { invoice: true } })
  if (!line?.invoice) throw new AppError('not_found', 'Payment not found.')
  const { statementId, invoice } = line
  const { id: invoiceId, partnerId, number, month, currency, dueOn, payableMinor, paidAt } = invoice
  return inTurn(db, partnerId, async (tx) => {
    await assertMayMoveMoney(tx, { action: 'payment_undo', by: viewer.userId, partnerId }, now)
    const { count } = await tx.bankLine.updateMany({
      where: { id: lineId, recordedAt: { not: null }, undoneAt: null },
      data: { undoneAt: now, undoneById: viewer.userId, undoReason: reason },
    })
    if (!count) throw new AppError('conflict', 'This payment has already been undone. Nothing was changed.')
    const sales = await reopenInvoice(tx, invoiceId, viewer.userId, now)
    const { recipient } = await billedParty(tx, partnerId)
    const about = { siteUrl: visit.siteUrl, ...recipient, number, month, currency, dueOn, payableMinor, reason }
    await queueMail(tx, { to: recipient.email, ...invoiceReopened(about) })
    const data = {
      number,
      sales,
      reason,
      bankLineId: lineId,
      ...changedFields({ status: 'paid', paidAt }, { status: 'open', paidAt: null }),
    }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'payment_undone', subjectId: invoiceId, data }, tx)
    return { statementId }
  })
}
