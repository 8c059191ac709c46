import type { Prisma } from '#prisma/generated/client.ts'
import { moveConversions, type Move } from '../lifecycle.ts'

/**
 * Marks the sales of an invoice with nothing left to pay as paid, unless they are on another open invoice.
 * @returns the number of marked sales
 */
export async function paySales(
  tx: Prisma.TransactionClient,
  invoiceId: string,
  move: Move,
  now: Date,
): Promise<number> {
  const sales = await tx.conversion.findMany({
    where: {
      status: 'invoiced',
      invoiceLines: { some: { invoiceId }, none: { invoice: { kind: 'invoice', status: 'open' } } },
    },
    select: { id: true },
  })
  const ids = sales.map(({ id }) => id)
  await moveConversions(tx, ids, 'invoiced', 'paid', move, now)
  return ids.length
}
