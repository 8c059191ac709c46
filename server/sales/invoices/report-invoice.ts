import type { Prisma } from '#prisma/generated/client.ts'
import { recordEvent } from '#server/outgoing-webhooks/record-event.ts'

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
    async () => {
      const invoice = await tx.invoice.findUniqueOrThrow({ where: { id } })
      const { number, kind, status, currency } = invoice
      return {
        ...{ id, number, kind, status, currency },
        month: invoice.month.toISOString().slice(0, 7),
        netMinor: Number(invoice.totalMinor),
        vatMinor: Number(invoice.vatMinor),
        grossMinor: Number(invoice.grossMinor),
        payableMinor: Number(invoice.payableMinor),
        issuedAt: invoice.issuedAt.toISOString(),
        dueOn: invoice.dueOn.toISOString().slice(0, 10),
        paidAt: invoice.paidAt?.toISOString() ?? null,
      }
    },
    now,
  )
