import pg from 'pg'
import { summariseVariants } from '#server/catalogue/summarise-variants.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { describeProduct } from '#server/search/describe-product.ts'
import { toBaseMinor } from '#server/platform/money.ts'
import { CATEGORIES } from './catalogue/categories.ts'
import { generateProducts } from './catalogue/generate-products.ts'
import { PARTNERS } from './catalogue/partners.ts'
import { priceCourses } from './catalogue/price-course.ts'
import { mixSeed, Random } from './catalogue/random.ts'
import { copyRows, type CopyValue } from './copy-rows.ts'
import { demoId } from './demo-ids.ts'
import type { DemoProduct } from './demo.types.ts'
import { DrawingStore } from './drawing-store.ts'
import { brandIdOf, categoryIdOf, partnerIdOf, seedPartnersAndCategories } from './seed-partners.ts'

const BATCH = 2_000
/** Products up to this number have separate pictures. Later ones share pictures by kind, view, colour and pattern. */
const DRAWN_ONE_BY_ONE = 1_200

export interface SeedOptions {
  databaseUrl: string
  dataDir: string
  /** The total number of generated products. */
  count: number
  seed: number
  onProgress?: (done: number) => void
}

/**
 * Extends the generated catalogue of a seed to `count` products; existing ones stay. Each batch is one transaction, so
 * an interrupted run resumes where it stopped.
 * @returns the number of added products
 */
export async function seedCatalogue({ databaseUrl, dataDir, count, seed, onProgress }: SeedOptions): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // If the connection breaks, the running statement reports the error.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const now = new Date()
    const drawings = new DrawingStore(client, dataDir)
    await client.query('BEGIN')
    await seedPartnersAndCategories(client, drawings, now)
    await client.query('COMMIT')
    const rates = await listRates(client)
    const present = await countPresent(client, seed, count)
    if (present === count) return 0
    let batch: Array<{ index: number; product: DemoProduct }> = []
    let index = 0
    const brands = new Set<string>()
    const flush = async () => {
      await writeBatch(client, drawings, { batch, seed, now, rates, brands })
      batch = []
      onProgress?.(index)
    }
    for (const product of generateProducts({ seed, count })) {
      if (index >= present) batch.push({ index, product })
      index++
      if (batch.length === BATCH) await flush()
    }
    await flush()
    await client.query('VACUUM (ANALYZE)')
    return count - present
  } finally {
    await client.end()
  }
}

/** Counts the stored products. They are stored in sequence without gaps, so a binary search finds the number. */
async function countPresent(client: pg.ClientBase, seed: number, count: number): Promise<number> {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    const { rowCount } = await client.query('SELECT 1 FROM products WHERE id = $1', [demoId(seed, 'product', middle)])
    if (rowCount) low = middle + 1
    else high = middle
  }
  return low
}

async function listRates(client: pg.ClientBase): Promise<Map<string, number>> {
  const { rows } = await client.query<{ currency: string; to_base: string }>(
    'SELECT currency, to_base FROM exchange_rates',
  )
  return new Map(rows.map((row) => [row.currency, Number(row.to_base)]))
}

interface Batch {
  batch: Array<{ index: number; product: DemoProduct }>
  seed: number
  now: Date
  rates: Map<string, number>
  brands: Set<string>
}

const currencyOf = new Map(PARTNERS.map((partner) => [partner.key, partner.currency as string]))
const partnerNames = new Map(PARTNERS.map((partner) => [partner.key, partner.businessName]))
const categories = new Map(CATEGORIES.map((category) => [category.slug, category]))
/** Returns a category and its ancestors. */
function categoriesAbove(slug: string): Array<(typeof CATEGORIES)[number]> {
  const category = categories.get(slug)
  return category ? [category, ...(category.parent ? categoriesAbove(category.parent) : [])] : []
}

async function writeBatch(
  client: pg.ClientBase,
  drawings: DrawingStore,
  { batch, seed, now, rates, brands }: Batch,
): Promise<void> {
  const products: CopyValue[][] = []
  const variants: CopyValue[][] = []
  const images: CopyValue[][] = []
  const prices: CopyValue[][] = []
  await client.query('BEGIN')
  for (const { index, product } of batch) {
    if (!brands.has(product.brand)) {
      brands.add(product.brand)
      const partnerId = partnerIdOf(product.partnerKey)
      const isOwn = partnerNames.get(product.partnerKey) === product.brand
      await client.query(
        'INSERT INTO brands (id, name, slug, owner_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
        [brandIdOf(product.brand), product.brand, toSlug(product.brand), isOwn ? partnerId : null],
      )
      await client.query(
        'INSERT INTO brand_spellings (brand_id, partner_id, name) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
        [brandIdOf(product.brand), partnerId, product.brand],
      )
    }
    const id = demoId(seed, 'product', index)
    const currency = currencyOf.get(product.partnerKey) ?? 'USD'
    const summary = summariseVariants(product.variants)
    const search = describeProduct({
      ...product,
      partner: partnerNames.get(product.partnerKey) ?? '',
      categories: categoriesAbove(product.categorySlug).map(({ name }) => name),
      categorySlugs: categoriesAbove(product.categorySlug).map(({ slug }) => slug),
      currency,
      sizeRows: null,
      palettes: [],
    })
    // Adds the product's number to make the time unique, so that products of the same day have an order.
    const createdAt = new Date(now.getTime() - product.ageDays * DAY_MS - (index % 86_400) * 1_000)
    products.push([
      id,
      partnerIdOf(product.partnerKey),
      brandIdOf(product.brand),
      categoryIdOf(product.categorySlug),
      product.key,
      product.name,
      product.description,
      product.status,
      product.tags,
      product.styleTags,
      product.colourPalette,
      product.material,
      product.gender,
      product.targetAudience,
      product.isFeatured,
      product.productUrl,
      '{}',
      currency,
      summary.priceMinor,
      summary.priceMaxMinor,
      summary.originalPriceMinor,
      Number(toBaseMinor(BigInt(summary.priceMinor), currency, rates.get(currency) ?? 1)),
      summary.stock,
      summary.isInStock,
      search.searchText,
      search.nameKey,
      search.sizes,
      search.colours,
      search.materials,
      search.cuts,
      search.lookupText,
      search.inventoryMinor,
      search.searchVersion,
      createdAt,
      createdAt,
      createdAt,
    ])
    for (const [position, variant] of product.variants.entries()) {
      const variantId = demoId(seed, `variant ${position}`, index)
      variants.push([
        variantId,
        id,
        position,
        variant.size,
        variant.colourName,
        variant.colourHex,
        variant.sku,
        variant.gtin,
        variant.storeLink,
        currency,
        variant.priceMinor,
        variant.originalPriceMinor,
        variant.stock,
      ])
    }
    const courses = priceCourses(
      product.variants,
      product.partnerKey,
      product.ageDays,
      new Random(mixSeed(seed, index, 0x9b1ce)),
    )
    for (const [position, course] of courses.entries())
      for (const [number, { daysAgo, priceMinor, originalPriceMinor }] of course.entries())
        prices.push([
          demoId(seed, `price ${position} ${number}`, index),
          id,
          demoId(seed, `variant ${position}`, index),
          currency,
          priceMinor,
          originalPriceMinor,
          new Date(createdAt.getTime() + (product.ageDays - daysAgo) * DAY_MS),
        ])
    const ownPictures = index < DRAWN_ONE_BY_ONE
    for (const [position, image] of (ownPictures ? product.images : product.images.slice(0, 2)).entries()) {
      const { spec } = image
      const fileId = ownPictures
        ? await drawings.product(spec)
        : await drawings.product({ ...spec, variant: spec.variant % 2, ground: DRAWING_GROUND, accent: spec.colour })
      images.push([
        demoId(seed, `image ${position}`, index),
        id,
        position,
        position === 0,
        image.alt,
        image.colourName,
        fileId,
      ])
    }
  }
  await copyRows(
    client,
    'products',
    [
      'id',
      'partner_id',
      'brand_id',
      'category_id',
      'handle',
      'name',
      'description',
      'status',
      'tags',
      'style_tags',
      'colour_palette',
      'material',
      'gender',
      'target_audience',
      'is_featured',
      'product_url',
      'metadata',
      'currency',
      'price_minor',
      'price_max_minor',
      'original_price_minor',
      'price_base_minor',
      'stock',
      'is_in_stock',
      'search_text',
      'name_key',
      'sizes',
      'colours',
      'materials',
      'cuts',
      'lookup_text',
      'inventory_minor',
      'search_version',
      'created_at',
      'updated_at',
      'synced_at',
    ],
    products,
  )
  await copyRows(
    client,
    'product_variants',
    [
      'id',
      'product_id',
      'position',
      'size',
      'colour_name',
      'colour_hex',
      'sku',
      'gtin',
      'store_link',
      'currency',
      'price_minor',
      'original_price_minor',
      'stock',
    ],
    variants,
  )
  await copyRows(
    client,
    'product_images',
    ['id', 'product_id', 'position', 'is_primary', 'alt', 'colour_name', 'file_id'],
    images,
  )
  await copyRows(
    client,
    'price_history',
    ['id', 'product_id', 'variant_id', 'currency', 'price_minor', 'original_price_minor', 'changed_at'],
    prices,
  )
  await client.query('COMMIT')
}

const DRAWING_GROUND = '#cfc7b8'
