import type { Prisma } from '#prisma/generated/client.ts'
import { COUNTED } from './counted-sales.ts'
import type { Stretch } from './read-sums.ts'

/**
 * People who bought in a stretch, by the keyed hash of their address, and of them those whose first counted sale at this partner is in
 * it. Buyers whom the store does not name are left out.
 */
export async function readCustomers(
  tx: Prisma.TransactionClient,
  partnerId: string,
  { from, to }: Stretch,
): Promise<{ total: number; isNew: number }> {
  const [row] = await tx.$queryRaw<Array<{ total: number; isNew: number }>>`
    SELECT count(*)::int AS total, (count(*) FILTER (WHERE first_at >= ${from}))::int AS "isNew" FROM (
      SELECT min(ordered_at) AS first_at FROM conversions c
      WHERE partner_id = ${partnerId}::uuid AND ${COUNTED} AND customer_hash IS NOT NULL AND ordered_at < ${to}
      GROUP BY customer_hash HAVING max(ordered_at) >= ${from}
    ) people`
  return row ?? { total: 0, isNew: 0 }
}
