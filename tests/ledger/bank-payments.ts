import { randomBytes } from 'node:crypto'
import type { Viewer } from '#server/platform/viewer.ts'
import { recordPayments } from '#server/statements/record-payments.service.ts'
import { undoPayment } from '#server/statements/undo-payment.service.ts'

type Ask = Parameters<typeof recordPayments>[0] & { colleague: Viewer }

/** Records a payment of the partner's oldest open invoice from a bank statement. Both administrators request it. */
export async function payByBank(ask: Ask, partnerId: string, now: Date): Promise<void> {
  const { db } = ask
  const open = { partnerId, kind: 'invoice', status: 'open' } as const
  const invoice = await db.invoice.findFirst({ where: open, orderBy: { month: 'asc' } })
  if (!invoice) return
  const line =
    // The line is already there if the last attempt was interrupted.
    (await db.bankLine.findFirst({ where: { reference: invoice.number, recordedAt: null } })) ??
    (await db.bankLine.create({
      data: {
        place: 0,
        key: randomBytes(32),
        bookedOn: now,
        reference: invoice.number,
        payer: '',
        payerIban: '',
        amountMinor: invoice.payableMinor,
        currency: invoice.currency,
        statement: {
          create: {
            fileName: '',
            format: 'csv',
            uploadedById: ask.viewer.userId,
            known: 0,
            ignored: 0,
            unread: 0,
            problems: [],
          },
        },
      },
    }))
  const { statementId } = line
  const input = { statementId, payments: [{ lineId: line.id, invoiceId: invoice.id }] }
  const waits = await db.approval.count({ where: { subjectId: statementId, status: 'open' } })
  if (!waits) await recordPayments(ask, input, now)
  await recordPayments({ ...ask, viewer: ask.colleague }, input, now)
}

/** Undoes the partner's latest recorded payment that has not been undone yet. */
export async function undoLastPayment(ask: Ask, partnerId: string, now: Date): Promise<void> {
  const line = await ask.db.bankLine.findFirst({
    where: { invoice: { partnerId }, recordedAt: { not: null }, undoneAt: null },
    orderBy: [{ recordedAt: 'desc' }, { id: 'desc' }],
  })
  if (line) await undoPayment(ask, { lineId: line.id, reason: 'The bank returned it.' }, now)
}
