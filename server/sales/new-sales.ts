import { Prisma } from '#prisma/generated/client.ts'
import { COUNTED } from '#server/analytics/counted-sales.ts'
import type { SaleOfMail } from '#server/mail/sale-mails.ts'
import type { Db } from '#server/platform/db.ts'

const LISTED = 10

/**
 * Counts the valid sales whose first ledger entry is between two entries (after the first, up to and including the
 * second), and lists the latest ones.
 */
export async function countNewSales(db: Db, partnerId: string, after: number, until: number) {
  const found = Prisma.sql`
    SELECT c.id, c.order_name, c.external_id, c.net_minor, c.currency, min(e.seq) AS seq
    FROM commission_entries e JOIN conversions c ON c.id = e.conversion_id
    WHERE e.partner_id = ${partnerId}::uuid AND e.kind = 'accrual' AND e.seq > ${after} AND e.seq <= ${until} AND ${COUNTED}
      AND NOT EXISTS (SELECT 1 FROM commission_entries x WHERE x.conversion_id = c.id AND x.kind = 'accrual' AND x.seq <= ${after})
    GROUP BY c.id`
  const sums = await db.$queryRaw<Array<{ currency: string; count: number; netMinor: bigint }>>`
    SELECT currency, count(*)::int AS count, sum(net_minor)::bigint AS "netMinor" FROM (${found}) found GROUP BY currency ORDER BY currency`
  const sales = await db.$queryRaw<SaleOfMail[]>`
    SELECT found.id, coalesce(nullif(found.order_name, ''), found.external_id) AS "order", found.net_minor AS "netMinor", found.currency,
      coalesce((SELECT l.title FROM conversion_lines l WHERE l.conversion_id = found.id ORDER BY l.place LIMIT 1), '') AS title
    FROM (${found}) found ORDER BY found.seq DESC LIMIT ${LISTED}::int`
  return { count: sums.reduce((total, { count }) => total + count, 0), sums, sales }
}
