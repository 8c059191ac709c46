import { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { toCsv, toCsvRows } from '#server/platform/csv.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { ofStatus, SALE_COLUMNS, saleRowOf, salesFound, type RawSaleRow, type SaleRow } from './sale-rows.ts'
import type { SalesFilter } from './sales.schema.ts'

const BATCH = 200
const COLUMNS = [
  'Ordered (UTC)',
  'Order',
  'Order id',
  'Status',
  'Reason',
  'First product',
  'Lines',
  'Known by',
  'Currency',
  'Amount',
  'Refunded',
  'Net',
  'Commission currency',
  'Commission',
]

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/** Whose file it is, and how it is called. */
export function describeSalesFile({ partner }: Pick<Ask, 'partner'>) {
  return { partnerId: partner.id, fileName: `sales-${new Date().toISOString().slice(0, 10)}.csv` }
}

/** All of the partner's sales that a filter finds as a CSV file, the latest first, some hundred at a time. Amounts in whole units. */
export async function* exportSales({ db, partner }: Ask, filter: SalesFilter): AsyncGenerator<string> {
  yield '\uFEFF' + toCsv(COLUMNS, [])
  let last: Pick<SaleRow, 'id' | 'orderedAt'> | undefined
  for (;;) {
    const after = last ? Prisma.sql`AND (c.ordered_at, c.id) < (${last.orderedAt}, ${last.id}::uuid)` : Prisma.empty
    const rows = await db.$queryRaw<RawSaleRow[]>`
      SELECT ${SALE_COLUMNS} FROM conversions c WHERE ${salesFound(partner.id, filter)} ${ofStatus(filter.status)} ${after}
      ORDER BY c.ordered_at DESC, c.id DESC LIMIT ${BATCH}::int`
    last = rows.at(-1)
    if (!last) return
    yield toCsvRows(rows.map(saleRowOf).map(cellsOf))
  }
}

const cellsOf = (sale: SaleRow): Array<string | number> => [
  sale.orderedAt.toISOString(),
  sale.orderName || sale.externalId,
  sale.externalId,
  sale.status,
  sale.statusReason,
  sale.title ?? '',
  sale.lines,
  sale.matchLevel ?? '',
  sale.currency,
  ...[sale.commissionableMinor, sale.refundedMinor, sale.netMinor].map((minor) => amountOf(minor, sale.currency)),
  sale.ledgerCurrency ?? '',
  sale.ledgerCurrency ? amountOf(sale.owedMinor, sale.ledgerCurrency) : '',
]

/** A number: of a text that begins with a minus sign, toCsv would make no number. */
const amountOf = (minor: number, currency: string): number => Number(toAmount(minor, currency))
