import { Prisma } from '#prisma/generated/client.ts'
import { fileSpanOf } from '#server/analytics/file-span.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { toCsv, csvLines } from '#server/platform/csv.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { Turns } from '#server/platform/turns.ts'
import { ofStatus, saleRowOf, salesShown, type RawSaleRow, type SaleRow } from './sale-rows.ts'
import type { SalesFilter } from './sales.schema.ts'
import { havingText, salesInTime } from './search-sales.ts'
import { writtenFirst, type Append } from '#server/platform/written-first.ts'

const AT_ONCE = 1_000
const PATIENCE_MS = 600_000
/** Each export uses one database connection while it is written. */
const ofPartner = new Turns({ atOnce: 1, waiting: 0, retryAfterSeconds: 5 })
const ofAll = new Turns({ atOnce: 2, waiting: 20, retryAfterSeconds: 5 })
const COLUMNS = [
  'Ordered (UTC)',
  'Order',
  'Order ID',
  'Status',
  'Reason',
  'First product',
  'Lines',
  'Matched by',
  'Currency',
  'Amount',
  'Refunded',
  'Net',
  'Commission currency',
  'Commission',
]

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/** Returns the file's partner and its name, with the days of its period in the partner's calendar, or today (UTC). */
export async function describeSalesFile({ db, partner }: Ask, { from, to }: Pick<SalesFilter, 'from' | 'to'>) {
  const { timeZone } = await db.partner.findUniqueOrThrow({ where: { id: partner.id }, select: { timeZone: true } })
  const time =
    from && to
      ? fileSpanOf({ from: new Date(from), to: new Date(to), timeZone })
      : new Date().toISOString().slice(0, 10)
  return { partnerId: partner.id, fileName: `sales-${time}.csv` }
}

/**
 * Exports all of the partner's sales that match a filter as a CSV file, sorted like their list, from one snapshot.
 * Amounts in whole units.
 * @throws TooMuchAsked while another export of the partner is being written, or too many others are waiting
 */
export function exportSales({ db, partner }: Ask, filter: SalesFilter): Promise<AsyncGenerator<string>> {
  const write = (append: Append) => writeSales(db, partner.id, filter, append)
  return ofPartner.run(partner.id, () => ofAll.run('all', () => writtenFirst(write)))
}

async function writeSales(db: Ask['db'], partnerId: string, filter: SalesFilter, append: Append): Promise<void> {
  const { q, status, sort } = filter
  const found = Prisma.sql`${salesInTime(partnerId, filter)} ${ofStatus(status)} ${q ? Prisma.sql`AND ${havingText(partnerId, q)}` : Prisma.empty}`
  await append('\uFEFF' + toCsv(COLUMNS, []))
  await db.$transaction(
    async (tx) => {
      await tx.$executeRaw`DECLARE sold NO SCROLL CURSOR FOR ${salesShown(found, sort, null)}`
      for (;;) {
        const rows = await tx.$queryRaw<RawSaleRow[]>`FETCH ${Prisma.raw(String(AT_ONCE))} FROM sold`
        if (!rows.length) return
        await append(csvLines(rows.map(saleRowOf).map(cellsOf)))
      }
    },
    { timeout: PATIENCE_MS, maxWait: PATIENCE_MS },
  )
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

/** Returns a number, because toCsv treats a text that begins with a minus sign as text. */
const amountOf = (minor: number, currency: string): number => Number(toAmount(minor, currency))
