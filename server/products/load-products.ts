import { Prisma } from '#prisma/generated/client.ts'
import type { ProductStatus } from '#prisma/generated/enums.ts'
import type { Db } from '#server/platform/db.ts'
import type { KnownCategory } from './category-words.ts'

export interface StoredVariant {
  id: string
  position: number
  size: string | null
  colourName: string | null
  colourHex: string | null
  options: Record<string, string>
  sku: string | null
  gtin: string | null
  storeLink: string | null
  currency: string
  priceMinor: number
  originalPriceMinor: number | null
  stock: number | null
}

export interface StoredImage {
  id: string
  position: number
  isPrimary: boolean
  alt: string
  colourName: string | null
  sourceUrl: string | null
  fileId: string | null
}

/** A complete product, for comparing, changing and restoring it. */
export interface StoredProduct {
  id: string
  handle: string
  brandId: string
  categoryId: string | null
  name: string
  description: string
  descriptionHtml: string | null
  status: ProductStatus
  tags: string[]
  colourPalette: string[]
  material: string
  gender: string
  productUrl: string | null
  currency: string
  priceMinor: number
  priceMaxMinor: number
  originalPriceMinor: number | null
  priceBaseMinor: number
  stock: number | null
  isInStock: boolean
  /** UTC, ISO 8601; null unless its partner deleted it. */
  deletedAt: string | null
  brand: { id: string; name: string }
  category: KnownCategory | null
  variants: StoredVariant[]
  images: StoredImage[]
}

/** A product with its revision. Two revisions may be identical otherwise. */
export interface LoadedProduct {
  product: StoredProduct
  revision: number
}

/** Returns a partner's products with these handles, by handle, including deleted ones. */
export async function loadProducts(
  tx: Db | Prisma.TransactionClient,
  partnerId: string,
  handles: string[],
): Promise<Map<string, LoadedProduct>> {
  const rows = await load(tx, Prisma.sql`partner_id = ${partnerId}::uuid AND handle = ANY(${handles})`)
  return new Map(rows.map((row) => [row.product.handle, row]))
}

/** Returns a partner's products with these ids, by id, including deleted ones. Ignores products of other partners. */
export async function loadProductsById(
  tx: Db | Prisma.TransactionClient,
  partnerId: string,
  ids: string[],
): Promise<Map<string, LoadedProduct>> {
  const rows = await load(tx, Prisma.sql`partner_id = ${partnerId}::uuid AND id = ANY(${ids}::uuid[])`)
  return new Map(rows.map((row) => [row.product.id, row]))
}

async function load(tx: Db | Prisma.TransactionClient, where: Prisma.Sql): Promise<LoadedProduct[]> {
  // Materialised, because PostgreSQL may otherwise walk all products by brand instead of by these handles.
  // eslint-disable-next-line house/listed-products -- includes the partner's own products in any state
  const rows = await tx.$queryRaw<Array<StoredProduct & { revision: number }>>`
    WITH p AS MATERIALIZED (SELECT * FROM products WHERE ${where})
    SELECT p.id, p.handle, p.brand_id AS "brandId", p.category_id AS "categoryId", p.name, p.description, p.description_html AS "descriptionHtml", p.status::text, coalesce(p.tags, '{}') AS tags,
      coalesce(p.colour_palette, '{}') AS "colourPalette", p.material, p.gender, p.product_url AS "productUrl", p.currency, p.price_minor AS "priceMinor", p.price_max_minor AS "priceMaxMinor",
      p.original_price_minor AS "originalPriceMinor", p.price_base_minor AS "priceBaseMinor", p.stock, p.is_in_stock AS "isInStock",
      to_char(p.deleted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "deletedAt", p.revision,
      jsonb_build_object('id', b.id, 'name', b.name) AS brand,
      CASE WHEN c.id IS NULL THEN NULL ELSE jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.slug) END AS category,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'position', v.position, 'size', v.size, 'colourName', v.colour_name, 'colourHex', v.colour_hex, 'options', v.options,
        'sku', v.sku, 'gtin', v.gtin, 'storeLink', v.store_link, 'currency', v.currency, 'priceMinor', v.price_minor, 'originalPriceMinor', v.original_price_minor, 'stock', v.stock)
        ORDER BY v.position, v.id), '[]') FROM product_variants v WHERE v.product_id = p.id) AS variants,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'position', i.position, 'isPrimary', i.is_primary, 'alt', i.alt, 'colourName', i.colour_name, 'sourceUrl', i.source_url,
        'fileId', i.file_id) ORDER BY i.position, i.id), '[]') FROM product_images i WHERE i.product_id = p.id) AS images
    FROM p JOIN brands b ON b.id = p.brand_id LEFT JOIN categories c ON c.id = p.category_id`
  return rows.map(({ revision, ...product }) => ({ product, revision }))
}
