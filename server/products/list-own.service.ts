import { Prisma } from '#prisma/generated/client.ts'
import type { ProductStatus } from '#prisma/generated/enums.ts'
import { pictureJson, type Picture } from '#server/media/picture.ts'
import { viewsOf } from '#server/outbound/view-counts.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { csvLines } from '#server/platform/csv.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { Turns } from '#server/platform/turns.ts'
import { writtenFirst, type Append } from '#server/platform/written-first.ts'
import { inState, ownFound } from './own-products.ts'
import {
  MAX_SELECTED,
  type OwnFilter,
  type OwnProductsQuery,
  type OwnSort,
  type OwnState,
} from './own-products.schema.ts'

const PAGE_SIZE = 25

/** A partner's product in the partner's table. Amounts in minor units of `currency`. */
interface OwnProduct {
  id: string
  name: string
  /** The SKU of the first variant that has one; null if none has. */
  sku: string | null
  status: ProductStatus
  currency: string
  priceMinor: number
  priceMaxMinor: number
  originalPriceMinor: number | null
  /** Null if the store does not report it. */
  stock: number | null
  variants: number
  category: string | null
  updatedAt: Date
  deletedAt: Date | null
  /** Whether an administrator keeps it out of the shop, whatever its status. */
  isTakenDown: boolean
  /** Views in the period. */
  views: number
  picture: Picture | null
}

type Asking = Pick<PartnerAsk, 'db' | 'partner'>

/**
 * Lists the viewer's products that match the query, 25 per page, with the counts by state and the categories in use.
 * Deleted products appear only in the state 'deleted'. Times are UTC.
 */
export async function listOwnProducts({ db, partner }: Asking, query: OwnProductsQuery, now = new Date()) {
  const parsePageNumber = (page: number) =>
    listRows({ db, partner }, query, Prisma.sql`LIMIT ${PAGE_SIZE}::int OFFSET ${(page - 1) * PAGE_SIZE}::int`, now)
  const [counts, categories, asked] = await Promise.all([
    countStates({ db, partner }, query),
    listOwnCategories({ db, partner }),
    parsePageNumber(query.page),
  ])
  const found = counts[query.state]
  const totalPages = Math.max(1, Math.ceil(found / PAGE_SIZE))
  const page = Math.min(query.page, totalPages)
  const products = page === query.page ? asked : await parsePageNumber(page)
  return { products, counts, categories, found, page, totalPages }
}

/** Returns the ids of all products that match the filter, at most 10,000, the last changed first. */
export async function selectOwnProducts({ db, partner }: Asking, filter: OwnFilter): Promise<string[]> {
  // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
  const rows = await db.$queryRaw<Array<{ id: string }>>`
    SELECT p.id FROM products p WHERE ${ownFound(partner.id, filter)} AND ${inState(filter.state)} ORDER BY p.updated_at DESC, p.id LIMIT ${MAX_SELECTED}::int`
  return rows.map(({ id }) => id)
}

const COLUMNS = ['Name', 'SKU', 'Status', 'Price', 'Original price', 'Currency', 'Stock', 'Category', 'Updated (UTC)']

/** Rows of the file read at once. */
const ROWS_AT_ONCE = 500
const PATIENCE_MS = 600_000
/** Limits files per partner, because each holds a database connection while it is written. */
const ofPartner = new Turns({ atOnce: 1, waiting: 0, retryAfterSeconds: 5 })
const ofAll = new Turns({ atOnce: 2, waiting: 20, retryAfterSeconds: 5 })

/** Returns the owner and name of the file. */
export function describeOwnFile({ partner }: Pick<Asking, 'partner'>, now = new Date()) {
  return { partnerId: partner.id, fileName: `products_${now.toISOString().slice(0, 10)}.csv` }
}

/**
 * Returns the table as a CSV file: all rows that match the query, in its order, from one snapshot. Stock is empty if
 * the store does not report it.
 * @throws TooMuchAsked while another file of the partner is being written, or too many other files are queued
 */
export function exportOwnProducts(
  { db, partner }: Asking,
  query: OwnProductsQuery,
  now = new Date(),
): Promise<AsyncGenerator<string>> {
  const write = (append: Append) => writeOwnProducts({ db, partner }, query, now, append)
  return ofPartner.run(partner.id, () => ofAll.run('all', () => writtenFirst(write)))
}

async function writeOwnProducts(
  { db, partner }: Asking,
  query: OwnProductsQuery,
  now: Date,
  append: Append,
): Promise<void> {
  await append(csvLines([[...COLUMNS, `Views (${query.period})`]]))
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`DECLARE own NO SCROLL CURSOR FOR ${rowsFound(partner.id, query, Prisma.empty, now)}`
      for (;;) {
        const rows = await tx.$queryRaw<OwnProduct[]>`FETCH ${Prisma.raw(String(ROWS_AT_ONCE))} FROM own`
        if (!rows.length) return
        await append(csvLines(rows.map(cellsOf)))
      }
    },
    { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
  )
}

const cellsOf = (row: OwnProduct): Array<string | number> => [
  row.name,
  row.sku ?? '',
  row.status,
  toAmount(row.priceMinor, row.currency),
  row.originalPriceMinor === null ? '' : toAmount(row.originalPriceMinor, row.currency),
  row.currency,
  row.stock ?? '',
  row.category ?? '',
  row.updatedAt.toISOString(),
  row.views,
]

const ORDERS: Record<OwnSort, Prisma.Sql> = {
  updated: Prisma.sql`p.updated_at DESC`,
  created: Prisma.sql`p.created_at DESC`,
  name: Prisma.sql`p.name_key`,
  price: Prisma.sql`p.price_minor`,
  'price-down': Prisma.sql`p.price_minor DESC`,
  stock: Prisma.sql`p.stock NULLS LAST`,
  'stock-down': Prisma.sql`p.stock DESC NULLS LAST`,
  views: Prisma.sql`coalesce(seen.views, 0) DESC`,
}

const listRows = ({ db, partner }: Asking, query: OwnProductsQuery, limit: Prisma.Sql, now: Date) =>
  db.$queryRaw<OwnProduct[]>(rowsFound(partner.id, query, limit, now))

/** Selects the rows of the query. Only the order by views needs the views of all products. */
function rowsFound(partnerId: string, query: OwnProductsQuery, limit: Prisma.Sql, now: Date): Prisma.Sql {
  const views = (among?: Prisma.Sql) => viewsOf(partnerId, query.period, now, among)
  const ranked = query.sort === 'views' ? Prisma.sql`LEFT JOIN ${views()} seen ON seen.product_id = p.id` : Prisma.empty
  // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
  return Prisma.sql`
    WITH shown AS MATERIALIZED (
      SELECT found.id, row_number() OVER () AS place FROM (
        SELECT p.id FROM products p ${ranked} WHERE ${ownFound(partnerId, query)} AND ${inState(query.state)} ORDER BY ${ORDERS[query.sort]}, p.id ${limit}
      ) found
    )
    SELECT p.id, p.name, p.status::text, p.currency, p.price_minor AS "priceMinor", p.price_max_minor AS "priceMaxMinor", p.original_price_minor AS "originalPriceMinor", p.stock,
      c.name AS category, p.updated_at AS "updatedAt", p.deleted_at AS "deletedAt", p.taken_down_at IS NOT NULL AS "isTakenDown", coalesce(seen.views, 0) AS views, held.sku, held.variants,
      (SELECT ${pictureJson('f', 'i.alt')} FROM product_images i JOIN media_files f ON f.id = i.file_id
        WHERE i.product_id = p.id ORDER BY i.is_primary DESC, i.position LIMIT 1) AS picture
    FROM shown JOIN products p ON p.id = shown.id LEFT JOIN categories c ON c.id = p.category_id
    LEFT JOIN ${views(Prisma.sql`SELECT id FROM shown`)} seen ON seen.product_id = p.id
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS variants, (array_agg(v.sku ORDER BY v.position) FILTER (WHERE v.sku IS NOT NULL))[1] AS sku
      FROM product_variants v WHERE v.product_id = p.id
    ) held
    ORDER BY shown.place`
}

async function countStates({ db, partner }: Asking, filter: OwnFilter): Promise<Record<OwnState, number>> {
  // eslint-disable-next-line house/listed-products -- includes the partner's own products in any state
  const [counts] = await db.$queryRaw<Array<Record<OwnState, number>>>`
    SELECT count(*) FILTER (WHERE ${inState('all')})::int AS all, count(*) FILTER (WHERE ${inState('active')})::int AS active,
      count(*) FILTER (WHERE ${inState('draft')})::int AS draft, count(*) FILTER (WHERE ${inState('archived')})::int AS archived,
      count(*) FILTER (WHERE ${inState('deleted')})::int AS deleted
    FROM products p WHERE ${ownFound(partner.id, filter)}`
  return counts ?? { all: 0, active: 0, draft: 0, archived: 0, deleted: 0 }
}

/** Lists all active categories, by name, for the category field. */
export const listChoosableCategories = ({ db }: Pick<PartnerAsk, 'db'>): Promise<Array<{ id: string; name: string }>> =>
  db.category.findMany({ where: { isActive: true }, orderBy: { name: 'asc' }, select: { id: true, name: true } })

/** Lists the categories of the partner's products, by name. */
async function listOwnCategories({ db, partner }: Asking): Promise<Array<{ id: string; name: string }>> {
  // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
  return db.$queryRaw`
    SELECT c.id, c.name FROM categories c
    WHERE c.id IN (SELECT p.category_id FROM products p WHERE p.partner_id = ${partner.id}::uuid) ORDER BY c.name`
}
