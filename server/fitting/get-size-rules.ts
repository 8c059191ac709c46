import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db.ts'
import { OPEN } from '#server/platform/listed.ts'
import { equivalentSizes } from '#server/search/attributes/size-equivalents.ts'
import { NameBook } from '#server/search/name-book.ts'
import type { SizeRule } from '#server/search/engine.ts'
import { positionIn, type AdvisedTable } from '#server/sizing/advise.schema.ts'
import type { Audience } from '#server/sizing/measures-values.schema.ts'
import { personOf, type ShopperSizesData } from '#server/sizing/person.schema.ts'
import type { SizeRow } from '#server/sizing/size-ladder.schema.ts'
import { parseSizeRows } from '#server/sizing/size-tables.service.ts'
import { USED } from '#server/sizing/table-counts.ts'

/**
 * The maximum number of tables per search: the last saved ones of each store in turn, so that no store crowds out
 * others.
 */
const MAX_TABLES = 5_000

/** A rule with the data to describe it. */
export interface OwnSizeRule extends SizeRule {
  /** In the table's spelling. */
  labels: string[]
  /** In sizes squared, from everything except reviews. */
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

/** Parsed rows of tables; every save gives a table a new revision. */
const readOnce = new LRUCache<string, SizeRow[]>({ max: 10_000 })
/** The same spellings for everybody, by table, revision and ancestor categories. */
const spelledOnce = new LRUCache<string, SpelledFor[]>({ max: 10_000 })

/** The spellings of a table's sizes for products of some genders. */
type SpelledFor = Pick<SizeRule, 'genders' | 'isExact' | 'sizes'>

/** Returns a rule for each size table that uses at least one of the person's measurements. */
export async function getSizeRules(
  db: Db,
  sizes: ShopperSizesData,
): Promise<{ rules: OwnSizeRule[]; names: NameBook }> {
  const [heads, categories] = await Promise.all([
    db.$queryRaw<TableHead[]>`
      SELECT t.id, t.revision, t.partner_id AS "partnerId", t.brand_id AS "brandId", t.category_id AS "categoryId", t.audience::text AS audience, t.source::text AS source
      FROM (
        SELECT t.*, row_number() OVER (PARTITION BY t.partner_id ORDER BY t.updated_at DESC, t.id) AS turn
        FROM size_tables t JOIN partners s ON s.id = t.partner_id WHERE ${USED} AND ${OPEN}
      ) t ORDER BY t.turn, t.id LIMIT ${MAX_TABLES}`,
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
  const rules = heads.flatMap(({ id, revision, source, audience, ...head }): OwnSizeRule[] => {
    const rows = rowsOf.get(id) ?? []
    const { known } = positionIn({ rows, source }, person)
    if (!known) return []
    const above = names.idsAbove(head.categoryId).flatMap((category) => slugOf.get(category) ?? [])
    const position = {
      place: Math.round(known.place * 100),
      variance: known.variance,
      labels: rows.map(({ label }) => label),
    }
    return spelledFor(`${id} ${revision}`, rows, above, audience).map((spelled) => ({
      ...head,
      ...position,
      ...spelled,
    }))
  })
  return { rules, names }
}

async function rowsFor(db: Db, heads: readonly TableHead[]): Promise<ReadonlyMap<string, SizeRow[]>> {
  const keyOf = ({ id, revision }: Pick<TableHead, 'id' | 'revision'>) => `${id} ${revision}`
  const missing = heads.filter((head) => !readOnce.has(keyOf(head))).map(({ id }) => id)
  const read = missing.length
    ? await db.sizeTable.findMany({ where: { id: { in: missing } }, select: { id: true, revision: true, rows: true } })
    : []
  const fresh = new Map(read.map(({ id, revision, rows }) => [keyOf({ id, revision }), parseSizeRows(rows)]))
  for (const [key, rows] of fresh) readOnce.set(key, rows)
  return new Map(heads.map((head) => [head.id, fresh.get(keyOf(head)) ?? readOnce.get(keyOf(head)) ?? []]))
}

function spelledFor(
  table: string,
  rows: readonly SizeRow[],
  above: readonly string[],
  audience: Audience,
): SpelledFor[] {
  const key = [table, audience, ...above].join()
  const kept = spelledOnce.get(key)
  if (kept) return kept
  const spelled = spell(rows, above, audience)
  spelledOnce.set(key, spelled)
  return spelled
}

function spell(rows: readonly SizeRow[], above: readonly string[], audience: Audience): SpelledFor[] {
  const [women, men] = [spellings(rows, above, 'women'), spellings(rows, above, 'men')]
  if (audience !== 'unisex') return [{ genders: [audience], isExact: true, sizes: audience === 'women' ? women : men }]
  if (JSON.stringify(women) === JSON.stringify(men))
    return [{ genders: ['women', 'men', ''], isExact: false, sizes: women }]
  // US 7 is a different size for women and men: products without a gender match only the table's own spelling.
  const keys = rows.map(({ key }) => [key])
  return [
    { genders: ['women'], isExact: false, sizes: women },
    { genders: ['men'], isExact: false, sizes: men },
    { genders: [''], isExact: false, sizes: keys },
  ]
}

/** Returns each row's key, and the equivalents in other countries' systems that no other row has. */
function spellings(rows: readonly SizeRow[], categories: readonly string[], gender: 'women' | 'men'): string[][] {
  const keys = new Set(rows.map(({ key }) => key))
  return rows.map(({ key }) => [
    key,
    ...equivalentSizes(key, { categories, genders: [gender] }).filter((other) => !keys.has(other)),
  ])
}
