import { Prisma } from '#prisma/generated/client.ts'
import { UNNAMED } from '#server/catalogue/product-card.ts'
import { reviewRequest } from '#server/mail/feedback-mails.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { LISTED } from '#server/platform/listed.ts'
import { log } from '#server/platform/log.ts'
import { stopReviewRequestsPath } from './stop-review-requests.service.ts'

/** Days since the order, after which it has probably arrived and been worn. */
const FIRST_DAYS = 14
/** Older purchases are skipped, so that turning these emails on does not ask about every past purchase. */
const LAST_DAYS = 120
const BUYERS_AT_ONCE = 500
const BUYER_PATIENCE_MS = 30_000
/** Maximum products named per email. */
const MAX_NAMED = 5
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * SQL: products that a person bought through their own click and has not reviewed. Only for confirmed sales without an
 * earlier request, and accounts that want these emails. FROM and WHERE; `c` is the sale, `u` its buyer, `p` the
 * product.
 */
const due = (now: Date): Prisma.Sql => Prisma.sql`
  FROM conversions c
  JOIN outbound_clicks k ON k.id = c.click_id
  JOIN users u ON u.id = k.user_id AND u.notifications->'reviewRequests' = 'true' AND u.email_verified_at IS NOT NULL AND u.deletion_requested_at IS NULL
  JOIN conversion_lines l ON l.conversion_id = c.id AND l.left_out = '' AND l.quantity > l.removed_quantity + l.refunded_quantity
  JOIN products p ON p.id = l.product_id AND p.partner_id = c.partner_id AND ${LISTED}
  WHERE c.status IN ('confirmed', 'invoiced', 'paid') AND NOT c.is_test
    AND c.ordered_at <= ${new Date(now.getTime() - FIRST_DAYS * DAY_MS)} AND c.ordered_at > ${new Date(now.getTime() - LAST_DAYS * DAY_MS)}
    AND NOT EXISTS (SELECT 1 FROM review_requests q WHERE q.conversion_id = c.id)
    AND NOT EXISTS (SELECT 1 FROM product_reviews r WHERE r.product_id = p.id AND r.user_id = u.id)`

/**
 * Asks subscribed buyers for a review of products bought at least 14 days ago: one email for all due sales, each sale
 * only once. The email and the mark on its sales are written together, so that an interrupted or concurrent run sends
 * nothing twice. Runs hourly.
 * @param siteUrl the shop's origin, for links
 * @returns the number of emails written
 * @throws at the end, if one could not be written; at once, if the database is unavailable
 */
export async function askForReviews(db: Db, siteUrl: string, now: Date, signal?: AbortSignal): Promise<number> {
  let sent = 0
  let failed = 0
  for (let after: string | undefined = FIRST_ID; after !== undefined;) {
    const buyers = await buyersAfter(db, now, after)
    for (const { id } of buyers) {
      if (signal?.aborted) return sent
      try {
        if (await askBuyer(db, siteUrl, id, now)) sent++
      } catch (error) {
        if (isDatabaseAway(error)) throw error
        failed++
        log.error({ err: error, userId: id }, 'a review request could not be queued')
      }
    }
    after = buyers.length < BUYERS_AT_ONCE ? undefined : buyers.at(-1)?.id
  }
  if (failed) throw new Error(`${failed} review requests could not be queued; ${sent} were.`)
  return sent
}

const buyersAfter = (db: Db, now: Date, after: string): Promise<Array<{ id: string }>> =>
  db.$queryRaw`SELECT DISTINCT u.id ${due(now)} AND u.id > ${after}::uuid ORDER BY u.id LIMIT ${BUYERS_AT_ONCE}::int`

/** @returns whether there was a product to ask about. */
async function askBuyer(db: Db, siteUrl: string, userId: string, now: Date): Promise<boolean> {
  const unsubscribeLink = await stopReviewRequestsPath(db, userId)
  return db.$transaction(
    async (tx) => {
      // Takes the lock in a separate statement, because the next read must see the writes of its previous holder.
      await tx.$queryRaw`SELECT 1 AS locked FROM users WHERE id = ${userId}::uuid FOR NO KEY UPDATE`
      const sales = await tx.$queryRaw<Array<{ id: string }>>`
        INSERT INTO review_requests (conversion_id, user_id, asked_at)
        SELECT DISTINCT c.id, u.id, ${now}::timestamptz ${due(now)} AND u.id = ${userId}::uuid
        ON CONFLICT DO NOTHING RETURNING conversion_id AS id`
      if (!sales.length) return false
      const products = await tx.$queryRaw<Array<{ id: string; name: string; brand: string }>>`
        SELECT p.id, coalesce(nullif(btrim(p.name), ''), ${UNNAMED}) AS name, b.name AS brand
        FROM products p JOIN brands b ON b.id = p.brand_id
        WHERE ${LISTED} AND NOT EXISTS (SELECT 1 FROM product_reviews r WHERE r.product_id = p.id AND r.user_id = ${userId}::uuid)
          AND p.id IN (
            SELECT l.product_id FROM conversion_lines l WHERE l.conversion_id = ANY(${sales.map(({ id }) => id)}::uuid[])
              AND l.left_out = '' AND l.quantity > l.removed_quantity + l.refunded_quantity)
        ORDER BY p.id LIMIT ${MAX_NAMED}::int`
      const buyer = await tx.user.findUniqueOrThrow({
        where: { id: userId },
        select: { email: true, profile: { select: { fullName: true } } },
      })
      await queueMail(tx, {
        to: buyer.email,
        ...reviewRequest({
          siteUrl,
          name: buyer.profile?.fullName,
          products: products.map(({ id, name, brand }) => ({ name, brand, reviewPath: `/product/${id}/review` })),
          unsubscribeLink,
        }),
      })
      return true
    },
    { timeout: BUYER_PATIENCE_MS, maxWait: BUYER_PATIENCE_MS },
  )
}
