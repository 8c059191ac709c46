import type { z } from 'zod'
import type { Invoice, Prisma } from '#prisma/generated/client.ts'
import type { invoiceData } from '#server/outgoing-webhooks/event-data.schema.ts'
import { recordEvent } from '#server/outgoing-webhooks/record-event.ts'

/** Returns an invoice as partners' systems get it. */
export const invoiceDataOf = ({
  id,
  number,
  kind,
  status,
  currency,
  ...invoice
}: Invoice): z.output<typeof invoiceData> => ({
  id,
  number,
  kind,
  status,
  currency,
  month: invoice.month.toISOString().slice(0, 7),
  netMinor: Number(invoice.totalMinor),
  vatMinor: Number(invoice.vatMinor),
  grossMinor: Number(invoice.grossMinor),
  payableMinor: Number(invoice.payableMinor),
  issuedAt: invoice.issuedAt.toISOString(),
  dueOn: invoice.dueOn.toISOString().slice(0, 10),
  paidAt: invoice.paidAt?.toISOString() ?? null,
})

/** Reports the invoice's state in this transaction to the partner's webhooks. */
export const reportInvoice = (
  tx: Prisma.TransactionClient,
  { id, partnerId }: { id: string; partnerId: string },
  type: 'invoice.issued' | 'invoice.paid',
  now: Date,
): Promise<void> =>
  recordEvent(
    tx,
    partnerId,
    type,
    async () => invoiceDataOf(await tx.invoice.findUniqueOrThrow({ where: { id } })),
    now,
  )
