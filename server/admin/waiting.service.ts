import { Prisma } from '#prisma/generated/client.ts'
import { LEFT_AFTER_DAYS } from '#server/connections/broken-stores.service.ts'
import { DISCONNECTED_BY_PARTNER } from '#server/connections/revoke-store.ts'
import type { Db } from '#server/platform/db.ts'
import { NO_RATE } from '#server/sales/decide-status.ts'
import { PROPOSED } from '#server/sizing/table-counts.ts'

/** Maximum count of a queue, shown as 'at least'. */
export const MAX_COUNTED = 1_000

/**
 * The queues for administrators. Each query returns `since`: when each item started to wait. It uses an index, and
 * reads at most MAX_COUNTED rows. A new queue needs a row here, one in app/features/admin/queues/queues.ts, and a test
 * from its first item to the resulting email, with openQueue of tests/e2e/queues.ts.
 */
const QUEUES = {
  partners: Prisma.sql`SELECT created_at AS since FROM partners WHERE verification_status = 'pending' ORDER BY created_at`,
  promotions: Prisma.sql`
    SELECT created_at AS since FROM partner_media WHERE review = 'pending' AND deleted_at IS NULL ORDER BY created_at`,
  reviews: Prisma.sql`SELECT created_at AS since FROM product_reviews WHERE status = 'pending' ORDER BY created_at`,
  // Omits pending reviews, which another queue counts.
  flaggedReviews: Prisma.sql`
    SELECT flagged_at AS since FROM product_reviews WHERE flagged_at IS NOT NULL AND status <> 'pending'
    UNION ALL SELECT flagged_at FROM partner_feedback WHERE flagged_at IS NOT NULL`,
  productFlags: Prisma.sql`
    SELECT min(raised_at) AS since FROM product_flags WHERE resolved_at IS NULL GROUP BY product_id`,
  matchReports: Prisma.sql`
    SELECT min(raised_at) AS since FROM match_reports WHERE resolved_at IS NULL GROUP BY product_id, other_id`,
  pictures: Prisma.sql`
    SELECT created_at AS since FROM partner_media WHERE media_type IN ('hero_image', 'logo') AND is_active AND seen_at IS NULL`,
  sizeTables: Prisma.sql`SELECT since FROM (${PROPOSED}) proposed`,
  appeals: Prisma.sql`SELECT raised_at AS since FROM appeals WHERE decided_at IS NULL ORDER BY raised_at`,
  tickets: Prisma.sql`SELECT created_at AS since FROM support_tickets WHERE state = 'open' ORDER BY created_at`,
  disputes: Prisma.sql`SELECT opened_at AS since FROM sale_disputes WHERE outcome IS NULL`,
  adjustments: Prisma.sql`SELECT proposed_at AS since FROM adjustments WHERE status = 'proposed'`,
  approvals: Prisma.sql`SELECT proposed_at AS since FROM approvals WHERE status = 'open'`,
  saleFlags: Prisma.sql`SELECT raised_at AS since FROM conversion_flags WHERE resolved_at IS NULL ORDER BY raised_at`,
  orderFiles: Prisma.sql`SELECT created_at AS since FROM conversion_files WHERE status = 'submitted'`,
  // Files that wait for a retry.
  failedFiles: Prisma.sql`SELECT coalesce(decided_at, created_at) AS since FROM conversion_files WHERE status = 'failed'`,
  rates: Prisma.sql`
    SELECT ordered_at AS since FROM conversions WHERE status = 'tracked' AND status_reason LIKE ${Prisma.raw(`'${NO_RATE}%'`)} ORDER BY ordered_at`,
  deadLetters: Prisma.sql`SELECT received_at AS since FROM webhook_events WHERE status = 'dead'`,
  // The stores that listBrokenStores lists.
  connections: Prisma.sql`
    SELECT coalesce(disconnected_at, last_ok_at, connected_at) AS since FROM shopify_connections c WHERE status = 'degraded'
      OR status = 'revoked' AND disconnected_at > now() - make_interval(days => ${LEFT_AFTER_DAYS}::int) AND status_reason <> ${DISCONNECTED_BY_PARTNER}
        AND NOT EXISTS (SELECT FROM shopify_connections o WHERE o.partner_id = c.partner_id AND o.status <> 'revoked')`,
  mails: Prisma.sql`SELECT created_at AS since FROM mails WHERE state = 'failed' ORDER BY created_at`,
} as const satisfies Record<string, Prisma.Sql>

export type QueueName = keyof typeof QUEUES

export interface Queue {
  name: QueueName
  /** MAX_COUNTED means that many or more. */
  count: number
  /** When the oldest item started to wait. */
  oldest: Date | null
}

/** Lists all queues, including empty ones. */
export async function listWaiting(db: Db): Promise<Queue[]> {
  const parts = Object.entries(QUEUES).map(
    ([name, rows]) =>
      Prisma.sql`SELECT ${name}::text AS name, count(*)::int AS count, min(since) AS oldest FROM (${rows} LIMIT ${MAX_COUNTED}::int) rows`,
  )
  return db.$queryRaw<Queue[]>(Prisma.join(parts, ' UNION ALL '))
}
