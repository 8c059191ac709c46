import { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId, newId } from '#server/platform/ids.ts'
import { MAX_TABLES, parseCells, storedRows, type SaveSizeTableInput } from './size-table.schema.ts'
import type { SizeRow } from './size-ladder.schema.ts'
import { sizeKey } from './sizes.ts'

const KEPT_VERSIONS = 20
/** Maximum number of listed product kinds without a table. */
const MAX_WITHOUT = 20

type Asking = Pick<PartnerAsk, 'db' | 'partner'>
type Acting = Pick<PartnerAsk, 'db' | 'partner' | 'viewer'>

/** Parses a table's column `rows`. @throws Error if it is invalid */
export const parseSizeRows = (stored: unknown): SizeRow[] => storedRows.parse(stored)

const NAMED = {
  id: true,
  audience: true,
  source: true,
  measures: true,
  easeMm: true,
  rows: true,
  revision: true,
  updatedAt: true,
  removedAt: true,
  brandId: true,
  categoryId: true,
  judgement: true,
  judgementReason: true,
  brand: { select: { name: true, ownerId: true } },
  category: { select: { name: true } },
} satisfies Prisma.SizeTableSelect

/** Lists the partner's tables, the last removed ones, and its product kinds with sizes but without a table, most products first. */
export async function listSizeTables({ db, partner }: Asking) {
  const tables = await db.sizeTable.findMany({
    where: { partnerId: partner.id },
    orderBy: [
      { removedAt: { sort: 'asc', nulls: 'first' } },
      { brand: { name: 'asc' } },
      { category: { name: 'asc' } },
      { audience: 'asc' },
    ],
    take: MAX_TABLES,
    select: NAMED,
  })
  return {
    tables: tables.map(({ rows, ...table }) => ({
      ...table,
      rows: parseSizeRows(rows),
      state: judgementOf(table, partner.id),
    })),
    without: await getWithout({ db, partner }),
  }
}

/**
 * Returns whether a table gives advice on its label for other partners' products. An owner's table does. Another
 * partner's does once an administrator has accepted it.
 */
const judgementOf = (
  { judgement, brand }: { judgement: 'accepted' | 'refused' | null; brand: { ownerId: string | null } },
  partnerId: string,
): 'owner' | 'accepted' | 'refused' | 'proposed' =>
  brand.ownerId === partnerId && judgement !== 'refused' ? 'owner' : (judgement ?? 'proposed')

/** The audience of tables for a product's gender; children have none. */
const AUDIENCE = Prisma.sql`CASE WHEN p.gender IN ('women', 'men') THEN p.gender WHEN p.gender IN ('girls', 'boys', 'kids') THEN 'children' ELSE 'unisex' END`

function getWithout({ db, partner }: Asking): Promise<
  Array<{
    brandId: string
    brand: string
    categoryId: string
    category: string
    audience: 'women' | 'men' | 'unisex'
    products: number
  }>
> {
  // eslint-disable-next-line house/listed-products -- only the partner's own products
  return db.$queryRaw`
    WITH RECURSIVE up AS (
      SELECT id, parent_id, id AS below FROM categories
      UNION ALL SELECT c.id, c.parent_id, up.below FROM categories c JOIN up ON c.id = up.parent_id
    ), kinds AS (
      SELECT p.brand_id, p.category_id, ${AUDIENCE} AS audience, count(*)::int AS products
      FROM products p WHERE p.partner_id = ${partner.id}::uuid AND p.status = 'active' AND p.category_id IS NOT NULL AND p.sizes <> '{}' AND p.sizes <> '{One size}'
      GROUP BY 1, 2, 3
    )
    SELECT k.brand_id AS "brandId", b.name AS brand, k.category_id AS "categoryId", c.name AS category, k.audience, k.products
    FROM kinds k JOIN brands b ON b.id = k.brand_id JOIN categories c ON c.id = k.category_id
    WHERE k.audience <> 'children' AND NOT EXISTS (
      SELECT 1 FROM size_tables t JOIN up ON up.id = t.category_id AND up.below = k.category_id
      WHERE t.partner_id = ${partner.id}::uuid AND t.brand_id = k.brand_id AND t.removed_at IS NULL AND t.audience::text IN (k.audience, 'unisex'))
    ORDER BY k.products DESC, b.name, c.name LIMIT ${MAX_WITHOUT}`
}

/** Returns the choices for a table: the brands of the partner's products, and all categories with the names of their ancestors. */
export async function sizeTableChoices({ db, partner }: Asking) {
  // eslint-disable-next-line house/listed-products -- only the partner's own products
  const brands = await db.$queryRaw<Array<{ id: string; name: string }>>`
    SELECT b.id, b.name FROM brands b
    WHERE b.id IN (SELECT p.brand_id FROM products p WHERE p.partner_id = ${partner.id}::uuid) ORDER BY b.name LIMIT ${MAX_TABLES}`
  const categories = await db.category.findMany({
    where: { isActive: true },
    orderBy: [{ sortOrder: 'asc' }, { name: 'asc' }],
    select: { id: true, name: true, parentId: true },
  })
  const below = (parentId: string | null, prefix: string): Array<{ id: string; name: string }> =>
    categories
      .filter((each) => each.parentId === parentId)
      .flatMap(({ id, name }) => [{ id, name: `${prefix}${name}` }, ...below(id, `${prefix}${name} / `)])
  return { brands, categories: below(null, '') }
}

/** Returns one of the partner's tables with its earlier revisions, newest first. @throws AppError not_found */
export async function getSizeTable({ db, partner }: Asking, { tableId }: { tableId: string }) {
  const table = isId(tableId)
    ? await db.sizeTable.findFirst({
        where: { id: tableId, partnerId: partner.id },
        select: {
          ...NAMED,
          versions: {
            orderBy: { revision: 'desc' },
            take: KEPT_VERSIONS,
            select: { revision: true, savedByName: true, savedAt: true, rows: true },
          },
        },
      })
    : null
  if (!table) throw new AppError('not_found', 'Size table not found.')
  const { rows, versions, ...rest } = table
  return {
    ...rest,
    rows: parseSizeRows(rows),
    versions: versions.map(({ rows: were, ...version }) => ({ ...version, sizes: parseSizeRows(were).length })),
  }
}

/**
 * Saves a new or changed table. It applies to the partner's own products at once. Unless the partner owns the label, it
 * applies to other products only after an administrator accepts it, and again after every change. The same brand,
 * category and audience is the same table, even if it was removed.
 * @throws AppError bad_input: an invalid cell or choice; conflict: another save has happened since; not_found
 */
export async function saveSizeTable(
  ask: Acting,
  input: SaveSizeTableInput,
): Promise<{ tableId: string; revision: number }> {
  const { db, partner } = ask
  const read = parseCells(input)
  if ('problems' in read)
    throw new AppError('bad_input', read.problems[0]?.message ?? read.message ?? 'We cannot read this table.')
  const rows: SizeRow[] = read.rows.map((row) => ({ ...row, key: sizeKey(row.label) ?? row.label }))
  if (new Set(rows.map(({ key }) => key)).size < rows.length)
    throw new AppError('bad_input', 'Two lines are the same size, written differently.')
  const { brandId, categoryId, audience, source, measures } = input
  const { brands, categories } = await sizeTableChoices(ask)
  if (!brands.some(({ id }) => id === brandId))
    throw new AppError('bad_input', 'Please choose a brand that you sell.', { field: 'brandId' })
  if (!categories.some(({ id }) => id === categoryId))
    throw new AppError('bad_input', 'Please choose a category.', { field: 'categoryId' })
  const said = { source, measures, easeMm: read.easeMm, rows: rows as unknown as Prisma.InputJsonValue }
  const changed = { ...said, ...NOT_JUDGED }
  return db.$transaction(async (tx) => {
    // Runs one save at a time for a partner, so that two requests cannot both add the last allowed table.
    await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partner.id}::uuid FOR UPDATE`
    if ((await tx.sizeTable.count({ where: { partnerId: partner.id } })) >= MAX_TABLES && !input.tableId)
      throw new AppError(
        'bad_input',
        `You have reached the limit of ${MAX_TABLES} tables. Use one for a broader category instead.`,
      )
    const [same] = await tx.$queryRaw<Array<{ id: string; revision: number; isRemoved: boolean }>>`
      SELECT id, revision, removed_at IS NOT NULL AS "isRemoved" FROM size_tables
      WHERE partner_id = ${partner.id}::uuid AND brand_id = ${brandId}::uuid AND category_id = ${categoryId}::uuid AND audience = ${audience}::size_audience FOR UPDATE`
    if (input.tableId ? same?.id !== input.tableId : same && !same.isRemoved)
      return input.tableId && !same ? move(tx) : taken()
    if (same && input.tableId && same.revision !== input.revision) throw new AppError('conflict', STALE)
    const table = same
      ? await tx.sizeTable.update({
          where: { id: same.id },
          data: { ...changed, removedAt: null, revision: { increment: 1 } },
          select: { id: true, revision: true },
        })
      : { id: newId(), revision: 1 }
    if (!same) {
      const data = { id: table.id, partnerId: partner.id, brandId, categoryId, audience, ...said }
      const { count } = await tx.sizeTable.createMany({ data, skipDuplicates: true })
      if (!count) taken()
    }
    await keepVersion(tx, ask, table, said)
    return { tableId: table.id, revision: table.revision }
  })

  function taken(): never {
    throw new AppError('conflict', 'There is already a table for this brand, category and audience. Edit that one.')
  }

  /** Changes the table's brand, category or audience. */
  async function move(tx: Prisma.TransactionClient) {
    const { count } = await tx.sizeTable.updateMany({
      where: { id: isId(input.tableId) ? input.tableId : newId(), partnerId: partner.id, revision: input.revision },
      data: { brandId, categoryId, audience, ...changed, revision: { increment: 1 } },
    })
    if (!count) throw new AppError('conflict', STALE)
    const table = { id: input.tableId, revision: input.revision + 1 }
    await keepVersion(tx, ask, table, said)
    return { tableId: table.id, revision: table.revision }
  }
}

/** The decision no longer applies, because the table has changed. */
const NOT_JUDGED = { judgement: null, judgedAt: null, judgedById: null, judgementReason: '' }
const STALE =
  'Someone else saved this table after you opened it. Open it again. You can still copy what you typed here.'

async function keepVersion(
  tx: Prisma.TransactionClient,
  { viewer }: Pick<PartnerAsk, 'viewer'>,
  { id, revision }: { id: string; revision: number },
  said: Pick<Prisma.SizeTableVersionUncheckedCreateInput, 'source' | 'measures' | 'easeMm' | 'rows'>,
): Promise<void> {
  await tx.sizeTableVersion.create({
    data: { tableId: id, revision, ...said, savedByName: viewer.fullName || viewer.email },
  })
  await tx.sizeTableVersion.deleteMany({ where: { tableId: id, revision: { lte: revision - KEPT_VERSIONS } } })
}

/** Restores a table's earlier revision as a new revision. @throws AppError not_found */
export async function restoreSizeTable(
  ask: Acting,
  { tableId, revision }: { tableId: string; revision: number },
): Promise<{ tableId: string; revision: number }> {
  const { db, partner } = ask
  return db.$transaction(async (tx) => {
    const version = isId(tableId)
      ? await tx.sizeTableVersion.findFirst({
          where: { tableId, revision, table: { partnerId: partner.id } },
          select: { source: true, measures: true, easeMm: true, rows: true },
        })
      : null
    if (!version) throw new AppError('not_found', 'This version is no longer available.')
    const said = { ...version, rows: version.rows as Prisma.InputJsonValue }
    const table = await tx.sizeTable.update({
      where: { id: tableId },
      data: { ...said, ...NOT_JUDGED, revision: { increment: 1 } },
      select: { id: true, revision: true },
    })
    await keepVersion(tx, ask, table, said)
    return { tableId: table.id, revision: table.revision }
  })
}

/** Removes a table, so that shoppers get no advice from it. @throws AppError not_found */
export const removeSizeTable = (ask: Asking, { tableId }: { tableId: string }) => setRemoved(ask, tableId, new Date())

/** Restores a removed table. @throws AppError not_found */
export const bringBackSizeTable = (ask: Asking, { tableId }: { tableId: string }) => setRemoved(ask, tableId, null)

async function setRemoved(
  { db, partner }: Asking,
  tableId: string,
  removedAt: Date | null,
): Promise<{ tableId: string }> {
  const { count } = isId(tableId)
    ? await db.sizeTable.updateMany({ where: { id: tableId, partnerId: partner.id }, data: { removedAt } })
    : { count: 0 }
  if (!count) throw new AppError('not_found', 'Size table not found.')
  return { tableId }
}
