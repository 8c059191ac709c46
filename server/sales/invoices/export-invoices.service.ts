import type { Prisma } from '#prisma/generated/client.ts'
import { csvLines, toCsv } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/db.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { formatInvoiceRate } from '../billing/invoice-words.values.ts'
import type { Seller } from '../billing/seller-profile.service.ts'
import type { BilledTo } from './billed-party.ts'

const AT_ONCE = 500
const COLUMNS = [
  'Number',
  'Kind',
  'Month',
  'Issued (UTC)',
  'Due',
  'Partner',
  'Billed to',
  'Billed country',
  'Billed VAT number',
  'Purchase order',
  'Seller',
  'Seller VAT number',
  'Currency',
  'Net',
  'VAT treatment',
  'VAT rate',
  'VAT',
  'Gross',
  'Credit used',
  'Amount due',
  'Status',
  'Paid (UTC)',
]

/** Names an invoice export. @param partnerId null for all partners */
export const describeInvoicesFile = (partnerId: string | null) => ({
  partnerId,
  fileName: `invoices-${new Date().toISOString().slice(0, 10)}.csv`,
})

/**
 * Writes invoices and credit notes as CSV in batches, the oldest first. Amounts are in whole units. An invoice with
 * several VAT rates lists all of them.
 * @param partnerId null for all partners
 */
export async function* exportInvoices(db: Db, partnerId: string | null): AsyncGenerator<string> {
  yield '\uFEFF' + toCsv(COLUMNS, [])
  for (let after = ''; ;) {
    const invoices = await db.invoice.findMany({
      where: { ...(partnerId !== null && { partnerId }), ...(after && { number: { gt: after } }) },
      orderBy: { number: 'asc' },
      take: AT_ONCE,
      include: { vat: { orderBy: { rateBps: 'desc' } }, partner: { select: { businessName: true } } },
    })
    if (invoices.length) yield csvLines(invoices.map(cellsOf))
    if (invoices.length < AT_ONCE) return
    after = invoices.at(-1)?.number ?? ''
  }
}

type Row = Prisma.InvoiceGetPayload<{ include: { vat: true; partner: { select: { businessName: true } } } }>

function cellsOf(invoice: Row): Array<string | number> {
  const billedTo = invoice.billedTo as BilledTo
  const seller = invoice.seller as Seller | null
  // Returns a number, because toCsv treats a text that begins with a minus sign as text.
  const amount = (minor: bigint) => Number(toAmount(minor, invoice.currency))
  const day = (date: Date | null) => date?.toISOString().slice(0, 10) ?? ''
  return [
    invoice.number,
    invoice.kind,
    day(invoice.month).slice(0, 7),
    invoice.issuedAt.toISOString(),
    day(invoice.dueOn),
    invoice.partner.businessName,
    billedTo.legalName ?? billedTo.businessName ?? '',
    billedTo.country ?? '',
    billedTo.vatNumber ?? '',
    billedTo.purchaseOrder ?? '',
    seller?.legalName ?? '',
    seller?.vatNumber ?? '',
    invoice.currency,
    amount(invoice.totalMinor),
    invoice.vat.map(({ treatment }) => treatment).join(' '),
    invoice.vat.map(({ rateBps }) => formatInvoiceRate(rateBps)).join(' '),
    amount(invoice.vatMinor),
    amount(invoice.grossMinor),
    amount(invoice.creditMinor),
    amount(invoice.payableMinor),
    invoice.status,
    invoice.paidAt?.toISOString() ?? '',
  ]
}
