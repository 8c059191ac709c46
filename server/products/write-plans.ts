import { Prisma } from '#prisma/generated/client.ts'
import { newProductColumns, describeProducts } from '#server/search/describe-products.ts'
import { awaitPictures } from './await-pictures.ts'
import type { FittedPlans } from './fit-plans.ts'
import type { ProductPlan } from './plan-product.ts'
import { noteOverrides } from './store-overrides.ts'
import { thinOutPrices, writePrices } from './write-prices.ts'

/**
 * Writes any number of planned products that fit into the partner's quotas, with a few statements. New and changed rows
 * are upserted together; columns that no source sets keep their values.
 * @param isSync true if the data comes from the partner's store or feed, so that the products count as confirmed now
 */
export async function writePlans(
  tx: Prisma.TransactionClient,
  plans: FittedPlans,
  { now, isSync }: { now: Date; isSync: boolean },
): Promise<void> {
  if (!plans.length) return
  // New products without files are described before they are written, because no other rows refer to them yet.
  const described = await newProductColumns(
    tx,
    plans.filter(isNewWithoutFiles).map(({ product, after: { variants } }) => ({ ...product, variants })),
  )
  const products = JSON.stringify(plans.map(({ product }) => ({ ...product, ...described.get(product.id) })))
  await tx.$executeRaw`
    INSERT INTO products (id, partner_id, brand_id, category_id, handle, name, description, description_html, status, tags, style_tags, colour_palette, material, gender, product_url, deleted_at,
      currency, price_minor, price_max_minor, original_price_minor, price_base_minor, stock, is_in_stock, created_at, updated_at, synced_at,
      search_text, name_key, sizes, colours, materials, cuts, lookup_text, inventory_minor, search_version)
    SELECT id, "partnerId", "brandId", "categoryId", handle, name, description, "descriptionHtml", status, tags, '{}', "colourPalette", material, gender, "productUrl", "deletedAt",
      currency, "priceMinor", "priceMaxMinor", "originalPriceMinor", "priceBaseMinor", stock, "isInStock", ${now}::timestamptz, ${now}::timestamptz, ${isSync ? now : null}::timestamptz,
      coalesce("searchText", ''), coalesce("nameKey", ''), coalesce(sizes, '{}'), coalesce(colours, '{}'), coalesce(materials, '{}'), coalesce(cuts, '{}'), coalesce("lookupText", ''),
      coalesce("inventoryMinor", 0), coalesce("searchVersion", 0)
    FROM jsonb_to_recordset(${products}::jsonb) AS r (id uuid, "partnerId" uuid, "brandId" uuid, "categoryId" uuid, handle text, name text, description text,
      "descriptionHtml" text, status product_status, tags text[], "colourPalette" text[], material text, gender text, "productUrl" text, "deletedAt" timestamptz, currency text, "priceMinor" int,
      "priceMaxMinor" int, "originalPriceMinor" int, "priceBaseMinor" int, stock int, "isInStock" boolean, "searchText" text, "nameKey" text,
      sizes text[], colours text[], materials text[], cuts text[], "lookupText" text, "inventoryMinor" bigint, "searchVersion" smallint)
    ON CONFLICT (id) DO UPDATE SET brand_id = excluded.brand_id, category_id = excluded.category_id, handle = excluded.handle, name = excluded.name, description = excluded.description,
      description_html = excluded.description_html, status = excluded.status, tags = excluded.tags, colour_palette = excluded.colour_palette, material = excluded.material, gender = excluded.gender,
      deleted_at = excluded.deleted_at, revision = products.revision + 1,
      product_url = excluded.product_url, currency = excluded.currency, price_minor = excluded.price_minor, price_max_minor = excluded.price_max_minor,
      original_price_minor = excluded.original_price_minor, price_base_minor = excluded.price_base_minor, stock = excluded.stock,
      is_in_stock = excluded.is_in_stock, updated_at = excluded.updated_at, 
      synced_at = coalesce(excluded.synced_at, products.synced_at)`
  await writeVariants(tx, plans, now)
  await writeImages(tx, plans)
  if (!isSync) await noteOverrides(tx, plans)
  await describeProducts(
    tx,
    plans.flatMap(({ product }) => (described.has(product.id) ? [] : product.id)),
  )
}

const isNewWithoutFiles = ({ before, after }: ProductPlan): boolean =>
  before === null && after.images.every(({ fileId }) => fileId === null)

async function writeVariants(tx: Prisma.TransactionClient, plans: ProductPlan[], now: Date): Promise<void> {
  const vanished = plans.flatMap((plan) => plan.vanishedVariantIds)
  if (vanished.length) await tx.productVariant.deleteMany({ where: { id: { in: vanished } } })
  const variants = plans.flatMap((plan) => plan.variants)
  if (variants.length) {
    await tx.$executeRaw`
      INSERT INTO product_variants (id, product_id, position, size, colour_name, colour_hex, options, sku, gtin, store_link, currency, price_minor, original_price_minor, stock)
      SELECT id, "productId", position, size, "colourName", "colourHex", options, sku, gtin, "storeLink", currency, "priceMinor", "originalPriceMinor", stock
      FROM jsonb_to_recordset(${JSON.stringify(variants)}::jsonb) AS r (id uuid, "productId" uuid, position smallint, size text, "colourName" text, "colourHex" text,
        options jsonb, sku text, gtin text, "storeLink" text, currency text, "priceMinor" int, "originalPriceMinor" int, stock int)
      ON CONFLICT (id) DO UPDATE SET position = excluded.position, size = excluded.size, colour_name = excluded.colour_name, colour_hex = excluded.colour_hex,
        options = excluded.options, sku = excluded.sku, gtin = excluded.gtin, store_link = excluded.store_link, currency = excluded.currency, price_minor = excluded.price_minor,
        original_price_minor = excluded.original_price_minor, stock = excluded.stock`
  }
  await thinOutPrices(
    tx,
    plans.flatMap(({ before, prices }) => (before ? prices : [])),
    now,
  )
  await writePrices(
    tx,
    plans.flatMap(({ prices }) => prices),
    now,
  )
}

async function writeImages(tx: Prisma.TransactionClient, plans: ProductPlan[]): Promise<void> {
  const vanished = plans.flatMap((plan) => plan.vanishedImageIds)
  if (vanished.length) await tx.productImage.deleteMany({ where: { id: { in: vanished } } })
  const images = plans.flatMap((plan) => plan.images)
  if (!images.length) return
  // A product may never have two primary pictures, so the old one is changed first.
  const steppingBack = plans.flatMap(({ before, images: changed }) =>
    before ? changed.filter((image) => !image.isPrimary).map((image) => image.id) : [],
  )
  if (steppingBack.length)
    await tx.productImage.updateMany({
      where: { id: { in: steppingBack }, isPrimary: true },
      data: { isPrimary: false },
    })
  await awaitPictures(
    tx,
    Prisma.sql`
      INSERT INTO product_images (id, product_id, position, is_primary, alt, colour_name, source_url, file_id)
      SELECT id, "productId", position, "isPrimary", alt, "colourName", "sourceUrl", "fileId"
      FROM jsonb_to_recordset(${JSON.stringify(images)}::jsonb) AS r (id uuid, "productId" uuid, position smallint, "isPrimary" boolean, alt text, "colourName" text, "sourceUrl" text, "fileId" uuid)
      ON CONFLICT (id) DO UPDATE SET position = excluded.position, is_primary = excluded.is_primary, alt = excluded.alt, colour_name = excluded.colour_name, source_url = excluded.source_url
      RETURNING id, product_id, source_url, file_id`,
  )
}
