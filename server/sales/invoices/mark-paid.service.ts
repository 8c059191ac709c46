import type { Prisma } from '#prisma/generated/client.ts'
import { agreeOn } from '#server/two-people/approvals.ts'
import { invoicePaid } from '#server/mail/invoice-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { changedFields, writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Db } from '#server/platform/db.ts'
import { formatMoney } from '#server/platform/money.schema.ts'
import { inTurn } from '../record-order.ts'
import type { MarkPaidInput } from '../sales.schema.ts'
import { billedParty } from './billed-party.ts'
import { paySales } from './pay-sales.ts'
import { reportInvoice } from './report-invoice.ts'

/**
 * Marks an invoice as paid once two administrators have confirmed the payment. Its sales become paid too, unless they
 * are on another open invoice. The partner gets an email.
 * @returns whether it waits for a second administrator
 * @throws AppError not_found; as `agreeOn`; conflict if there is nothing to pay
 */
export async function markPaid(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { invoiceId, note }: MarkPaidInput,
  now = new Date(),
): Promise<{ isWaiting: boolean }> {
  const known = await findInvoice(db, invoiceId)
  const { partnerId, number, currency, payableMinor } = known
  return inTurn(db, partnerId, async (tx) => {
    await assertOpen(tx, invoiceId)
    const summary = `Invoice ${number} of ${formatMoney(payableMinor, currency)} to ${known.partner.businessName} was paid${note && `: ${note}`}`
    const step = {
      action: 'payment',
      subjectId: invoiceId,
      partnerIds: [partnerId],
      input: { invoiceId, note },
      summary,
    } as const
    if (!(await agreeOn(tx, { db, visit, viewer }, step, now))) return { isWaiting: true }
    await receivePayment(tx, { db, visit, viewer }, known, { note }, now)
    return { isWaiting: false }
  })
}

/**
 * Records the payment of an invoice that two administrators have agreed on. Call it in the partner's turn
 * (`lockSales`).
 * @param invoice the result of `findInvoice`
 * @param note `bankLineId`: the line of a bank statement, for the audit log
 * @throws AppError conflict if there is nothing to pay
 */
export async function receivePayment(
  tx: Prisma.TransactionClient,
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { id, partnerId, number, month, currency, payableMinor }: FoundInvoice,
  { note, ...bankLine }: { note: string; bankLineId?: string },
  now: Date,
): Promise<void> {
  const sales = await settlePaid(tx, { id, number }, { paidById: viewer.userId, note }, now)
  await reportInvoice(tx, { id, partnerId }, 'invoice.paid', now)
  const { recipient } = await billedParty(tx, partnerId)
  const mail = invoicePaid({ siteUrl: visit.siteUrl, ...recipient, number, month, currency, payableMinor })
  await queueMail(tx, { to: recipient.email, ...mail })
  const data = {
    number,
    sales,
    note,
    ...bankLine,
    ...changedFields({ status: 'open' }, { status: 'paid', paidAt: now }),
  }
  await writeAudit(db, visit, { actorId: viewer.userId, action: 'invoice_paid', subjectId: id, data }, tx)
}

/** Records a payment in the demo's history. People use `markPaid`. @throws AppError as `markPaid` */
export async function recordPastPayment(
  db: Db,
  { invoiceId, note, paidById }: MarkPaidInput & { paidById: string },
  now: Date,
): Promise<void> {
  const known = await findInvoice(db, invoiceId)
  await inTurn(db, known.partnerId, (tx) => settlePaid(tx, known, { paidById, note }, now))
}

type FoundInvoice = Awaited<ReturnType<typeof findInvoice>>

/** Reads the data of an invoice for its payment. @throws AppError not_found */
export async function findInvoice(db: Db | Prisma.TransactionClient, invoiceId: string) {
  const found = await db.invoice.findUnique({
    where: { id: invoiceId },
    select: {
      id: true,
      partnerId: true,
      number: true,
      month: true,
      currency: true,
      payableMinor: true,
      partner: { select: { businessName: true } },
    },
  })
  if (!found) throw new AppError('not_found', 'Invoice not found.')
  return found
}

async function assertOpen(tx: Prisma.TransactionClient, id: string): Promise<void> {
  if (!(await tx.invoice.count({ where: { id, kind: 'invoice', status: 'open' } })))
    throw new AppError('conflict', NOTHING)
}

const NOTHING = 'There is nothing to pay on this invoice.'

/**
 * @returns the number of sales that became paid
 */
async function settlePaid(
  tx: Prisma.TransactionClient,
  { id, number }: { id: string; number: string },
  { paidById, note }: { paidById: string; note: string },
  now: Date,
): Promise<number> {
  const { count } = await tx.invoice.updateMany({
    where: { id, kind: 'invoice', status: 'open' },
    data: { status: 'paid', paidAt: now, paidById, paymentNote: note },
  })
  if (!count) throw new AppError('conflict', NOTHING)
  return paySales(tx, id, { reason: `invoice ${number} was paid`, actor: 'admin', actorId: paidById }, now)
}
