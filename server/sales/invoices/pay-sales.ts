import type { Prisma } from '#prisma/generated/client.ts'
import { moveConversions, type Move } from '../lifecycle.ts'

/**
 * The sales of an invoice of which nothing is to be paid any more are paid, unless another invoice of theirs is open.
 * @returns how many
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
