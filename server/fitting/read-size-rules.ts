import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/db.ts'
import { OPEN } from '#server/platform/listed.ts'
import { equivalentSizes } from '#server/search/attributes/size-equivalents.ts'
import { NameBook } from '#server/search/name-book.ts'
import type { SizeRule } from '#server/search/engine.ts'
import { standingIn, type AdvisedTable } from '#server/sizing/advise.schema.ts'
import type { Audience } from '#server/sizing/measures-values.schema.ts'
import { personOf, type ShopperSizesData } from '#server/sizing/person.schema.ts'
import type { SizeRow } from '#server/sizing/size-ladder.schema.ts'
import { readRows } from '#server/sizing/size-tables.service.ts'
import { USED } from '#server/sizing/table-counts.ts'

/** Tables that one search is asked by: of every store in turns those that were saved last, so that no store can crowd others out. */
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
/** What else is the same for everybody: by table, revision and categories above. */
const spelledOnce = new LRUCache<string, SpelledFor[]>({ max: 10_000 })

/** How products of some genders write a table's sizes. */
type SpelledFor = Pick<SizeRule, 'genders' | 'isExact' | 'sizes'>

/** What every size table says to somebody, as far as it goes by what they have told. */
export async function readSizeRules(
  db: Db,
  sizes: ShopperSizesData,
): Promise<{ rules: OwnSizeRule[]; names: NameBook }> {
  const [heads, categories] = await Promise.all([
    db.$queryRaw<TableHead[]>`
      SELECT t.id, t.revision, t.partner_id AS "partnerId", t.brand_id AS "brandId", t.category_id AS "categoryId", t.audience::text AS audience, t.source::text AS source
      FROM (
        SELECT t.*, row_number() OVER (PARTITION BY t.partner_id ORDER BY t.updated_at DESC, t.id) AS turn
        FROM size_tables t JOIN partners s ON s.id = t.partner_id WHERE ${USED} AND ${OPEN}
      ) t ORDER BY t.turn, t.id LIMIT ${MOST_TABLES}`,
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
    const { known } = standingIn({ rows, source }, person)
    if (!known) return []
    const above = names.idsAbove(head.categoryId).flatMap((category) => slugOf.get(category) ?? [])
    const own = {
      place: Math.round(known.place * 100),
      variance: known.variance,
      labels: rows.map(({ label }) => label),
    }
    return spelledFor(`${id} ${revision}`, rows, above, audience).map((spelled) => ({ ...head, ...own, ...spelled }))
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
  // US 7 is one size to women and another to men: whoever says neither is asked in the table's own spelling.
  const own = rows.map(({ key }) => [key])
  return [
    { genders: ['women'], isExact: false, sizes: women },
    { genders: ['men'], isExact: false, sizes: men },
    { genders: [''], isExact: false, sizes: own },
  ]
}

/** Of each row its key, and those of other countries that mean it and no other row. */
function spellings(rows: readonly SizeRow[], categories: readonly string[], gender: 'women' | 'men'): string[][] {
  const own = new Set(rows.map(({ key }) => key))
  return rows.map(({ key }) => [
    key,
    ...equivalentSizes(key, { categories, genders: [gender] }).filter((other) => !own.has(other)),
  ])
}
