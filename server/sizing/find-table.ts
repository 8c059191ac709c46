import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { Audience } from './measures-values.schema.ts'
import type { SizeRow } from './size-ladder.schema.ts'
import { parseSizeRows } from './size-tables.service.ts'
import { USED } from './table-counts.ts'

export interface FoundTable {
  id: string
  rows: SizeRow[]
  source: 'brand' | 'partner' | 'measured'
  measures: 'body' | 'garment'
  audience: Audience
  /** The table's category: the product's or one above it. */
  category: string
  updatedAt: Date
}

/**
 * Finds the size table for a partner's products of a brand in a category. Takes the nearest one, from the category
 * itself upwards, and at the same distance the one for the exact audience.
 * @param wanted.audiences best first
 * @returns null if there is none
 */
export async function findTable(
  db: Db,
  wanted: { partnerId: string; brandId: string; categoryId: string | null; audiences: readonly Audience[] },
): Promise<FoundTable | null> {
  const [exact] = wanted.audiences
  if (wanted.categoryId === null || exact === undefined) return null
  const [found] = await db.$queryRaw<Array<Omit<FoundTable, 'rows'> & { rows: unknown }>>`
    ${categoriesAbove(wanted.categoryId)}
    SELECT t.id, t.rows, t.source, t.measures, t.audience, c.name AS category, t.updated_at AS "updatedAt"
    FROM size_tables t JOIN up ON up.id = t.category_id JOIN categories c ON c.id = t.category_id
    WHERE t.partner_id = ${wanted.partnerId}::uuid AND t.brand_id = ${wanted.brandId}::uuid AND ${USED}
      AND t.audience::text = ANY(${[...wanted.audiences]}::text[])
    ORDER BY up.steps, t.audience::text <> ${exact} LIMIT 1`
  return found ? { ...found, rows: parseSizeRows(found.rows) } : null
}

/** SQL: a category and its ancestors, with their distance. */
const categoriesAbove = (categoryId: string) => Prisma.sql`
  WITH RECURSIVE up AS (
    SELECT id, parent_id, 0 AS steps FROM categories WHERE id = ${categoryId}::uuid
    UNION ALL SELECT c.id, c.parent_id, up.steps + 1 FROM categories c JOIN up ON c.id = up.parent_id WHERE up.steps < 8
  )`
