import type { Prisma } from '#prisma/generated/client.ts'
import { recordEvent } from '#server/outgoing-webhooks/record-event.ts'

const MAX_TEXT = 300

/** Reports the sale's state in this transaction to the partner's webhooks. */
export const reportSale = (
  tx: Prisma.TransactionClient,
  { id, partnerId }: { id: string; partnerId: string },
  type: 'sale.created' | 'sale.changed' | 'sale.confirmed',
  now: Date,
): Promise<void> =>
  recordEvent(
    tx,
    partnerId,
    type,
    async () => {
      const sale = await tx.conversion.findUniqueOrThrow({ where: { id } })
      const owed = await tx.commissionEntry.aggregate({ where: { conversionId: id }, _sum: { amountMinor: true } })
      const { amountMinor } = owed._sum
      return {
        ...{ id, status: sale.status, isTest: sale.isTest, clickId: sale.clickId },
        orderId: sale.externalId.slice(0, MAX_TEXT),
        orderName: sale.orderName.slice(0, MAX_TEXT),
        currency: sale.currency,
        commissionableMinor: Number(sale.commissionableMinor),
        refundedMinor: Number(sale.refundedMinor),
        netMinor: Number(sale.netMinor),
        commission:
          amountMinor === null || sale.ledgerCurrency === null
            ? null
            : { amountMinor: Number(amountMinor), currency: sale.ledgerCurrency },
        orderedAt: sale.orderedAt.toISOString(),
        paidAt: sale.paidAt?.toISOString() ?? null,
        cancelledAt: sale.cancelledAt?.toISOString() ?? null,
        confirmedAt: sale.confirmedAt?.toISOString() ?? null,
      }
    },
    now,
  )
