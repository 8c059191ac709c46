import { Prisma } from '#prisma/generated/client.ts'
import { currenciesWith } from '#server/platform/money.schema.ts'
import { escapeLike } from '#server/platform/like.ts'
import type { ConversionStatus } from './lifecycle.values.ts'
import type { SalesFilter, SalesSort } from './sales.schema.ts'

/** Sorting by amounts reads all that are found, but not more than so many of the latest. */
const MOST_SORTED = 100_000

export interface SaleRow {
  id: string
  orderName: string
  externalId: string
  source: string
  orderedAt: Date
  currency: string
  commissionableMinor: number
  refundedMinor: number
  netMinor: number
  status: ConversionStatus
  statusReason: string
  matchLevel: string | null
  ledgerCurrency: string | null
  owedMinor: number
  lines: number
  title: string | null
  openFlags: number
}

const AMOUNTS = ['commissionableMinor', 'refundedMinor', 'netMinor', 'owedMinor', 'lines', 'openFlags'] as const
export type RawSaleRow = Omit<SaleRow, (typeof AMOUNTS)[number]> & Record<(typeof AMOUNTS)[number], bigint>

export function saleRowOf(row: RawSaleRow): SaleRow {
  const amounts = Object.fromEntries(AMOUNTS.map((name) => [name, Number(row[name])]))
  return { ...row, ...(amounts as Pick<SaleRow, (typeof AMOUNTS)[number]>) }
}

/** What a row says of the conversion `c`. */
export const SALE_COLUMNS = Prisma.sql`
  c.id, c.order_name AS "orderName", c.external_id AS "externalId", c.source::text, c.ordered_at AS "orderedAt", c.currency,
  c.commissionable_minor AS "commissionableMinor", c.refunded_minor AS "refundedMinor", c.net_minor AS "netMinor", c.status::text,
  c.status_reason AS "statusReason", c.match_level::text AS "matchLevel", c.ledger_currency AS "ledgerCurrency",
  (SELECT coalesce(sum(e.amount_minor), 0)::bigint FROM commission_entries e WHERE e.conversion_id = c.id) AS "owedMinor",
  (SELECT count(*) FROM conversion_lines l WHERE l.conversion_id = c.id) AS lines,
  (SELECT l.title FROM conversion_lines l WHERE l.conversion_id = c.id ORDER BY l.place LIMIT 1) AS title,
  (SELECT count(*) FROM conversion_flags f WHERE f.conversion_id = c.id AND f.resolved_at IS NULL) AS "openFlags"`

/** The partner's conversions `c` that a filter finds, of whatever status. */
export function salesFound(partnerId: string, { q, from, to }: Pick<SalesFilter, 'q' | 'from' | 'to'>): Prisma.Sql {
  return Prisma.sql`c.partner_id = ${partnerId}::uuid
    ${from ? Prisma.sql`AND c.ordered_at >= ${new Date(from)}` : Prisma.empty}
    ${to ? Prisma.sql`AND c.ordered_at < ${new Date(to)}` : Prisma.empty}
    ${q ? matching(q) : Prisma.empty}`
}

export const ofStatus = (status: SalesFilter['status']): Prisma.Sql =>
  status ? Prisma.sql`AND c.status = ${status}::conversion_status` : Prisma.empty

/** The ids of a page of them, with their place in it. Amounts of several currencies are compared at today's rates. */
export function salesSorted(found: Prisma.Sql, sort: SalesSort, page: { limit: number; offset: number }): Prisma.Sql {
  const cut = Prisma.sql`LIMIT ${page.limit}::int OFFSET ${page.offset}::int`
  if (sort === 'newest' || sort === 'oldest') {
    const down = sort === 'newest' ? Prisma.sql`DESC` : Prisma.empty
    return Prisma.sql`SELECT c.id, row_number() OVER (ORDER BY c.ordered_at ${down}, c.id ${down}) AS place
      FROM conversions c WHERE ${found} ORDER BY c.ordered_at ${down}, c.id ${down} ${cut}`
  }
  const key = sort.startsWith('amount')
    ? Prisma.sql`c.net_minor * ${dollarsOf(Prisma.sql`c.currency`)}`
    : Prisma.sql`coalesce((SELECT sum(e.amount_minor) FROM commission_entries e WHERE e.conversion_id = c.id), 0) * ${dollarsOf(Prisma.sql`c.ledger_currency`)}`
  const down = sort.endsWith('-up') ? Prisma.empty : Prisma.sql`DESC`
  return Prisma.sql`SELECT keyed.id, row_number() OVER (ORDER BY keyed.key ${down}, keyed.ordered_at DESC, keyed.id DESC) AS place FROM (
      SELECT c.id, c.ordered_at, ${key} AS key FROM (
        SELECT c.* FROM conversions c WHERE ${found} ORDER BY c.ordered_at DESC, c.id DESC LIMIT ${MOST_SORTED}::int
      ) c
    ) keyed ORDER BY place ${cut}`
}

/** What a minor unit of a currency is worth in dollars; one without a rate is worth nothing. */
const dollarsOf = (currency: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce((
  SELECT r.to_base / CASE WHEN r.currency IN (${Prisma.join(currenciesWith(0))}) THEN 1 WHEN r.currency IN (${Prisma.join(currenciesWith(3))}) THEN 1000 ELSE 100 END
  FROM exchange_rates r WHERE r.currency = ${currency}), 0)`

function matching(q: string): Prisma.Sql {
  const like = `%${escapeLike(q)}%`
  return Prisma.sql`AND (c.order_name ILIKE ${like} OR c.external_id ILIKE ${like} OR c.click_id ILIKE ${like}
    OR EXISTS (SELECT 1 FROM conversion_lines l WHERE l.conversion_id = c.id AND (l.title ILIKE ${like} OR l.sku ILIKE ${like})))`
}
