import type { Db } from '#server/platform/db.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { STANDARD } from '#tests/setup/sales.ts'

const YEAR_MS = 365 * 86_400_000
const PRODUCTS = 1_000
const AT_ONCE = 5_000_000
const CLICKS_OF = 0.1
const PATIENCE_MS = 3_600_000

/**
 * Creates a partner with a year of views in time order, one click per ten views, and sales with one entry each. There
 * are about two thirds as many buyers as sales. A few products have most of the events.
 */
export async function createBusyPartner(db: Db, given: { events: number; sales: number }, now = new Date()) {
  const partner = await createPartner(db, { currency: 'USD', timeZone: 'Europe/Berlin' })
  await db.partnerAgreement.create({
    data: { partnerId: partner.id, planId: STANDARD, termsVersion: '2026-11-23', acceptedAt: new Date(0) },
  })
  const template = await createProduct(db, { partnerId: partner.id })
  await db.$executeRaw`CREATE TABLE IF NOT EXISTS busy_products AS SELECT n, CASE n WHEN 0 THEN ${template.id}::uuid ELSE gen_random_uuid() END AS id FROM generate_series(0, ${PRODUCTS - 1}::int) n`
  const clicks = Math.round(given.events * CLICKS_OF)
  const from = new Date(now.getTime() - YEAR_MS)
  const fill = async () => {
    await inParts(given.events - clicks, (first, count, all) =>
      db.$transaction(
        (tx) => tx.$executeRaw`
        INSERT INTO product_views (id, product_id, partner_id, visitor_id, viewed_at)
        SELECT uuidv7(), b.id, ${partner.id}::uuid, 'v' || (i % 500000), ${from}::timestamptz + (${now}::timestamptz - ${from}::timestamptz) * (i / ${all}::float)
        FROM generate_series(${first}::bigint, ${first + count - 1}::bigint) i JOIN busy_products b ON b.n = floor(power(abs(hashint8(i)) / 2147483648.0, 3) * ${PRODUCTS}::int)::int
        ORDER BY i`,
        { timeout: PATIENCE_MS },
      ),
    )
    await inParts(clicks, (first, count, all) =>
      db.$transaction(
        (tx) => tx.$executeRaw`
        INSERT INTO outbound_clicks (id, clicked_at, expires_at, partner_id, product_id, visitor_id, surface, destination_url, destination_host, price_minor, currency,
          browser_family, country, is_valid, invalid_reason)
        SELECT 'wc_' || lpad(i::text, 26, '0'), at, at + interval '30 days', ${partner.id}::uuid, b.id, 'v' || (i % 500000), 'product', 'https://shop.example/', 'shop.example', 5000,
          'USD', 'Chrome', 'GB', i % 10 > 0, CASE WHEN i % 10 = 0 THEN 'bot' END
        FROM (
          SELECT i, ${from}::timestamptz + (${now}::timestamptz - ${from}::timestamptz) * (i / ${all}::float) AS at FROM generate_series(${first}::bigint, ${first + count - 1}::bigint) i
        ) c JOIN busy_products b ON b.n = floor(power(abs(hashint8(i)) / 2147483648.0, 3) * ${PRODUCTS}::int)::int
        ORDER BY i`,
        { timeout: PATIENCE_MS },
      ),
    )
  }
  await withoutIndexes(db, ['product_views', 'outbound_clicks'], fill)
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`
        INSERT INTO conversions (id, partner_id, source, external_id, order_name, currency, subtotal_minor, discount_minor, tax_minor, shipping_minor, commissionable_minor,
          refunded_minor, net_minor, ordered_at, source_updated_at, customer_hash, status, ledger_currency, ledger_rate, ledger_net_minor, updated_at)
        SELECT uuidv7(), ${partner.id}::uuid, 'shopify', i::text, '#' || i, 'USD', 5000, 0, 0, 0, 5000, 0, 5000,
          ${from}::timestamptz + (${now}::timestamptz - ${from}::timestamptz) * (i / ${given.sales}::float), now(),
          sha256(((abs(hashint8(i)) % ${Math.ceil(given.sales * 0.7)}::int)::text)::bytea),
          (ARRAY['pending', 'confirmed', 'invoiced', 'paid', 'paid', 'paid', 'cancelled'])[1 + i % 7]::conversion_status, 'GBP', '0.8', 4000, now()
        FROM generate_series(0, ${given.sales - 1}::int) i`
      await tx.$executeRaw`
        INSERT INTO conversion_lines (conversion_id, external_id, product_id, title, quantity, price_minor, discount_minor, included_tax_minor, net_minor, place)
        SELECT c.id, line::text, b.id, 'Dress', 1, 2500, 0, 0, 2500, line FROM conversions c CROSS JOIN generate_series(0, 1) line
        JOIN busy_products b ON b.n = floor(power(abs(hashint8(c.external_id::bigint + line)) / 2147483648.0, 3) * ${PRODUCTS}::int)::int
        WHERE c.partner_id = ${partner.id}::uuid`
      await tx.$executeRaw`
        INSERT INTO commission_entries (partner_id, seq, kind, conversion_id, rate_bps, base_minor, amount_minor, currency, effective_at, reason, actor, previous_hash, hash)
        SELECT partner_id, row_number() OVER (ORDER BY ordered_at), 'accrual', id, 1000, 4000, 400, 'GBP', ordered_at, '', 'system', '\\x00', '\\x00'
        FROM conversions WHERE partner_id = ${partner.id}::uuid`
    },
    { timeout: PATIENCE_MS },
  )
  for (const table of ['product_views', 'outbound_clicks', 'conversions', 'conversion_lines', 'commission_entries'])
    await db.$executeRawUnsafe(`VACUUM (ANALYZE) ${table}`)
  return { partner, product: template }
}

async function inParts(all: number, write: (first: number, count: number, all: number) => Promise<unknown>) {
  for (let first = 0; first < all; first += AT_ONCE) await write(first, Math.min(AT_ONCE, all - first), all)
}

/**
 * Makes a hundred million rows possible in an hour. Disables the triggers, which only mark roll-ups that do not exist
 * yet. Builds each index once at the end instead of row by row.
 */
async function withoutIndexes(db: Db, tables: readonly string[], fill: () => Promise<void>) {
  const indexes = await db.$queryRaw<Array<{ name: string; definition: string }>>`
    SELECT i.indexrelid::regclass::text AS name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS definition FROM pg_index i
    WHERE i.indrelid::regclass::text = ANY(${tables}::text[]) AND NOT i.indisprimary`
  for (const table of tables) await db.$executeRawUnsafe(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  for (const { name } of indexes) await db.$executeRawUnsafe(`DROP INDEX ${name}`)
  await fill()
  for (const { definition } of indexes)
    await db.$transaction((tx) => tx.$executeRawUnsafe(definition), { timeout: PATIENCE_MS })
  for (const table of tables) await db.$executeRawUnsafe(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
}
