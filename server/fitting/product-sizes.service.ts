import type { Ask } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { LISTED } from '#server/platform/listed.ts'
import { equivalentSizes } from '#server/search/attributes/size-equivalents.ts'
import { audiencesOf } from '#server/sizing/audiences.ts'
import { lengthOf } from '#server/sizing/advise-length.schema.ts'
import { findTable, type FoundTable } from '#server/sizing/find-table.ts'
import { choosingMeasures, rowOfKey, type SizeRow } from '#server/sizing/size-ladder.schema.ts'
import { compareSizes, sizeKey } from '#server/sizing/sizes.ts'
import { usualRows } from '#server/sizing/usual-table.ts'
import { countFits } from './count-fits.ts'

interface Sized {
  id: string
  name: string
  gender: string
  partnerId: string
  partner: string
  brandId: string
  brand: string
  categoryId: string | null
  category: string | null
  /** Slugs of the product's category and its ancestors. */
  categories: string[]
  sizes: string[]
}

/**
 * Returns the size data of a listed product: its table, the table's row for each size, and the fit in approved reviews.
 * Sizes in another country's system are matched by the usual equivalents.
 * @throws AppError not_found
 */
export async function getProductSizes({ db }: Pick<Ask, 'db'>, { productId }: { productId: string }) {
  const product = await getSizedProduct(db, productId)
  const table = await tableFor(db, product)
  const { id, name, brand, partner, category, categories, gender } = product
  return {
    product: { id, name, brand, partner, category, categories, isForChildren: audiencesOf(gender).length === 0 },
    table,
    feedback: await countFits(db, product),
    sizes: [...product.sizes]
      .map((size) => ({ size, key: sizeKey(size) ?? size }))
      .sort((a, b) => compareSizes(a.key, b.key))
      .map(({ size, key }) => ({ size, row: table ? rowFor(table.rows, key, product) : null, length: lengthOf(key) })),
  }
}

/**
 * Whether size advice is possible for a listed product. Pages link to the advice only if it is. @throws AppError
 * not_found
 */
export async function canAdvise({ db }: Pick<Ask, 'db'>, { productId }: { productId: string }): Promise<boolean> {
  const product = await getSizedProduct(db, productId)
  const table = product.sizes.length ? await tableFor(db, product) : null
  return table !== null && Object.keys(choosingMeasures(table.rows)).length > 0
}

type ProductTable = Pick<FoundTable, 'rows' | 'measures'> & { source: FoundTable['source'] | 'usual'; category: string }

/** Returns the brand's table if it has the product's sizes; otherwise the standard meaning of the labels, for jeans and shoes. */
async function tableFor(db: Ask['db'], product: Sized): Promise<ProductTable | null> {
  const audiences = audiencesOf(product.gender)
  if (!audiences.length) return null
  const keys = product.sizes.map((size) => sizeKey(size) ?? size)
  const found = await findTable(db, { ...product, audiences })
  if (found && keys.some((key) => rowFor(found.rows, key, product) !== null)) return found
  const rows = usualRows(keys, product)
  return rows.length ? { rows, source: 'usual', measures: 'body', category: product.category ?? '' } : found
}

/** Returns the data of a listed product that its sizes depend on. @throws AppError not_found */
export async function getSizedProduct(db: Ask['db'], productId: string): Promise<Sized> {
  const [product] = isId(productId)
    ? await db.$queryRaw<Sized[]>`
      SELECT p.id, p.name, p.gender, p.partner_id AS "partnerId", shop.business_name AS partner, p.brand_id AS "brandId", b.name AS brand,
        p.category_id AS "categoryId", c.name AS category,
        ARRAY(WITH RECURSIVE up AS (
            SELECT id, parent_id, slug FROM categories WHERE id = p.category_id
            UNION SELECT c.id, c.parent_id, c.slug FROM categories c JOIN up ON c.id = up.parent_id
          ) SELECT slug FROM up) AS categories,
        ARRAY(SELECT DISTINCT v.size FROM product_variants v WHERE v.product_id = p.id AND v.size IS NOT NULL LIMIT 200) AS sizes
      FROM products p JOIN brands b ON b.id = p.brand_id JOIN partners shop ON shop.id = p.partner_id LEFT JOIN categories c ON c.id = p.category_id
      WHERE p.id = ${productId}::uuid AND ${LISTED}`
    : []
  if (!product) throw new AppError('not_found', 'Product not found')
  return product
}

/** Returns the label of the row for a product's size; null if the table has none. */
function rowFor(
  rows: readonly SizeRow[],
  key: string,
  { categories, gender }: Pick<Sized, 'categories' | 'gender'>,
): string | null {
  const same = rowOfKey(rows, key)
  if (same) return same.label
  const others = equivalentSizes(key, { categories, genders: gender ? [gender] : [] })
  return others.map((other) => rowOfKey(rows, other)).find((row) => row !== undefined)?.label ?? null
}
