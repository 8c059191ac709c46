import { Prisma } from '#prisma/generated/client.ts'
import { UNNAMED } from '#server/catalogue/product-card.ts'
import {
  batchesOfProducts,
  PRODUCT_SIZE,
  productBatches,
  type SizedProduct,
} from '#server/catalogue/product-batches.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { LISTED } from '#server/platform/listed.ts'
import { log } from '#server/platform/log.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { MAX_DESCRIPTION, type FeedProduct, type Money } from './feed-product.schema.ts'

/** The number of product ids and sizes read per batch. */
const PAGE = 200

interface Row {
  id: string
  handle: string
  name: string
  description: string
  brand: string
  partnerId: string
  businessName: string
  category: string[]
  gender: string
  material: string
  currency: string
  priceMinor: number
  priceMaxMinor: number
  originalPriceMinor: number | null
  stock: number | null
  isInStock: boolean
  createdAt: Date
  updatedAt: Date
  pictures: Picture[]
  variants: Array<{
    id: string
    sku: string | null
    gtin: string | null
    size: string | null
    colour: string | null
    hex: string | null
    priceMinor: number
    originalPriceMinor: number | null
    stock: number | null
  }>
}

const COLUMNS = Prisma.sql`
  p.id, p.handle, coalesce(nullif(btrim(p.name), ''), ${UNNAMED}) AS name, left(p.description, ${MAX_DESCRIPTION}::int) AS description, b.name AS brand,
  p.partner_id AS "partnerId", shop.business_name AS "businessName", array_remove(ARRAY[top.name, up.name, c.name], NULL) AS category,
  p.gender, p.material, p.currency, p.price_minor AS "priceMinor", p.price_max_minor AS "priceMaxMinor", p.original_price_minor AS "originalPriceMinor",
  p.stock, p.is_in_stock AS "isInStock", p.created_at AS "createdAt", p.updated_at AS "updatedAt",
  (SELECT coalesce(jsonb_agg(${pictureJson('f', 'i.alt')} ORDER BY i.is_primary DESC, i.position, i.id), '[]')
    FROM product_images i JOIN media_files f ON f.id = i.file_id WHERE i.product_id = p.id) AS pictures,
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'gtin', v.gtin, 'size', v.size, 'colour', v.colour_name, 'hex', v.colour_hex,
    'priceMinor', v.price_minor, 'originalPriceMinor', v.original_price_minor, 'stock', v.stock) ORDER BY v.position, v.id), '[]')
    FROM product_variants v WHERE v.product_id = p.id) AS variants`
/** Joined after paging, so that PostgreSQL reads only a page's rows. */
const JOINS = Prisma.sql`
  JOIN brands b ON b.id = p.brand_id JOIN partners shop ON shop.id = p.partner_id
  LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN categories up ON up.id = c.parent_id LEFT JOIN categories top ON top.id = up.parent_id`

/** Returns the listed ones of these products, by id. Amounts in minor units of each product's currency. */
export async function listFeedProducts(db: Db, siteUrl: string, ids: readonly string[]): Promise<FeedProduct[]> {
  if (!ids.length) return []
  const rows = await db.$queryRaw<Row[]>`
    SELECT ${COLUMNS} FROM products p ${JOINS} WHERE p.id = ANY(${ids}::uuid[]) AND ${LISTED} ORDER BY p.id`
  return rows.map((row) => feedProductOf(row, siteUrl))
}

/**
 * Yields all listed products, or a store's, with a batch of bounded size in memory. A product that changes in the
 * meantime is returned as of the time its batch was read. Logs and leaves out unreadable products.
 */
export async function* eachFeedProduct(
  db: Db,
  { siteUrl, partnerId }: { siteUrl: string; partnerId?: string | undefined },
): AsyncGenerator<FeedProduct> {
  let last: (SizedProduct & { handle: string }) | undefined
  do {
    // Reads a store's products in the order of the index that groups them.
    const where: Prisma.Sql = partnerId
      ? Prisma.sql`p.partner_id = ${partnerId}::uuid AND p.handle > ${last?.handle ?? ''} AND ${LISTED} ORDER BY p.handle`
      : Prisma.sql`p.id > ${last?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid AND ${LISTED} ORDER BY p.id`
    const page: Array<SizedProduct & { handle: string }> = await db.$queryRaw`
      SELECT p.id, p.handle, ${PRODUCT_SIZE} FROM products p WHERE ${where} LIMIT ${PAGE}::int`
    for (const batch of batchesOfProducts(page)) yield* await getBatch(db, siteUrl, batch)
    last = page.length === PAGE ? page.at(-1) : undefined
  } while (last)
}

/** Yields the listed products in batches of bounded size, each with the requested ids. */
export async function* feedProductBatches(
  db: Db,
  siteUrl: string,
  ids: readonly string[],
): AsyncGenerator<{ ids: string[]; products: FeedProduct[] }> {
  for await (const batch of productBatches(db, ids)) yield { ids: batch, products: await getBatch(db, siteUrl, batch) }
}

/**
 * Reads a batch. If that fails, reads each product separately, so that one product never breaks the feed for the
 * others.
 */
async function getBatch(db: Db, siteUrl: string, ids: readonly string[]): Promise<FeedProduct[]> {
  try {
    return await listFeedProducts(db, siteUrl, ids)
  } catch (error) {
    if (isDatabaseAway(error)) throw error
    if (ids.length > 1) {
      const found: FeedProduct[] = []
      for (const id of ids) found.push(...(await getBatch(db, siteUrl, [id])))
      return found
    }
    log.error({ err: error, productId: ids[0] }, 'product left out of a feed')
    return []
  }
}

function feedProductOf(row: Row, siteUrl: string): FeedProduct {
  const { currency } = row
  const money = (minor: number): Money => ({ amount: toAmount(minor, currency), minor, currency })
  const former = (minor: number | null, price: number) => (minor !== null && minor > price ? money(minor) : null)
  return {
    type: 'product',
    id: row.id,
    url: `${siteUrl}/product/${row.id}`,
    name: row.name,
    description: row.description,
    brand: row.brand,
    store: { id: row.partnerId, name: row.businessName, url: `${siteUrl}/brand/${row.partnerId}` },
    category: row.category,
    gender: row.gender,
    material: row.material,
    price: money(row.priceMinor),
    highestPrice: money(row.priceMaxMinor),
    originalPrice: former(row.originalPriceMinor, row.priceMinor),
    availability: availabilityOf(row.isInStock ? 1 : row.stock),
    pictures: row.pictures.map(({ name, width, height, alt }) => ({
      url: `${siteUrl}/img/${name}/1600.jpg`,
      width,
      height,
      alt,
    })),
    variants: row.variants.map((variant) => ({
      id: variant.id,
      sku: variant.sku,
      gtin: variant.gtin,
      size: variant.size,
      colour: variant.colour,
      colourHex: variant.hex,
      price: money(variant.priceMinor),
      originalPrice: former(variant.originalPriceMinor, variant.priceMinor),
      availability: availabilityOf(variant.stock),
    })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

const availabilityOf = (stock: number | null): FeedProduct['availability'] =>
  stock === null ? 'unknown' : stock > 0 ? 'in_stock' : 'out_of_stock'
