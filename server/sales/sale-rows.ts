import { Prisma } from '#prisma/generated/client.ts'
import { COUNTED } from '#server/analytics/counted-sales.ts'
import { currenciesWith } from '#server/platform/money.schema.ts'
import type { ConversionStatus } from './lifecycle.values.ts'
import type { SalesFilter, SalesSort } from './sales.schema.ts'

/** The number of latest matches that are read to sort a page by amount. */
export const MAX_SORTED = 100_000

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

/** The columns of a row for the conversion `c`. */
const SALE_COLUMNS = Prisma.sql`
  c.id, c.order_name AS "orderName", c.external_id AS "externalId", c.source::text, c.ordered_at AS "orderedAt", c.currency,
  c.commissionable_minor AS "commissionableMinor", c.refunded_minor AS "refundedMinor", c.net_minor AS "netMinor", c.status::text,
  c.status_reason AS "statusReason", c.match_level::text AS "matchLevel", c.ledger_currency AS "ledgerCurrency",
  (SELECT coalesce(sum(e.amount_minor), 0)::bigint FROM commission_entries e WHERE e.conversion_id = c.id) AS "owedMinor",
  (SELECT count(*) FROM conversion_lines l WHERE l.conversion_id = c.id) AS lines,
  (SELECT l.title FROM conversion_lines l WHERE l.conversion_id = c.id ORDER BY l.place LIMIT 1) AS title,
  (SELECT count(*) FROM conversion_flags f WHERE f.conversion_id = c.id AND f.resolved_at IS NULL) AS "openFlags"`

export function ofStatus(status: SalesFilter['status']): Prisma.Sql {
  if (!status) return Prisma.empty
  return status === 'counted' ? Prisma.sql`AND ${COUNTED}` : Prisma.sql`AND c.status = ${status}::conversion_status`
}

interface Page {
  limit: number
  offset: number
}

/** Selects the rows of a page of the matching conversions `c`, in order; all of them without a page. */
export const salesShown = (found: Prisma.Sql, sort: SalesSort, page: Page | null): Prisma.Sql => Prisma.sql`
  WITH shown AS MATERIALIZED (${salesSorted(found, sort, page)})
  SELECT ${SALE_COLUMNS} FROM shown JOIN conversions c ON c.id = shown.id ORDER BY shown.place`

/**
 * Selects the ids of the matching conversions with their position. Amounts in different currencies are compared at
 * today's rates.
 */
function salesSorted(found: Prisma.Sql, sort: SalesSort, page: Page | null): Prisma.Sql {
  const cut = page ? Prisma.sql`LIMIT ${page.limit}::int OFFSET ${page.offset}::int` : Prisma.empty
  const latest = page ? Prisma.sql`ORDER BY c.ordered_at DESC, c.id DESC LIMIT ${MAX_SORTED}::int` : Prisma.empty
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
        SELECT c.* FROM conversions c WHERE ${found} ${latest}
      ) c
    ) keyed ORDER BY place ${cut}`
}

/** Returns the value of a currency's minor unit in dollars; 0 without a rate. */
const dollarsOf = (currency: Prisma.Sql): Prisma.Sql => Prisma.sql`coalesce((
  SELECT r.to_base / CASE WHEN r.currency IN (${Prisma.join(currenciesWith(0))}) THEN 1 WHEN r.currency IN (${Prisma.join(currenciesWith(3))}) THEN 1000 ELSE 100 END
  FROM exchange_rates r WHERE r.currency = ${currency}), 0)`
