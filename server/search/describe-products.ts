/* eslint-disable house/listed-products -- describes all products, because any may be listed tomorrow */
import { Prisma } from '#prisma/generated/client.ts'
import { productBatches } from '#server/catalogue/product-batches.ts'
import { PLACE } from '#server/media/appearance/appearance-bytes.shared.ts'
import type { Db } from '#server/platform/db.ts'
import { parseSizeRows } from '#server/sizing/size-tables.service.ts'
import { USED } from '#server/sizing/table-counts.ts'
import { describeProduct, SEARCH_VERSION, type ProductFacts, type SearchColumns } from './describe-product.ts'

/** Products read per batch. */
const PAGE = 500
/** Pictures per product that are compared with shoppers' photos. */
const MAX_APPEARANCES = 6
/** The appearances of a product `p`'s pictures, the main picture first, each with its position. */
const APPEARANCES = Prisma.sql`coalesce((
  SELECT string_agg(set_byte(appearance, ${PLACE.picture}::int, place), '' ORDER BY place) FROM (
    SELECT f.appearance, (row_number() OVER (ORDER BY i.is_primary DESC, i.position, i.id) - 1)::int AS place
    FROM product_images i JOIN media_files f ON f.id = i.file_id WHERE i.product_id = p.id
  ) pictures WHERE length(appearance) = ${PLACE.bytes} AND place < ${MAX_APPEARANCES}), '')`

/**
 * The size table rows of a product `p`, by the same rule as sizing/find-table.ts: the nearest category up the tree, and
 * there the exact audience first.
 */
const SIZE_ROWS = Prisma.sql`(
  SELECT t.rows FROM size_tables t JOIN above ON above.leaf = p.category_id AND above.id = t.category_id
  WHERE t.partner_id = p.partner_id AND t.brand_id = p.brand_id AND ${USED} AND p.gender NOT IN ('girls', 'boys', 'kids')
    AND t.audience::text IN (p.gender, 'unisex')
  ORDER BY above.distance, t.audience::text <> p.gender LIMIT 1)`

/** The partner, brand, category and gender of a product. */
interface Place {
  partnerId: string
  brandId: string
  categoryId: string | null
  gender: string
}

/** The facts that follow from a product's place. */
type Surroundings = Pick<ProductFacts, 'brand' | 'partner' | 'categories' | 'categorySlugs'> & { sizeRows: unknown }

/** Selects the surroundings of each row `p` of `withCategories`. */
const SURROUNDINGS = Prisma.sql`b.name AS brand, s.business_name AS partner,
  ARRAY(SELECT name FROM above WHERE leaf = p.category_id ORDER BY distance) AS categories,
  ARRAY(SELECT slug FROM above WHERE leaf = p.category_id ORDER BY distance) AS "categorySlugs",
  ${SIZE_ROWS} AS "sizeRows"
  FROM wanted p JOIN brands b ON b.id = p.brand_id JOIN partners s ON s.id = p.partner_id`

/** Names these rows `wanted`, and their categories and all ancestors `above`. */
const withCategories = (wanted: Prisma.Sql) => Prisma.sql`
  WITH RECURSIVE wanted AS (${wanted}),
  above AS (
    SELECT c.id AS leaf, c.id, c.slug, c.name, c.parent_id, 0 AS distance FROM categories c WHERE c.id IN (SELECT category_id FROM wanted)
    UNION ALL
    SELECT above.leaf, c.id, c.slug, c.name, c.parent_id, above.distance + 1 FROM above JOIN categories c ON c.id = above.parent_id WHERE above.distance < 8
  )`

/**
 * Updates the derived columns (describe-product.ts) from the products' current data. Call it in every transaction that
 * writes products, variants or pictures.
 */
export async function describeProducts(db: Db | Prisma.TransactionClient, ids: string[]): Promise<void> {
  for await (const batch of productBatches(db, ids)) await describeBatch(db, batch)
}

/** Describes products that have an older version or a renamed brand or category. @returns the number of products. */
export async function describeStale(db: Db): Promise<number> {
  let done = 0
  for (;;) {
    const rows = await db.$queryRaw<
      Array<{ id: string }>
    >`SELECT id FROM products WHERE search_version <> ${SEARCH_VERSION} LIMIT ${PAGE}`
    if (!rows.length) return done
    await describeProducts(
      db,
      rows.map(({ id }) => id),
    )
    done += rows.length
  }
}

/** Describes the products that show any of these files. */
export async function describeShown(db: Db | Prisma.TransactionClient, fileIds: string[]): Promise<void> {
  const images = await db.productImage.findMany({
    where: { fileId: { in: fileIds } },
    distinct: ['productId'],
    select: { productId: true },
  })
  await describeProducts(
    db,
    images.map(({ productId }) => productId),
  )
}

/** A product that is about to be added, without files. */
export type NewProduct = Omit<ProductFacts, 'styleTags' | 'palettes' | keyof Surroundings> & Place & { id: string }

/** Returns the derived columns of new products by id, so that their INSERT writes them at once. */
export async function describeNew(
  tx: Prisma.TransactionClient,
  products: NewProduct[],
): Promise<Map<string, SearchColumns>> {
  if (!products.length) return new Map()
  const places = [...new Set(products.map(placeOf))]
  const rows = await tx.$queryRaw<Array<Surroundings & { place: string }>>`
    ${withCategories(Prisma.sql`
      SELECT place, partner_id, brand_id, category_id, gender
      FROM unnest(${places}::text[]) place, jsonb_to_record(place::jsonb) r (partner_id uuid, brand_id uuid, category_id uuid, gender text)`)}
    SELECT p.place, ${SURROUNDINGS}`
  const around = new Map(rows.map(({ place, ...surroundings }) => [place, surroundings]))
  return new Map(
    products.flatMap((product) => {
      const surroundings = around.get(placeOf(product))
      if (!surroundings) return []
      return [[product.id, describe({ ...product, ...surroundings, styleTags: [], palettes: [] })] as const]
    }),
  )
}

/** Returns a product's place. Products with the same place have the same surroundings. */
const placeOf = ({ partnerId, brandId, categoryId, gender }: Place): string =>
  JSON.stringify({ partner_id: partnerId, brand_id: brandId, category_id: categoryId, gender })

const describe = ({ sizeRows, ...facts }: Omit<ProductFacts, 'sizeRows'> & Surroundings): SearchColumns =>
  describeProduct({ ...facts, sizeRows: sizeRows === null ? null : parseSizeRows(sizeRows) })

async function describeBatch(db: Db | Prisma.TransactionClient, ids: string[]): Promise<void> {
  if (!ids.length) return
  const products = await db.$queryRaw<
    Array<Omit<ProductFacts, 'sizeRows'> & Surroundings & { id: string; revision: number }>
  >`
    ${withCategories(Prisma.sql`SELECT * FROM products WHERE id = ANY(${ids}::uuid[])`)}
    SELECT p.id, p.revision, p.name, coalesce(p.tags, '{}') AS tags,
      coalesce(p.style_tags, '{}') AS "styleTags", coalesce(p.colour_palette, '{}') AS "colourPalette", p.material, p.gender, p.description, p.currency,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('size', v.size, 'stock', v.stock, 'colourName', v.colour_name, 'colourHex', v.colour_hex, 'sku', v.sku, 'gtin', v.gtin, 'priceMinor', v.price_minor) ORDER BY v.position, v.id), '[]')
        FROM product_variants v WHERE v.product_id = p.id) AS variants,
      (SELECT coalesce(jsonb_agg(f.palette ORDER BY i.is_primary DESC, i.position), '[]')
        FROM product_images i JOIN media_files f ON f.id = i.file_id WHERE i.product_id = p.id AND f.palette IS NOT NULL) AS palettes,
      ${SURROUNDINGS}`
  const described = JSON.stringify(
    products.map(({ id, revision, ...product }) => ({ id, revision, ...describe(product) })),
  )
  // A concurrent writer of a product has described it too, from newer data.
  await db.$executeRaw`
    UPDATE products p SET appearances = ${APPEARANCES}, search_text = r."searchText", name_key = r."nameKey", sizes = r.sizes, colours = r.colours, materials = r.materials, cuts = r.cuts,
      lookup_text = r."lookupText", inventory_minor = r."inventoryMinor", search_version = r."searchVersion"
    FROM jsonb_to_recordset(${described}::jsonb) AS r (id uuid, revision int, "searchText" text, "nameKey" text, sizes text[], colours text[], materials text[], cuts text[], "lookupText" text, "inventoryMinor" bigint, "searchVersion" smallint)
    WHERE p.id = r.id AND p.revision = r.revision`
}
