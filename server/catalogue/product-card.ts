import { Prisma } from '#prisma/generated/client.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'

/** A product as shown in lists. Amounts are in minor units of `currency`. */
export interface ProductCard {
  id: string
  name: string
  brand: string
  brandSlug: string
  partnerId: string
  category: string | null
  currency: string
  /** Price of the cheapest variant that can be bought; shown with 'from' if priceMaxMinor is higher. */
  priceMinor: number
  priceMaxMinor: number
  originalPriceMinor: number | null
  isInStock: boolean
  /** Null if the store does not report it. */
  stock: number | null
  /** Up to two; the second shows on hover, and has no `alt`. */
  pictures: Picture[]
}

/** Shown in place of a missing product name. */
export const UNNAMED = 'Unnamed Product'

/** The columns of a ProductCard except its pictures. Needs NAME_JOINS; `p` is the products row. */
export const CARD_TEXTS = Prisma.sql`
  p.id, coalesce(nullif(btrim(p.name), ''), ${UNNAMED}) AS name, b.name AS brand, b.slug AS "brandSlug", p.partner_id AS "partnerId", c.name AS category, p.currency,
  p.price_minor AS "priceMinor", p.price_max_minor AS "priceMaxMinor", p.original_price_minor AS "originalPriceMinor",
  p.is_in_stock AS "isInStock", p.stock`

export const NAME_JOINS = Prisma.sql`JOIN brands b ON b.id = p.brand_id LEFT JOIN categories c ON c.id = p.category_id`

/** The columns of a ProductCard. Needs CARD_JOINS; `p` is the products row. */
export const CARD_COLUMNS = Prisma.sql`${CARD_TEXTS}, pictures.list AS pictures`

/** Only the first picture has alt text, because the second one only shows on hover. */
const FIRST_ALT = "CASE WHEN row_number() OVER (ORDER BY i.is_primary DESC, i.position) = 1 THEN i.alt ELSE '' END"

export const CARD_JOINS = Prisma.sql`
  ${NAME_JOINS}
  CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_agg(picture ORDER BY is_primary DESC, position), '[]') AS list FROM (
      SELECT ${pictureJson('f', FIRST_ALT)} AS picture, i.is_primary, i.position
      FROM product_images i JOIN media_files f ON f.id = i.file_id
      WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 2
    ) first_two
  ) pictures`
