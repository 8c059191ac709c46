import type { z } from 'zod'
import type { Conversion, Prisma } from '#prisma/generated/client.ts'
import { MAX_TEXT, type saleData } from '#server/outgoing-webhooks/event-data.schema.ts'
import { recordEvent } from '#server/outgoing-webhooks/record-event.ts'

/**
 * Returns a sale as partners' systems get it.
 * @param owedMinor the sum of its ledger entries; null if it has none
 */
export const saleDataOf = (sale: Conversion, owedMinor: bigint | null): z.output<typeof saleData> => ({
  id: sale.id,
  status: sale.status,
  isTest: sale.isTest,
  clickId: sale.clickId,
  orderId: sale.externalId.slice(0, MAX_TEXT),
  orderName: sale.orderName.slice(0, MAX_TEXT),
  currency: sale.currency,
  commissionableMinor: Number(sale.commissionableMinor),
  refundedMinor: Number(sale.refundedMinor),
  netMinor: Number(sale.netMinor),
  commission:
    owedMinor === null || sale.ledgerCurrency === null
      ? null
      : { amountMinor: Number(owedMinor), currency: sale.ledgerCurrency },
  orderedAt: sale.orderedAt.toISOString(),
  paidAt: sale.paidAt?.toISOString() ?? null,
  cancelledAt: sale.cancelledAt?.toISOString() ?? null,
  confirmedAt: sale.confirmedAt?.toISOString() ?? null,
})

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
      return saleDataOf(sale, owed._sum.amountMinor)
    },
    now,
  )
