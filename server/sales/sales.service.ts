import type { PartnerAsk } from '#server/platform/ask.ts'
import { inOneSnapshot } from '#server/analytics/one-snapshot.ts'
import { countSales } from '#server/analytics/counted-sales.ts'
import { EVER } from '#server/analytics/get-part-sums.ts'
import { getMeasuredPartner } from '#server/analytics/get-measured-partner.ts'
import { listSaleSums } from '#server/analytics/list-sums.ts'
import { NEXT_STATUSES, type ConversionStatus } from './lifecycle.values.ts'
import { MAX_SORTED, ofStatus, saleRowOf, salesShown, type RawSaleRow } from './sale-rows.ts'
import { MAX_PAGES, SALES_PAGE, type ListSalesInput, type SalesFilter } from './sales.schema.ts'
import { findSales } from './search-sales.ts'
import { Prisma } from '#prisma/generated/client.ts'

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

interface StatusCount {
  status: ConversionStatus
  sales: number
}

/**
 * Returns a page of the partner's sales, filtered and sorted, and their numbers by status. Amounts are in minor units,
 * those of the order in its own currency, commission in the ledger's. `isCut` means that only the latest were searched.
 */
export async function listSales({ db, partner }: Ask, { page, ...filter }: ListSalesInput) {
  const { found, isCut } = await findSales({ db, partner }, filter)
  const shown = { limit: SALES_PAGE, offset: (page - 1) * SALES_PAGE }
  const [sums, rows] = await Promise.all([
    filter.q ? countRows(db, found) : countInTime({ db, partner }, filter),
    db.$queryRaw<RawSaleRow[]>(salesShown(Prisma.sql`${found} ${ofStatus(filter.status)}`, filter.sort, shown)),
  ])
  const countOf = (some: readonly StatusCount[]) => some.reduce((sum, { sales }) => sum + sales, 0)
  const ofState = (status: ConversionStatus) => countOf(sums.filter((each) => each.status === status))
  const byStatus = Object.fromEntries(
    Object.keys(NEXT_STATUSES).map((status) => [status, ofState(status as ConversionStatus)]),
  ) as Record<ConversionStatus, number>
  const counts = { all: countOf(sums), counted: countSales(sums), ...byStatus }
  const total = counts[filter.status ?? 'all']
  const isByTime = filter.sort === 'newest' || filter.sort === 'oldest'
  const pages = Math.ceil((isByTime ? total : Math.min(total, MAX_SORTED)) / SALES_PAGE)
  return {
    counts,
    total,
    page,
    totalPages: Math.min(MAX_PAGES, Math.max(1, pages)),
    isCut,
    sales: rows.map(saleRowOf),
  }
}

/** Counts search results by status. There are few enough to count all. */
const countRows = (db: Ask['db'], found: Prisma.Sql): Promise<StatusCount[]> =>
  db.$queryRaw`SELECT c.status::text, count(*)::int AS sales FROM conversions c WHERE ${found} GROUP BY c.status`

/** Counts all sales of a period from the same totals as the figures above the list. */
async function countInTime({ db, partner }: Ask, { from, to }: Pick<SalesFilter, 'from' | 'to'>) {
  const stretch = { from: from ? new Date(from) : EVER.from, to: to ? new Date(to) : EVER.to }
  const [sums = []] = await inOneSnapshot(db, async (tx) =>
    listSaleSums(tx, await getMeasuredPartner(tx, partner.id), [stretch]),
  )
  return sums
}
