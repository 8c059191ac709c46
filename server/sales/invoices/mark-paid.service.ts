import { invoicePaid } from '#server/mail/invoice-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'
import { inTurn } from '../record-order.ts'
import type { MarkPaidInput } from '../sales.schema.ts'
import { billedParty } from './billed-party.ts'
import { paySales } from './pay-sales.ts'

/**
 * An administrator has seen the payment of an invoice. Its sales are paid too, unless another invoice of theirs is open, and the partner
 * is told by mail.
 * @throws AppError not_found; conflict if there is nothing to pay
 */
export async function markPaid(
  { db, visit, viewer }: Pick<SignedInAsk, 'db'> & { visit: Visit | null; viewer: Pick<Viewer, 'userId'> },
  { invoiceId, note }: MarkPaidInput,
  now = new Date(),
): Promise<void> {
  const known = await db.invoice.findUnique({ where: { id: invoiceId }, select: { partnerId: true } })
  if (!known) throw new AppError('not_found', 'There is no such invoice.')
  await inTurn(db, known.partnerId, async (tx) => {
    const { count } = await tx.invoice.updateMany({
      where: { id: invoiceId, kind: 'invoice', status: 'open' },
      data: { status: 'paid', paidAt: now, paidById: viewer.userId, paymentNote: note },
    })
    if (!count) throw new AppError('conflict', 'There is nothing to pay of it.')
    const { number, month, currency, payableMinor } = await tx.invoice.findUniqueOrThrow({
      where: { id: invoiceId },
      select: { number: true, month: true, currency: true, payableMinor: true },
    })
    const move = { reason: `invoice ${number} was paid`, actor: 'admin', actorId: viewer.userId } as const
    const sales = await paySales(tx, invoiceId, move, now)
    if (visit) {
      const { recipient } = await billedParty(tx, known.partnerId)
      const mail = invoicePaid({ siteUrl: visit.siteUrl, ...recipient, number, month, currency, payableMinor })
      await queueMail(tx, { to: recipient.email, ...mail })
    }
    const data = { number, sales, note, ...changedFields({ status: 'open' }, { status: 'paid', paidAt: now }) }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'invoice_paid', subjectId: invoiceId, data }, tx)
  })
}
