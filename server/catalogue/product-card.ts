import { Prisma } from '#prisma/generated/client.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'

/** A product as lists show it. Amounts in minor units of `currency`. */
export interface ProductCard {
  id: string
  name: string
  brand: string
  brandSlug: string
  partnerId: string
  category: string | null
  currency: string
  /** Of the cheapest variant that can be bought; 'from' when priceMaxMinor is above it. */
  priceMinor: number
  priceMaxMinor: number
  originalPriceMinor: number | null
  isInStock: boolean
  /** Null: the store does not tell. */
  stock: number | null
  /** Up to two: the second shows on hover. */
  pictures: Picture[]
}

/** What shoppers may see: active products of approved partners. */
export const LISTED_WHERE = { status: 'active', partner: { verificationStatus: 'approved' } } as const satisfies Prisma.ProductWhereInput
/** The same as SQL. `p` is the products row. */
export const LISTED = Prisma.sql`p.status = 'active' AND p.partner_id IN (SELECT id FROM partners WHERE verification_status = 'approved')`

/** What stands where a partner gave no name. */
export const UNNAMED = 'Unnamed Product'

/** The columns of a ProductCard; goes with CARD_JOINS, `p` being the products row. */
export const CARD_COLUMNS = Prisma.sql`
  p.id, coalesce(nullif(btrim(p.name), ''), ${UNNAMED}) AS name, b.name AS brand, b.slug AS "brandSlug", p.partner_id AS "partnerId", c.name AS category, p.currency,
  p.price_minor AS "priceMinor", p.price_max_minor AS "priceMaxMinor", p.original_price_minor AS "originalPriceMinor",
  p.is_in_stock AS "isInStock", p.stock, pictures.list AS pictures`

export const CARD_JOINS = Prisma.sql`
  JOIN brands b ON b.id = p.brand_id
  LEFT JOIN categories c ON c.id = p.category_id
  CROSS JOIN LATERAL (
    SELECT coalesce(jsonb_agg(picture ORDER BY is_primary DESC, position), '[]') AS list FROM (
      SELECT ${pictureJson('f', 'i.alt')} AS picture, i.is_primary, i.position
      FROM product_images i JOIN media_files f ON f.id = i.file_id
      WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 2
    ) first_two
  ) pictures`
