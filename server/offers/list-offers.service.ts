import { Prisma } from '#prisma/generated/client.ts'
import { resolveDestination } from '#server/catalogue/destination.ts'
import { UNNAMED } from '#server/catalogue/product-card.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { KEPT_PLAN } from '#server/platform/kept-plan.ts'
import { LISTED } from '#server/platform/listed.ts'
import { matchesOf } from './pairs.ts'

/**
 * The maximum number of offers per store. We prefer more certain matches, then products in stock, then lower prices.
 */
const MAX_OF_A_STORE = 2
const MAX_OFFERS = 60
/** Sold-out offers come last, and their price is never the headline. */
const IS_SOLD_OUT = Prisma.sql`(NOT p.is_in_stock AND p.stock = 0) IS TRUE`
/** A price below this share of the product's price is likely a mistake or bait. It is listed, but never the headline. */
const BAIT = 0.25

/** How many other stores sell the item, and their lowest price in minor units of `currency`. */
export interface OtherStores {
  stores: number
  /** Whether they match by GTIN or style number. Otherwise, the products only look the same. */
  isSure: boolean
  fromMinor: number
  currency: string
  /** The counted products. A cached page that shows the count expires when they change. */
  productIds: string[]
}

/**
 * Counts the other stores that sell the same item, and returns their lowest price. Uses matches by GTIN or style
 * number. If there are none, uses products that look the same. Leaves out sold-out products, and prices below a quarter
 * of this product's. Returns null if no store is left.
 */
export async function findOtherStores(db: Db, productId: string): Promise<OtherStores | null> {
  if (!isId(productId)) return null
  const [row] = await db.$queryRaw<OtherStores[]>`${KEPT_PLAN}
    SELECT count(DISTINCT p.partner_id)::int AS stores, m.way <> 'look' AS "isSure",
      (array_agg(p.price_minor ORDER BY p.price_base_minor, p.id))[1] AS "fromMinor", (array_agg(p.currency ORDER BY p.price_base_minor, p.id))[1] AS currency,
      (array_agg(p.id::text ORDER BY p.price_base_minor, p.id))[1:${MAX_OFFERS}::int] AS "productIds"
    FROM ${matchesOf(productId)} m JOIN products p ON p.id = m.id JOIN products own ON own.id = ${productId}::uuid
    WHERE ${LISTED} AND NOT ${IS_SOLD_OUT} AND p.price_base_minor >= own.price_base_minor * ${BAIT}::float8 GROUP BY m.way <> 'look' ORDER BY 2 DESC LIMIT 1`
  return row ?? null
}

/** An item as one store sells it. Amounts in minor units of `currency`, times UTC. */
export interface Offer {
  productId: string
  name: string
  brand: string
  picture: Picture | null
  currency: string
  priceMinor: number
  /** Above priceMinor if variants differ. */
  priceMaxMinor: number
  originalPriceMinor: number | null
  isInStock: boolean
  /** Null if the store does not report it. */
  stock: number | null
  /** Sizes with known stock above 0, in the store's spelling and order. */
  sizes: string[]
  partner: {
    id: string
    businessName: string
    shippingPolicy: string | null
    returnsPolicy: string | null
    returnsDays: number | null
    canBeVisited: boolean
  }
  /** When the store or its feed last confirmed the offer; null if neither ever did. */
  confirmedAt: Date | null
  updatedAt: Date
  /** Null for the product of the page. */
  match: { way: 'gtin' | 'style' | 'look'; evidence: string } | null
}

type Row = Omit<Offer, 'partner' | 'match'> & {
  partnerId: string
  businessName: string
  shippingPolicy: string | null
  returnsPolicy: string | null
  returnsDays: number | null
  productUrl: string | null
  verifiedHosts: string[]
  way: 'gtin' | 'style' | 'look' | null
  evidence: string
}

/**
 * Lists the offers for an item: a listed product, and the same item at other stores. Sorted by price at today's
 * rates, then by store name. Sold-out offers come last. No other factor affects the order. At most 61 offers, two per
 * store.
 * @throws AppError not_found if the product is not listed, or no other store sells it
 */
export async function listOffers(db: Db, productId: string): Promise<{ name: string; brand: string; offers: Offer[] }> {
  const rows = isId(productId)
    ? await db.$queryRaw<Row[]>`${KEPT_PLAN}
    SELECT p.id AS "productId", coalesce(nullif(btrim(p.name), ''), ${UNNAMED}) AS name, b.name AS brand, p.currency, p.price_minor AS "priceMinor",
      p.price_max_minor AS "priceMaxMinor", p.original_price_minor AS "originalPriceMinor", p.is_in_stock AS "isInStock", p.stock,
      p.synced_at AS "confirmedAt", p.updated_at AS "updatedAt", p.product_url AS "productUrl", p.partner_id AS "partnerId",
      shop.business_name AS "businessName", shop.shipping_policy AS "shippingPolicy", shop.returns_policy AS "returnsPolicy", shop.returns_days AS "returnsDays",
      ARRAY(SELECT host FROM partner_domains WHERE partner_id = p.partner_id) AS "verifiedHosts",
      ARRAY(SELECT size FROM product_variants v WHERE v.product_id = p.id AND v.size IS NOT NULL AND v.stock > 0 GROUP BY size ORDER BY min(position) LIMIT 40) AS sizes,
      (SELECT ${pictureJson('f', 'i.alt')} FROM product_images i JOIN media_files f ON f.id = i.file_id
        WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 1) AS picture,
      item.way::text AS way, item.evidence
    FROM (SELECT ${productId}::uuid AS id, NULL::match_way AS way, '' AS evidence UNION ALL (
        SELECT id, way, evidence FROM (
          SELECT m.*, row_number() OVER (PARTITION BY p.partner_id ORDER BY m.way, ${IS_SOLD_OUT}, p.price_base_minor, p.id) AS of_store
          FROM ${matchesOf(productId)} m JOIN products p ON p.id = m.id WHERE ${LISTED}
        ) ranked WHERE of_store <= ${MAX_OF_A_STORE}::int ORDER BY way, of_store, id LIMIT ${MAX_OFFERS}::int)) item
      JOIN products p ON p.id = item.id JOIN brands b ON b.id = p.brand_id JOIN partners shop ON shop.id = p.partner_id
    WHERE ${LISTED} ORDER BY ${IS_SOLD_OUT}, p.price_base_minor, shop.business_name, p.id`
    : []
  const current = rows.find((row) => row.productId === productId)
  if (!current || rows.length < 2) throw new AppError('not_found', 'No other store sells this item here.')
  return { name: current.name, brand: current.brand, offers: rows.map(offerOf) }
}

function offerOf({
  partnerId,
  businessName,
  shippingPolicy,
  returnsPolicy,
  returnsDays,
  productUrl,
  verifiedHosts,
  way,
  evidence,
  ...offer
}: Row): Offer {
  const canBeVisited = resolveDestination({ productUrl, verifiedHosts }) !== null
  return {
    ...offer,
    partner: { id: partnerId, businessName, shippingPolicy, returnsPolicy, returnsDays, canBeVisited },
    match: way && { way, evidence },
  }
}
