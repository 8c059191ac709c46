import { appearanceOf } from '#server/media/appearance/appearance-bytes.shared.ts'
import { writeAppearanceText } from '#server/media/appearance/appearance.schema.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { KEPT_PLAN } from '#server/platform/kept-plan.ts'
import { LISTED } from '#server/platform/listed.ts'
import { resolveDestination } from './destination.ts'
import { findPriceHistory } from './price-history.ts'
import { UNNAMED } from './product-card.ts'

interface Named {
  name: string
  slug: string
}

/** Maximum options of variants on the page, and values of each. */
const [MAX_OPTIONS, MAX_VALUES] = [10, 100]

interface ProductRow {
  id: string
  name: string
  description: string
  /** Sanitised; null where the partner's text has no markup. */
  descriptionHtml: string | null
  tags: string[]
  styleTags: string[]
  material: string
  gender: string
  /** Families and shades: 'green', 'sage green'. */
  colours: string[]
  /** Keys: 'linen'. */
  materials: string[]
  /** USD cents. */
  priceBaseMinor: number
  currency: string
  priceMinor: number
  priceMaxMinor: number
  originalPriceMinor: number | null
  /** Null if the store does not report it. */
  stock: number | null
  isInStock: boolean
  productUrl: string | null
  createdAt: Date
  updatedAt: Date
  brand: Named
  category: (Named & { parent: Named | null }) | null
  partner: {
    id: string
    businessName: string
    websiteUrl: string | null
    shippingPolicy: string | null
    returnsPolicy: string | null
    returnsDays: number | null
  }
  verifiedHosts: string[]
  variants: Array<{
    id: string
    size: string | null
    colourName: string | null
    colourHex: string | null
    options: Record<string, string>
    sku: string | null
    gtin: string | null
    priceMinor: number
    originalPriceMinor: number | null
    stock: number | null
  }>
  pictures: Array<Picture & { colourName: string | null; appearance: string | null }>
}

/**
 * Returns a listed product with everything that its page shows except its reviews (feedback/list-reviews.service.ts).
 * Amounts in minor units of `currency`. A stock of null means that the store does not report it.
 * @throws AppError not_found
 */
export async function getProduct(db: Db, productId: string) {
  // One statement, because Prisma's relations would need nine, half of the page's cost.
  const [row] = isId(productId)
    ? await db.$queryRaw<ProductRow[]>`${KEPT_PLAN}
    SELECT p.id, p.name, p.description, p.description_html AS "descriptionHtml", p.tags, p.style_tags AS "styleTags", p.material, p.gender, coalesce(p.colours, '{}') AS colours, coalesce(p.materials, '{}') AS materials, p.price_base_minor AS "priceBaseMinor", p.currency,
      p.price_minor AS "priceMinor", p.price_max_minor AS "priceMaxMinor", p.original_price_minor AS "originalPriceMinor", p.stock, p.is_in_stock AS "isInStock",
      p.product_url AS "productUrl", p.created_at AS "createdAt", p.updated_at AS "updatedAt",
      jsonb_build_object('name', b.name, 'slug', b.slug) AS brand,
      CASE WHEN c.id IS NOT NULL THEN jsonb_build_object('name', c.name, 'slug', c.slug, 'parent',
        CASE WHEN up.id IS NOT NULL THEN jsonb_build_object('name', up.name, 'slug', up.slug) END) END AS category,
      jsonb_build_object('id', shop.id, 'businessName', shop.business_name, 'websiteUrl', shop.website_url,
        'shippingPolicy', shop.shipping_policy, 'returnsPolicy', shop.returns_policy, 'returnsDays', shop.returns_days) AS partner,
      ARRAY(SELECT host FROM partner_domains WHERE partner_id = p.partner_id) AS "verifiedHosts",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'size', v.size, 'colourName', v.colour_name, 'colourHex', v.colour_hex, 'options', v.options,
        'sku', v.sku, 'gtin', v.gtin, 'priceMinor', v.price_minor, 'originalPriceMinor', v.original_price_minor, 'stock', v.stock) ORDER BY v.position, v.id), '[]')
        FROM product_variants v WHERE v.product_id = p.id) AS variants,
      (SELECT coalesce(jsonb_agg(${pictureJson('f', 'i.alt')} || jsonb_build_object('colourName', i.colour_name, 'appearance', encode(f.appearance, 'hex')) ORDER BY i.is_primary DESC, i.position), '[]')
        FROM product_images i JOIN media_files f ON f.id = i.file_id WHERE i.product_id = p.id) AS pictures
    FROM products p JOIN brands b ON b.id = p.brand_id JOIN partners shop ON shop.id = p.partner_id
      LEFT JOIN categories c ON c.id = p.category_id LEFT JOIN categories up ON up.id = c.parent_id
    WHERE p.id = ${productId}::uuid AND ${LISTED}`
    : []
  if (!row) throw new AppError('not_found', 'Product not found')
  const { productUrl, verifiedHosts, partner, pictures, variants, ...product } = row
  return {
    ...product,
    name: product.name.trim() || UNNAMED,
    pictures: withLooks(pictures),
    variants: variants.map(({ options: _, ...variant }) => variant),
    otherOptions: otherOptionsOf(variants),
    partner: { ...partner, canBeVisited: resolveDestination({ productUrl, verifiedHosts }) !== null },
    priceHistory: await findPriceHistory(db, { ...product, variants }),
  }
}

/**
 * Lists the variants' options beyond colour and size, combined for all variants. Listing them for each of 2,048
 * variants could make the page a quarter larger.
 */
function otherOptionsOf(variants: ProductRow['variants']): Array<{ name: string; values: string[]; more: number }> {
  const found = new Map<string, Set<string>>()
  for (const { options } of variants)
    for (const [name, value] of Object.entries(options)) {
      const values = found.get(name)
      if (values) values.add(value)
      else if (found.size < MAX_OPTIONS) found.set(name, new Set([value]))
    }
  return [...found].map(([name, values]) => ({
    name,
    values: [...values].slice(0, MAX_VALUES),
    more: Math.max(0, values.size - MAX_VALUES),
  }))
}

/**
 * Adds the appearance to the first picture of each colour, for lists. Other pictures, and those that are not analysed
 * yet, have none.
 */
function withLooks(pictures: ProductRow['pictures']) {
  const seen = new Set<string | null>()
  return pictures.map(({ appearance, ...picture }): Picture & { colourName: string | null; looksLike?: string } => {
    if (!appearance || seen.has(picture.colourName)) return picture
    seen.add(picture.colourName)
    return { ...picture, looksLike: writeAppearanceText(appearanceOf(Buffer.from(appearance, 'hex'))) }
  })
}
