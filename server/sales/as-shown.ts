import type { Prisma } from '#prisma/generated/client.ts'
import { AppError } from '#server/platform/errors.ts'
import { formatMoney } from '#server/platform/money.schema.ts'

interface Worth {
  netMinor: bigint | number
  currency: string
}

/** Returns the value of an order as forms send it back: '10000 GBP', in minor units. */
export const worthShown = ({ netMinor, currency }: Worth): string => `${netMinor} ${currency}`

/**
 * Refuses a decision on a sale if the store has changed its order since the page was opened.
 * @throws AppError conflict, naming the new value
 */
export async function assertWorthAsShown(tx: Prisma.TransactionClient, saleId: string, shown: string): Promise<void> {
  const sale = await tx.conversion.findUniqueOrThrow({
    where: { id: saleId },
    select: { netMinor: true, currency: true },
  })
  if (worthShown(sale) !== shown)
    throw new AppError(
      'conflict',
      `The store has changed this order to ${formatMoney(sale.netMinor, sale.currency)} since you opened this page. Check it and decide again.`,
    )
}
