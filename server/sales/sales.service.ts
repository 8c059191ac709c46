import type { PartnerAsk } from '#server/platform/ask.ts'
import { NEXT_STATUSES, type ConversionStatus } from './lifecycle.values.ts'
import { ofStatus, SALE_COLUMNS, saleRowOf, salesFound, salesSorted, type RawSaleRow } from './sale-rows.ts'
import { SALES_PAGE, type ListSalesInput } from './sales.schema.ts'
import { Prisma } from '#prisma/generated/client.ts'

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/** Partners type parts of what stands there; more than this is not counted. */
const MOST_COUNTED = 100_000

/**
 * The partner's sales as a filter finds and sorts them, a page at a time, and how many there are of each status. Amounts in minor units:
 * of the order in its own currency, what is owed in the ledger's.
 */
export async function listSales({ db, partner }: Ask, { page, ...filter }: ListSalesInput) {
  const found = salesFound(partner.id, filter)
  const shown = salesSorted(Prisma.sql`${found} ${ofStatus(filter.status)}`, filter.sort, {
    limit: SALES_PAGE,
    offset: (page - 1) * SALES_PAGE,
  })
  const [counts, rows] = await Promise.all([
    db.$queryRaw<Array<{ status: ConversionStatus; count: bigint }>>`
      SELECT status::text, count(*) FROM (SELECT c.status FROM conversions c WHERE ${found} LIMIT ${MOST_COUNTED}::int) s GROUP BY status`,
    db.$queryRaw<RawSaleRow[]>`
      WITH shown AS MATERIALIZED (${shown})
      SELECT ${SALE_COLUMNS} FROM shown JOIN conversions c ON c.id = shown.id ORDER BY shown.place`,
  ])
  const known = new Map(counts.map(({ status: name, count }) => [name, Number(count)]))
  const byStatus = Object.fromEntries(
    Object.keys(NEXT_STATUSES).map((name) => [name, known.get(name as ConversionStatus) ?? 0]),
  ) as Record<ConversionStatus, number>
  const all = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
  return {
    counts: { all, ...byStatus },
    total: filter.status ? byStatus[filter.status] : all,
    page,
    pageSize: SALES_PAGE,
    sales: rows.map(saleRowOf),
  }
}
