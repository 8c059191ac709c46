import type { Ask } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { audiencesOf } from '#server/sizing/audiences.ts'
import { bodyOfSize, type FittingGarment } from '#server/sizing/person.schema.ts'
import { rowOfKey } from '#server/sizing/size-ladder.schema.ts'
import { parseSizeRows } from '#server/sizing/size-tables.service.ts'
import { SPEAKS } from '#server/sizing/table-counts.ts'
import { sizeKey } from '#server/sizing/sizes.ts'
import type { FindGarmentInput } from './fitting.schema.ts'
import { getSizedProduct } from './product-sizes.service.ts'

/** Maximum brands suggested while typing. Other brands with a table are found too. */
const MAX_BRANDS = 400
/** Maximum tables searched for one brand. */
const MAX_TABLES = 50

/** Returns the brands and top categories with size tables, to choose from for a garment that fits. */
export async function listGarmentChoices({ db }: Pick<Ask, 'db'>) {
  const [brands, categories] = await Promise.all([
    db.$queryRaw<Array<{ name: string }>>`
      SELECT b.name FROM brands b WHERE EXISTS (SELECT FROM size_tables t WHERE t.brand_id = b.id AND ${SPEAKS}) ORDER BY b.name LIMIT ${MAX_BRANDS}`,
    db.$queryRaw<Array<{ slug: string; name: string }>>`
      WITH RECURSIVE up AS (
        SELECT c.id, c.parent_id FROM categories c WHERE c.id IN (SELECT t.category_id FROM size_tables t WHERE ${SPEAKS})
        UNION SELECT c.id, c.parent_id FROM categories c JOIN up ON c.id = up.parent_id
      ) SELECT c.slug, c.name FROM categories c WHERE c.id IN (SELECT id FROM up WHERE parent_id IS NULL) AND c.is_active ORDER BY c.sort_order, c.name`,
  ])
  return { brands: brands.map(({ name }) => name), categories }
}

/**
 * Returns the body measurements for a garment that fits, by its brand's table. Uses the latest table that comes from
 * the brand's owner or that we accepted. Nothing is stored.
 * @throws AppError not_found: no such product; bad_input at `brand` or `size`: no table, or none with this size
 */
export async function findGarment({ db }: Pick<Ask, 'db'>, input: FindGarmentInput): Promise<FittingGarment> {
  const audiences = audiencesOf(
    'audience' in input ? input.audience : (await getSizedProduct(db, input.productId)).gender,
  )
  const tables = await db.$queryRaw<Array<{ rows: unknown; brand: string; category: string }>>`
    WITH RECURSIVE below AS (
      SELECT id FROM categories WHERE slug = ${input.category}
      UNION SELECT c.id FROM categories c JOIN below ON c.parent_id = below.id
    )
    SELECT t.rows, b.name AS brand, c.name AS category FROM size_tables t JOIN brands b ON b.id = t.brand_id JOIN categories c ON c.id = t.category_id
    WHERE (b.slug = ${input.brand} OR lower(b.name) = lower(${input.brand})) AND t.category_id IN (SELECT id FROM below) AND ${SPEAKS}
      AND t.audience::text = ANY(${audiences}::text[])
    ORDER BY t.updated_at DESC LIMIT ${MAX_TABLES}`
  if (!tables.length)
    throw new AppError('bad_input', `We don’t have a size chart from ${input.brand} for these items.`, {
      field: 'brand',
    })
  const key = sizeKey(input.size) ?? input.size
  for (const { rows, brand, category } of tables) {
    const read = parseSizeRows(rows)
    const row = rowOfKey(read, key)
    if (row) return { brand, category, size: row.label, body: bodyOfSize(read, row.key) }
  }
  const known = parseSizeRows(tables[0]?.rows).map(({ label }) => label)
  throw new AppError(
    'bad_input',
    `This size is not in the brand’s size chart. Choose one of these: ${known.join(', ')}.`,
    {
      field: 'size',
    },
  )
}
