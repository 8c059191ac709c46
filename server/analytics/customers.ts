import type { Prisma } from '#prisma/generated/client.ts'
import { COUNTED } from './counted-sales.ts'
import type { Stretch } from './list-sums.ts'

/**
 * Counts the buyers of a period by the keyed hash of their email address, and those whose first counted sale at this
 * partner is in the period. Leaves out buyers that the store does not identify.
 */
export async function countCustomers(
  tx: Prisma.TransactionClient,
  partnerId: string,
  { from, to }: Stretch,
): Promise<{ total: number; isNew: number }> {
  const [row] = await tx.$queryRaw<Array<{ total: number; isNew: number }>>`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE first_at >= ${from}))::int AS "isNew" FROM partner_customers p
    WHERE partner_id = ${partnerId}::uuid AND last_at >= ${from} AND first_at < ${to}
      -- A customer who bought before and after the period may not have bought in it.
      AND (first_at >= ${from} OR last_at < ${to} OR EXISTS (
        SELECT 1 FROM conversions c WHERE c.partner_id = p.partner_id AND c.customer_hash = p.customer_hash AND ${COUNTED}
          AND c.ordered_at >= ${from} AND c.ordered_at < ${to}))`
  return row ?? { total: 0, isNew: 0 }
}
