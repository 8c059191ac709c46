import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db.ts'
import { equivalentSizes } from '#server/search/attributes/size-equivalents.ts'
import { NameBook } from '#server/search/name-book.ts'
import type { SizeRule } from '#server/search/size-rules.ts'
import { standingIn, type AdvisedTable } from '#server/sizing/advise.schema.ts'
import type { Audience } from '#server/sizing/measures-values.schema.ts'
import { personOf, type ShopperSizesData } from '#server/sizing/person.schema.ts'
import type { SizeRow } from '#server/sizing/size-ladder.schema.ts'
import { readRows } from '#server/sizing/size-tables.service.ts'

/** Tables that one search is asked by, those that were saved last first. */
const MOST_TABLES = 5_000

/** A rule with what is said of it. */
export interface OwnSizeRule extends SizeRule {
  /** As the table writes its sizes. */
  labels: string[]
  /** In sizes squared, of everything but the reviews. */
  variance: number
}

interface TableHead {
  id: string
  revision: number
  partnerId: string
  brandId: string
  categoryId: string
  audience: Audience
  source: AdvisedTable['source']
}

/** Rows of tables as they were read once: a save gives a table another revision. */
const readOnce = new LRUCache<string, SizeRow[]>({ max: 10_000 })

/** What every size table says to somebody, as far as it goes by what they have told. */
export async function readSizeRules(
  db: Db,
  sizes: ShopperSizesData,
): Promise<{ rules: OwnSizeRule[]; names: NameBook }> {
  const [heads, categories] = await Promise.all([
    db.$queryRaw<TableHead[]>`
      SELECT t.id, t.revision, t.partner_id AS "partnerId", t.brand_id AS "brandId", t.category_id AS "categoryId", t.audience::text AS audience, t.source::text AS source
      FROM size_tables t WHERE t.removed_at IS NULL ORDER BY t.updated_at DESC, t.id LIMIT ${MOST_TABLES}`,
    db.category.findMany({
      where: { isActive: true },
      select: { id: true, slug: true, name: true, parentId: true, sortOrder: true },
    }),
  ])
  const names = new NameBook({
    brands: [],
    categories: categories.map(({ parentId, ...category }) => ({ ...category, parent: parentId })),
  })
  const slugOf = new Map(categories.map(({ id, slug }) => [id, slug]))
  const rowsOf = await rowsFor(db, heads)
  const person = personOf(sizes)
  const rules = heads.flatMap(({ id, revision: _, source, ...head }): OwnSizeRule[] => {
    const rows = rowsOf.get(id) ?? []
    const { known } = standingIn({ rows, source }, person)
    if (!known) return []
    const slugs = names.idsAbove(head.categoryId).flatMap((category) => slugOf.get(category) ?? [])
    return [
      {
        ...head,
        place: Math.round(known.place * 100),
        variance: known.variance,
        sizes: spellings(rows, { categories: slugs, genders: head.audience === 'unisex' ? [] : [head.audience] }),
        labels: rows.map(({ label }) => label),
      },
    ]
  })
  return { rules, names }
}

async function rowsFor(db: Db, heads: readonly TableHead[]): Promise<ReadonlyMap<string, SizeRow[]>> {
  const keyOf = ({ id, revision }: Pick<TableHead, 'id' | 'revision'>) => `${id} ${revision}`
  const missing = heads.filter((head) => !readOnce.has(keyOf(head))).map(({ id }) => id)
  const read = missing.length
    ? await db.sizeTable.findMany({ where: { id: { in: missing } }, select: { id: true, revision: true, rows: true } })
    : []
  const fresh = new Map(read.map(({ id, revision, rows }) => [keyOf({ id, revision }), readRows(rows)]))
  for (const [key, rows] of fresh) readOnce.set(key, rows)
  return new Map(heads.map((head) => [head.id, fresh.get(keyOf(head)) ?? readOnce.get(keyOf(head)) ?? []]))
}

/** Of each row its key, and those of other countries that mean it and no other row. */
function spellings(rows: readonly SizeRow[], wearing: Parameters<typeof equivalentSizes>[1]): string[][] {
  const own = new Set(rows.map(({ key }) => key))
  return rows.map(({ key }) => [key, ...equivalentSizes(key, wearing).filter((other) => !own.has(other))])
}
