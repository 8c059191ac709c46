import type { Prisma } from '#prisma/generated/client.ts'
import { MAX_CHANGES } from '#server/catalogue/price-history.ts'
import { startOfDay } from '#server/platform/roll-up-days.ts'
import type { ProductPlan } from './plan-product.ts'

/**
 * Removes earlier prices of variants that get new ones. Keeps the lowest, the highest and the last price of a variant
 * per UTC day, and fewer than `MAX_CHANGES` in total. So the lowest price of the last 30 days, the start of the current
 * price and a price collapse can still be determined. Products of partners who were never approved are not public, so
 * only their current price is kept.
 */
export async function thinOutPrices(
  tx: Prisma.TransactionClient,
  prices: ProductPlan['prices'],
  now: Date,
): Promise<void> {
  if (!prices.length) return
  const today = startOfDay(now)
  // eslint-disable-next-line house/listed-products -- includes the partner's own products in any state
  await tx.$executeRaw`
    DELETE FROM price_history WHERE id IN (
      SELECT h.id
      FROM jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) AS r ("productId" uuid, "variantId" uuid)
      JOIN products p ON p.id = r."productId" JOIN partners s ON s.id = p.partner_id
      CROSS JOIN LATERAL (
        SELECT c.id, c.changed_at, row_number() OVER (ORDER BY c.changed_at DESC, c.id DESC) AS recency,
          row_number() OVER (PARTITION BY c.currency, c.changed_at >= ${today}::timestamptz ORDER BY c.price_minor, c.changed_at) AS cheapness,
          row_number() OVER (PARTITION BY c.currency, c.changed_at >= ${today}::timestamptz ORDER BY c.price_minor DESC, c.changed_at) AS dearness
        FROM price_history c WHERE c.variant_id = r."variantId"
      ) h
      WHERE s.verification_status IN ('pending', 'rejected') OR h.recency >= ${MAX_CHANGES}::int
        OR (h.changed_at >= ${today}::timestamptz AND h.recency > 1 AND h.cheapness > 1 AND h.dearness > 1))`
}

/** Adds new prices of variants to their history. */
export async function writePrices(
  tx: Prisma.TransactionClient,
  prices: ProductPlan['prices'],
  now: Date,
): Promise<void> {
  if (!prices.length) return
  await tx.$executeRaw`
    INSERT INTO price_history (id, product_id, variant_id, currency, price_minor, original_price_minor, changed_at)
    SELECT id, "productId", "variantId", currency, "priceMinor", "originalPriceMinor", ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(prices)}::jsonb) AS r (id uuid, "productId" uuid, "variantId" uuid, currency text, "priceMinor" int, "originalPriceMinor" int)`
}
