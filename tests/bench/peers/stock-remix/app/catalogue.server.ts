import { query } from './db.server'

export const PAGE_SIZE = 24

export interface ListQuery {
  /** In US dollars. */
  priceMax: number | null
  page: number
}

export interface Product {
  id: string
  name: string
  brand: string
  currency: string
  priceMinor: number
  priceMaxMinor: number
  originalPriceMinor: number | null
  stock: number | null
  pictures: Array<{ name: string; width: number; colour: string; alt: string }>
  colours: Array<{ name: string; hex: string | null }>
}

export interface Count {
  value: string
  count: number
}

export interface Named extends Count {
  label: string
}

export interface Category extends Named {
  id: string
  parentId: string | null
}

const LISTED = `products p JOIN partners s ON s.id = p.partner_id
  WHERE p.status = 'active' AND p.taken_down_at IS NULL AND s.verification_status = 'approved' AND NOT s.is_paused`

/** The first parameter of every query is the price. */
const FOUND = `${LISTED} AND ($1::int IS NULL OR p.price_base_minor <= $1)`

const daysSince = (column: string) =>
  `floor(extract(epoch FROM date_trunc('day', now(), 'UTC') - ${column}) / 86400)::int`

/** The order of the list: featured products first, then by freshness, popularity, stock and discount. */
const POINTS = `
  CASE WHEN p.is_featured THEN 1000 ELSE 0 END
  + least(100, greatest(0, 100 - ${daysSince('p.created_at')}))
  - CASE WHEN ${daysSince('coalesce(p.synced_at, p.updated_at)')} > 30 THEN 60 ELSE 0 END
  + p.popularity / 2
  + CASE WHEN p.is_in_stock THEN 60 WHEN p.stock = 0 THEN -200 ELSE 0 END
  + CASE WHEN p.original_price_minor > p.price_minor
      THEN least(40, round(100.0 * (p.original_price_minor - p.price_minor) / p.original_price_minor)::int) ELSE 0 END`

const limitOf = ({ priceMax }: ListQuery) => (priceMax === null ? null : Math.round(priceMax * 100))

export function listProducts(list: ListQuery): Promise<Product[]> {
  return query<Product>(
    `WITH page AS (
       SELECT p.*, (NOT p.is_in_stock AND p.stock = 0) IS TRUE AS is_sold_out, ${POINTS} AS points FROM ${FOUND}
       ORDER BY is_sold_out, points DESC, p.created_at DESC, p.id DESC LIMIT ${PAGE_SIZE} OFFSET $2
     )
     SELECT p.id, p.name, b.name AS brand, p.currency, p.price_minor AS "priceMinor", p.price_max_minor AS "priceMaxMinor",
       p.original_price_minor AS "originalPriceMinor", p.stock, pictures.list AS pictures, colours.list AS colours
     FROM page p JOIN brands b ON b.id = p.brand_id
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(picture), '[]') AS list FROM (
         SELECT left(f.sha256, 24) AS name, f.width, f.colour, i.alt FROM product_images i JOIN media_files f ON f.id = i.file_id
         WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 2
       ) picture
     ) pictures
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(colour), '[]') AS list FROM (
         SELECT v.colour_name AS name, max(v.colour_hex) AS hex FROM product_variants v
         WHERE v.product_id = p.id AND v.colour_name IS NOT NULL GROUP BY v.colour_name ORDER BY min(v.position)
       ) colour
     ) colours
     ORDER BY p.is_sold_out, p.points DESC, p.created_at DESC, p.id DESC`,
    [limitOf(list), (list.page - 1) * PAGE_SIZE],
  )
}

export async function countProducts(list: ListQuery): Promise<number> {
  const [row] = await query<{ total: number }>(`SELECT count(*)::int AS total FROM ${FOUND}`, [limitOf(list)])
  return row?.total ?? 0
}

/** Counts a category together with the categories below it. */
export async function countCategories(list: ListQuery): Promise<Category[]> {
  const categories = await query<Category>(
    `SELECT c.id, c.parent_id AS "parentId", c.slug AS value, c.name AS label, coalesce(found.count, 0)::int AS count
     FROM categories c LEFT JOIN (SELECT p.category_id, count(*) FROM ${FOUND} GROUP BY 1) found ON found.category_id = c.id
     WHERE c.is_active ORDER BY c.level, c.sort_order, c.name`,
    [limitOf(list)],
  )
  const byId = new Map(categories.map((category) => [category.id, category]))
  for (const category of categories.toReversed()) {
    const parent = category.parentId === null ? undefined : byId.get(category.parentId)
    if (parent) parent.count += category.count
  }
  return categories.filter(({ count }) => count > 0)
}

export function countBrands(list: ListQuery): Promise<Named[]> {
  return query<Named>(
    `SELECT b.slug AS value, b.name AS label, found.count::int
     FROM brands b JOIN (SELECT p.brand_id, count(*) FROM ${FOUND} GROUP BY 1) found ON found.brand_id = b.id
     ORDER BY found.count DESC, b.name LIMIT 100`,
    [limitOf(list)],
  )
}

/**
 * Sizes that are hidden, because other sizes stand for them: 'EU 40' ('UK 12 women'), 'W32 L34' (both) and 'S/M'
 * (both).
 */
const NOT_SHOWN = /^((UK|EU|US|IT|FR|DE|AU|JP) ([0-9.]+|[A-Z])|W[0-9]+ L[0-9]+|[A-Z]+\/[A-Z]+)$/

export async function countSizes(list: ListQuery): Promise<Count[]> {
  const sizes = await query<Count>(
    `SELECT value, count(*)::int FROM (SELECT unnest(p.sizes) AS value FROM ${FOUND}) found GROUP BY value`,
    [limitOf(list)],
  )
  return sizes.filter(({ value }) => !NOT_SHOWN.test(value))
}

export function countColours(list: ListQuery, shown: string[]): Promise<Count[]> {
  return query<Count>(
    `SELECT value, count(*)::int FROM (SELECT unnest(p.colours) AS value FROM ${FOUND}) found WHERE value = ANY($2) GROUP BY value`,
    [limitOf(list), shown],
  )
}

export function countMaterials(list: ListQuery): Promise<Count[]> {
  return query<Count>(
    `SELECT value, count(*)::int FROM (SELECT unnest(p.materials) AS value FROM ${FOUND}) found GROUP BY value ORDER BY count DESC, value`,
    [limitOf(list)],
  )
}

export function countGenders(list: ListQuery): Promise<Count[]> {
  return query<Count>(
    `SELECT p.gender AS value, count(*)::int FROM ${FOUND} AND p.gender <> '' GROUP BY 1 ORDER BY count DESC`,
    [limitOf(list)],
  )
}

/** Counts price ranges in pounds, independent of the requested price. */
export async function countPrices(): Promise<number[]> {
  const [row] = await query<{ counts: number[] }>(
    `SELECT ARRAY[
       count(*) FILTER (WHERE price <= 50), count(*) FILTER (WHERE price BETWEEN 50 AND 100),
       count(*) FILTER (WHERE price BETWEEN 100 AND 200), count(*) FILTER (WHERE price >= 200)
     ]::int[] AS counts
     FROM (SELECT p.price_base_minor / 100.0 / (SELECT to_base FROM exchange_rates WHERE currency = 'GBP') AS price FROM ${LISTED}) found`,
  )
  return row?.counts ?? []
}

export async function countOffers(list: ListQuery): Promise<{ onSale: number; inStock: number }> {
  const [row] = await query<{ onSale: number; inStock: number }>(
    `SELECT count(*) FILTER (WHERE p.original_price_minor > p.price_minor)::int AS "onSale",
       count(*) FILTER (WHERE p.is_in_stock)::int AS "inStock" FROM ${FOUND}`,
    [limitOf(list)],
  )
  return row ?? { onSale: 0, inStock: 0 }
}
