import type { Db } from '#server/platform/db.ts'
import { LISTED, OPEN } from '#server/platform/listed.ts'

/** Maximum flags per rule and night, so that administrators can review them within a day. */
const MAX_FLAGS = 100
const PICTURE_DAYS = 7
const PRICE_DAYS = 30

/**
 * Flags products by rules, nightly. Each rule flags a product only once, except that a price may be flagged again after
 * a month.
 * - A price that is at most a tenth of the variant's price within the last 30 days: a typing error or a lure.
 * - A brand with the name of another open partner: a counterfeit or a wrong label.
 * - A published product without an image for 7 days. The flag is closed when the product gets an image.
 * @returns the number of flags raised
 */
export async function raiseFlags(db: Db, now = new Date()): Promise<number> {
  await db.$executeRaw`
    UPDATE product_flags g SET resolved_at = ${now}, outcome = 'lapsed' WHERE g.resolved_at IS NULL AND g.kind = 'no_picture'
      AND EXISTS (SELECT FROM product_images i WHERE i.product_id = g.product_id AND i.file_id IS NOT NULL)`
  const since = daysBefore(now, PRICE_DAYS)
  const prices = await db.$executeRaw`
    INSERT INTO product_flags (id, product_id, kind, words, raised_at)
    SELECT gen_random_uuid(), p.id, 'price_collapsed', 'It fell by ' || (100 - fell.now::bigint * 100 / fell.was) || '% within 30 days', ${now}
    FROM (
      SELECT DISTINCT ON (v.product_id) v.product_id, v.price_minor AS now, before.price_minor AS was
      FROM price_history new_price JOIN product_variants v ON v.id = new_price.variant_id AND v.price_minor = new_price.price_minor
      CROSS JOIN LATERAL (
        SELECT max(h.price_minor) AS price_minor FROM price_history h
        WHERE h.variant_id = v.id AND h.currency = v.currency AND h.changed_at > ${since} AND h.changed_at < new_price.changed_at
      ) before
      WHERE new_price.changed_at > ${daysBefore(now, 2)} AND v.price_minor::bigint * 10 <= before.price_minor
      ORDER BY v.product_id, before.price_minor DESC
    ) fell JOIN products p ON p.id = fell.product_id
    WHERE ${LISTED} AND NOT EXISTS (SELECT FROM product_flags g WHERE g.product_id = p.id AND g.kind = 'price_collapsed' AND g.raised_at > ${since})
    LIMIT ${MAX_FLAGS}::int ON CONFLICT DO NOTHING`
  const brands = await db.$executeRaw`
    INSERT INTO product_flags (id, product_id, kind, words, raised_at)
    SELECT gen_random_uuid(), p.id, 'foreign_brand', 'Its brand, ' || b.name || ', is the name of another partner', ${now}
    FROM partners s JOIN brands b ON lower(b.name) = lower(s.business_name) JOIN products p ON p.brand_id = b.id AND p.partner_id <> s.id
    WHERE ${OPEN} AND ${LISTED}
      AND NOT EXISTS (SELECT FROM product_flags g WHERE g.product_id = p.id AND g.kind = 'foreign_brand')
    ORDER BY p.id DESC LIMIT ${MAX_FLAGS}::int ON CONFLICT DO NOTHING`
  const pictures = await db.$executeRaw`
    INSERT INTO product_flags (id, product_id, kind, raised_at)
    SELECT gen_random_uuid(), p.id, 'no_picture', ${now} FROM products p
    WHERE ${LISTED} AND p.created_at < ${daysBefore(now, PICTURE_DAYS)}
      AND NOT EXISTS (SELECT FROM product_images i WHERE i.product_id = p.id AND i.file_id IS NOT NULL)
      AND NOT EXISTS (SELECT FROM product_flags g WHERE g.product_id = p.id AND g.kind = 'no_picture')
    ORDER BY p.id DESC LIMIT ${MAX_FLAGS}::int ON CONFLICT DO NOTHING`
  return prices + brands + pictures
}

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 86_400_000)
