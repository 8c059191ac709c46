import { Prisma } from '#prisma/generated/client.ts'
import type { Ask } from '#server/platform/ask.ts'
import { LISTED } from '#server/platform/listed.ts'
import { advise } from '#server/sizing/advise.schema.ts'
import { audiencesOf } from '#server/sizing/audiences.ts'
import { personOf } from '#server/sizing/person.schema.ts'
import type { Audience } from '#server/sizing/measures-values.schema.ts'
import { parseSizeRows } from '#server/sizing/size-tables.service.ts'
import { SPEAKS } from '#server/sizing/table-counts.ts'
import type { OtherBrandsInput } from './fitting.schema.ts'
import { getSizedProduct } from './product-sizes.service.ts'

/** The maximum number of tables to check, those of the shop's newest first. */
const MAX_TABLES = 300
const MAX_SHOWN = 60
const NOTHING = { small: 0, asExpected: 0, large: 0 }

interface TableRow {
  brandId: string
  partnerId: string
  categoryId: string
  brand: string
  brandSlug: string
  category: string
  categorySlug: string
  audience: Audience
  source: 'brand' | 'partner' | 'measured'
  rows: unknown
}

/**
 * Returns a person's size at all other brands that have a table for the product's department and audience, and listed
 * stock in that size, the surest first. Each links to a list of that brand, category, audience and size. Does not use
 * reviews, which are about single products. Nothing is stored.
 * @throws AppError not_found
 */
export async function adviseOtherBrands({ db }: Pick<Ask, 'db'>, { productId, sizes }: OtherBrandsInput) {
  const product = await getSizedProduct(db, productId)
  const tables = await db.$queryRaw<TableRow[]>`
    WITH RECURSIVE department AS (
      SELECT id FROM categories WHERE parent_id IS NULL AND slug = ANY(${product.categories}::text[])
      UNION SELECT c.id FROM categories c JOIN department d ON c.parent_id = d.id
    )
    SELECT t.brand_id AS "brandId", t.partner_id AS "partnerId", t.category_id AS "categoryId", b.name AS brand, b.slug AS "brandSlug", c.name AS category, c.slug AS "categorySlug",
      t.audience, t.source, t.rows
    FROM size_tables t JOIN department d ON d.id = t.category_id JOIN brands b ON b.id = t.brand_id JOIN categories c ON c.id = t.category_id
    WHERE ${SPEAKS} AND t.brand_id <> ${product.brandId}::uuid AND t.audience::text = ANY(${audiencesOf(product.gender)}::text[])
    ORDER BY t.updated_at DESC, t.id LIMIT ${MAX_TABLES}`
  const person = personOf(sizes)
  const advised = tables.flatMap(({ rows, source, ...table }) => {
    const advice = advise({
      table: { rows: parseSizeRows(rows), source },
      person,
      feedback: { product: NOTHING, brand: NOTHING },
    })
    return advice.kind === 'size'
      ? [{ ...table, size: advice.size, key: advice.key, sureness: advice.sureness, chance: advice.chance }]
      : []
  })
  const there = await inStock(db, advised)
  return advised
    .filter((_, place) => there.has(place))
    .sort((a, b) => b.chance - a.chance || (a.brand < b.brand ? -1 : 1))
    .slice(0, MAX_SHOWN)
    .map(({ brand, brandSlug, category, categorySlug, audience, size, key, sureness }) => ({
      brand,
      brandSlug,
      category,
      categorySlug,
      audience,
      size,
      key,
      sureness,
    }))
}

interface Wanted {
  brandId: string
  partnerId: string
  categoryId: string
  audience: Audience
  key: string
}

/** Returns the indexes of the sizes with a listed product in stock. */
async function inStock(db: Ask['db'], wanted: readonly Wanted[]): Promise<ReadonlySet<number>> {
  if (!wanted.length) return new Set()
  const rows = wanted.map(
    ({ brandId, partnerId, categoryId, audience, key }, place) =>
      Prisma.sql`(${place}::int, ${brandId}::uuid, ${partnerId}::uuid, ${categoryId}::uuid, ${audience === 'unisex' ? null : audience}::text, ${key}::text)`,
  )
  const found = await db.$queryRaw<Array<{ place: number }>>`
    WITH RECURSIVE below AS (
      SELECT id, id AS top FROM categories UNION ALL SELECT c.id, b.top FROM categories c JOIN below b ON c.parent_id = b.id
    )
    SELECT w.place FROM (VALUES ${Prisma.join(rows)}) AS w(place, brand_id, partner_id, category_id, gender, size)
    WHERE EXISTS (
      SELECT 1 FROM products p WHERE p.brand_id = w.brand_id AND p.partner_id = w.partner_id AND p.category_id IN (SELECT b.id FROM below b WHERE b.top = w.category_id)
        AND (w.gender IS NULL OR p.gender = w.gender) AND w.size = ANY(p.sizes) AND ${LISTED})`
  return new Set(found.map(({ place }) => place))
}
