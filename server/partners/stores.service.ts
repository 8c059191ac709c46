import type { Picture } from '#server/media/picture.ts'
import { ACTIVE, OPEN } from '#server/platform/listed.ts'
import { Prisma } from '#prisma/generated/client.ts'
import { mediaOf } from './partners.service.ts'
import { STORES_PAGE_SIZE, type ListStoresInput } from './stores.schema.ts'
import type { Ask } from '#server/platform/ask.ts'

/** The number of featured stores. The first one is the cover, and the others are shown below it. */
const FEATURED_SHOWN = 7

/** A partner's store as its card shows it. All numbers are counted on each request. */
interface PartnerStore {
  id: string
  businessName: string
  ethos: string
  /** When the partner joined. */
  since: Date
  logo: Picture | null
  hero: Picture | null
  products: number
  /** Products with a previous price above the current one. */
  onSale: number
  /** Products added in the last 30 days. */
  newArrivals: number
  /** Mean of the approved reviews' stars, 1 to 5; null if there are none. */
  rating: number | null
  reviews: number
  /** Number of people who have it as a favourite. */
  favourites: number
  isFavourite: boolean
}

export interface StoreList {
  stores: PartnerStore[]
  total: number
  /** The number of the returned page, which is the last one if a later one was requested. */
  page: number
  totalPages: number
}

/**
 * Lists stores of open partners with listed products. Featured: the 7 with the most favourites, then the newest, those
 * with a picture before those without. All: by name, 24 a page. A search and the viewer's favourites are also sorted by
 * name, and include all stores. Visitors who are not signed in have no favourites.
 */
export async function listStores(
  { db, viewer }: Pick<Ask, 'db' | 'viewer'>,
  { q, view, favourites, page }: ListStoresInput,
): Promise<StoreList> {
  const userId = viewer?.userId ?? null
  const isFeatured = view === 'featured' && q === '' && !favourites
  const mine = Prisma.sql`EXISTS (SELECT 1 FROM favourite_stores WHERE partner_id = s.id AND user_id = ${userId}::uuid)`
  const where = Prisma.sql`
    ${OPEN} AND EXISTS (SELECT 1 FROM products p WHERE p.partner_id = s.id AND ${ACTIVE})
    AND (${q} = '' OR strpos(lower(s.business_name), lower(${q})) > 0) ${favourites ? Prisma.sql`AND ${mine}` : Prisma.empty}`
  const [counted] = await db.$queryRaw<Array<{ n: number }>>`SELECT count(*)::int AS n FROM partners s WHERE ${where}`
  const total = Math.min(counted?.n ?? 0, isFeatured ? FEATURED_SHOWN : Infinity)
  const totalPages = Math.max(1, Math.ceil(total / STORES_PAGE_SIZE))
  const shown = Math.min(page, totalPages)
  const keepers = Prisma.sql`(SELECT count(*)::int FROM favourite_stores WHERE partner_id = s.id)`
  const order = isFeatured
    ? Prisma.sql`EXISTS (SELECT 1 FROM partner_media WHERE partner_id = s.id AND media_type = 'hero_image' AND is_active) DESC, ${keepers} DESC, s.created_at DESC, s.id DESC`
    : Prisma.sql`lower(s.business_name), s.id`
  const stores = await db.$queryRaw<PartnerStore[]>`
    SELECT s.id, s.business_name AS "businessName", s.ethos, s.created_at AS since, ${mediaOf('logo')} AS logo, ${mediaOf('hero_image')} AS hero,
      counted.*, rated.*, ${keepers} AS favourites, ${mine} AS "isFavourite"
    FROM (
      SELECT s.*, row_number() OVER (ORDER BY ${order}) AS place FROM partners s WHERE ${where}
      ORDER BY place LIMIT ${isFeatured ? FEATURED_SHOWN : STORES_PAGE_SIZE} OFFSET ${(shown - 1) * STORES_PAGE_SIZE}
    ) s
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS products, (count(*) FILTER (WHERE original_price_minor > price_minor))::int AS "onSale",
        (count(*) FILTER (WHERE created_at > now() - interval '30 days'))::int AS "newArrivals"
      FROM products p WHERE p.partner_id = s.id AND ${ACTIVE}
    ) counted
    CROSS JOIN LATERAL (
      SELECT avg(rating)::float8 AS rating, count(*)::int AS reviews FROM product_reviews WHERE partner_id = s.id AND status = 'approved'
    ) rated
    ORDER BY s.place`
  return { stores, total, page: shown, totalPages }
}
