import { UNNAMED } from '#server/catalogue/product-card.ts'
import type { Ask } from '#server/platform/ask.ts'
import type { Db } from '#server/platform/db.ts'
import { keptByDatabase } from '#server/platform/kept-by-database.ts'
import { KEPT_PLAN } from '#server/platform/kept-plan.ts'
import { ACTIVE, LISTED, OPEN } from '#server/platform/listed.ts'
import { queryFor } from '#server/search/find-exactly.ts'
import { searchProductsInput } from '#server/search/search.schema.ts'
import { bandOf } from './taste-facts.shared.ts'
import type { TastePool } from './taste-pool.shared.ts'
import { MAX_VALUES } from './taste.values.ts'

/** Maximum products of a pool, so that a browser can load them and rank them in a few milliseconds. */
export const MAX_POOLED = 480
/** The first products in the list of everything: popular, new and picked. */
const FOREMOST = 120
const CATEGORIES = 80
/** The newest products read per category, with alternating brands. */
const NEWEST_OF_CATEGORY = 60
const OF_CATEGORY = 12
const STORES = 120
const NEWEST_OF_STORE = 12
const OF_STORE = 4
const NEWEST_ON_SALE = 200
const ON_SALE = 48
/** The cache time. Anyone may request the pool, even past the cached page, and the spread is its expensive part. */
const SPREAD_MS = 60_000

const spreads = keptByDatabase(SPREAD_MS, findSpread)

interface PoolRow {
  id: string
  name: string
  categorySlug: string | null
  category: string | null
  brandSlug: string
  brand: string
  storeId: string
  store: string
  colours: string[]
  materials: string[]
  styles: string[]
  gender: string
  priceBaseMinor: number
  currency: string
  priceMinor: number
  priceMaxMinor: number
  originalPriceMinor: number | null
  popularity: number
  picture: { name: string; width: number; colour: string } | null
}

/**
 * Returns up to 480 listed products in stock with the data for ranking: the first in the list of everything, then
 * alternately the newest of each category, of each store and of the sale. So every taste finds something, and everyone
 * gets the same products. The selection may be a minute old. Listing status and product data are current.
 */
export async function poolForTastes({ db, engine }: Pick<Ask, 'db' | 'engine'>): Promise<TastePool> {
  const query = { ...(await queryFor({ db, engine }, searchProductsInput.parse({}))), pageSize: FOREMOST }
  const [{ hits }, spread] = await Promise.all([engine.search(query), spreads.forceFetch(db)])
  const ids = [...new Set([...hits.map(({ id }) => id), ...spread])]
  return asPool(await listProducts(db, ids))
}

/**
 * Returns ids, the best of every group first, so that the end can be cut. Reads each group from an index up to a fixed
 * number. Do not use `=`, because with stale statistics the planner would scan everyone's newest products for each
 * group. Only the group's own index has this order.
 */
export async function findSpread(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ id: string }>>`${KEPT_PLAN}
    WITH near AS MATERIALIZED (
      SELECT found.id, found.brand_id, 'c' || c.id AS "group", ${OF_CATEGORY}::int AS most FROM (SELECT id FROM categories WHERE is_active ORDER BY level DESC, sort_order, id LIMIT ${CATEGORIES}) c
      CROSS JOIN LATERAL (
        SELECT p.id, p.brand_id FROM products p WHERE p.category_id >= c.id AND p.category_id <= c.id AND ${ACTIVE} ORDER BY p.category_id, p.created_at DESC, p.id DESC LIMIT ${NEWEST_OF_CATEGORY}
      ) found
      UNION ALL
      SELECT found.id, found.brand_id, 's' || shop.id, ${OF_STORE}::int FROM (SELECT s.id FROM partners s WHERE ${OPEN} ORDER BY s.created_at DESC, s.id DESC LIMIT ${STORES}) shop
      CROSS JOIN LATERAL (
        SELECT p.id, p.brand_id FROM products p WHERE p.partner_id >= shop.id AND p.partner_id <= shop.id AND ${ACTIVE} ORDER BY p.partner_id, p.created_at DESC, p.id DESC LIMIT ${NEWEST_OF_STORE}
      ) found
      UNION ALL
      (SELECT p.id, p.brand_id, 'sale', ${ON_SALE}::int FROM products p WHERE ${ACTIVE} AND p.original_price_minor > p.price_minor ORDER BY p.created_at DESC, p.id DESC LIMIT ${NEWEST_ON_SALE})
    ), placed AS (
      SELECT near.id, near."group", near.most, row_number() OVER (PARTITION BY near."group", near.brand_id ORDER BY p.created_at DESC, p.id DESC) AS turn, p.created_at
      FROM near JOIN products p ON p.id = near.id AND ${LISTED} AND p.stock IS DISTINCT FROM 0
    ), turned AS (
      SELECT id, most, row_number() OVER (PARTITION BY "group" ORDER BY turn, created_at DESC, id DESC) AS place FROM placed
    )
    SELECT id FROM turned WHERE place <= most GROUP BY id ORDER BY min(place), id LIMIT ${MAX_POOLED}`
  return rows.map(({ id }) => id)
}

/** Reads products in the order of `ids`, at most the pool's size. Leaves out unlisted and sold-out ones. */
function listProducts(db: Db, ids: string[]): Promise<PoolRow[]> {
  return db.$queryRaw<PoolRow[]>`
    SELECT p.id, coalesce(nullif(btrim(p.name), ''), ${UNNAMED}) AS name, c.slug AS "categorySlug", c.name AS category, b.slug AS "brandSlug", b.name AS brand,
      shop.id AS "storeId", shop.business_name AS store, coalesce(p.colours, '{}') AS colours, coalesce(p.materials, '{}') AS materials, coalesce(p.style_tags, '{}') AS styles, p.gender, p.price_base_minor AS "priceBaseMinor", p.currency,
      p.price_minor AS "priceMinor", p.price_max_minor AS "priceMaxMinor", p.original_price_minor AS "originalPriceMinor", p.popularity,
      (SELECT jsonb_build_object('name', left(f.sha256, 24), 'width', f.width, 'colour', f.colour) FROM product_images i JOIN media_files f ON f.id = i.file_id
        WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 1) AS picture
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY asked (id, place) JOIN products p ON p.id = asked.id JOIN partners shop ON shop.id = p.partner_id
      JOIN brands b ON b.id = p.brand_id LEFT JOIN categories c ON c.id = p.category_id
    WHERE ${LISTED} AND p.stock IS DISTINCT FROM 0
    ORDER BY asked.place LIMIT ${MAX_POOLED}`
}

/** Contains each name once. */
function asPool(rows: readonly PoolRow[]): TastePool {
  const pool: TastePool = { categories: [], brands: [], stores: [], products: [] }
  const places = new Map<string, number>()
  const placeOf = <T>(list: T[], key: string, value: T): number => {
    const known = places.get(key)
    if (known !== undefined) return known
    places.set(key, list.length)
    return list.push(value) - 1
  }
  for (const row of rows) {
    const { id, categorySlug, category, currency, priceMinor, originalPriceMinor: original, popularity, picture } = row
    const [colours, materials, styles] = [row.colours, row.materials, row.styles].map((of) => of.slice(0, MAX_VALUES))
    pool.products.push({
      id,
      name: row.name.slice(0, 200),
      band: bandOf(row.priceBaseMinor),
      currency,
      priceMinor,
      ...(categorySlug !== null &&
        category !== null && {
          category: placeOf(pool.categories, `c ${categorySlug}`, { slug: categorySlug, name: category }),
        }),
      brand: placeOf(pool.brands, `b ${row.brandSlug}`, { slug: row.brandSlug, name: row.brand }),
      store: placeOf(pool.stores, `s ${row.storeId}`, { id: row.storeId, name: row.store }),
      ...(colours?.length && { colours }),
      ...(materials?.length && { materials }),
      ...(styles?.length && { styles }),
      ...(row.gender && { audience: row.gender }),
      ...(row.priceMaxMinor > priceMinor && { priceMaxMinor: row.priceMaxMinor }),
      ...(original !== null && original > priceMinor && { originalPriceMinor: original }),
      ...(popularity && { popularity }),
      ...(picture && { picture }),
    })
  }
  return pool
}
