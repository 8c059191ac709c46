import { renderSVG } from 'uqr'
import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { countryName } from '#server/platform/countries.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Seller } from '../billing/seller-profile.service.ts'
import { epcCode } from '../billing/epc-code.ts'
import type { InvoiceInput } from '../sales.schema.ts'
import type { BilledTo } from './billed-party.ts'

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/** Twenty years of months. */
const MAX_SHOWN = 240
const MAX_LINES = 10_000
const MAX_CORRECTED = 20

const SHOWN = {
  id: true,
  kind: true,
  number: true,
  month: true,
  currency: true,
  issuedAt: true,
  dueOn: true,
  totalMinor: true,
  vatMinor: true,
  grossMinor: true,
  creditMinor: true,
  payableMinor: true,
  status: true,
  paidAt: true,
} satisfies Prisma.InvoiceSelect

const shown = ({
  totalMinor,
  vatMinor,
  grossMinor,
  creditMinor,
  payableMinor,
  ...row
}: Prisma.InvoiceGetPayload<{ select: typeof SHOWN }>) => ({
  ...row,
  totalMinor: Number(totalMinor),
  vatMinor: Number(vatMinor),
  grossMinor: Number(grossMinor),
  creditMinor: Number(creditMinor),
  payableMinor: Number(payableMinor),
})

/** Lists the partner's invoices and credit notes, the latest first. Amounts in minor units. */
export async function listInvoices({ db, partner }: Ask) {
  const rows = await db.invoice.findMany({
    where: { partnerId: partner.id },
    orderBy: [{ month: 'desc' }, { number: 'desc' }],
    take: MAX_SHOWN,
    select: { ...SHOWN, _count: { select: { lines: true } } },
  })
  return rows.map(({ _count, ...row }) => ({ ...shown(row), sales: _count.lines }))
}

/**
 * Returns one invoice with its seller, its VAT and up to 10,000 lines. Further lines are combined into one per VAT
 * rate. `seller` is null if there was no seller profile when it was issued. `corrects`: up to 20 invoices whose sales a
 * credit note corrects. `epc`: the text of an EPC QR code, if it can be paid by one.
 * @param ask.partner null for any partner, for administrators
 * @throws AppError not_found
 */
export async function getInvoice(
  { db, partner }: { db: Ask['db']; partner: { id: string } | null },
  { invoiceId }: InvoiceInput,
) {
  const row = await db.invoice.findFirst({
    where: { id: invoiceId, ...(partner && { partnerId: partner.id }) },
    select: {
      ...SHOWN,
      partnerId: true,
      billedTo: true,
      seller: true,
      vat: { orderBy: [{ rateBps: 'desc' }, { treatment: 'asc' }], omit: { invoiceId: true } },
      lines: { orderBy: { place: 'asc' }, take: MAX_LINES },
      entries: { select: { seq: true }, orderBy: { seq: 'desc' }, take: 1 },
      _count: { select: { entries: true, lines: true } },
    },
  })
  if (!row) throw new AppError('not_found', 'Invoice not found.')
  const { partnerId, lines, billedTo, seller: keptSeller, vat, entries, _count, ...invoice } = row
  const seller = keptSeller as Seller | null
  const transfer = { seller, currency: row.currency, payableMinor: Number(row.payableMinor), reference: row.number }
  const epc = row.status === 'open' ? epcCode(transfer) : null
  const last = await db.commissionEntry.findFirst({
    where: { partnerId, seq: entries[0]?.seq ?? 0 },
    select: { seq: true, hash: true },
  })
  return {
    ...shown(invoice),
    billedTo: named(billedTo as BilledTo),
    seller: seller && named(seller),
    vat: vat.map(({ netMinor, vatMinor, ...each }) => ({
      ...each,
      netMinor: Number(netMinor),
      vatMinor: Number(vatMinor),
    })),
    corrects: row.kind === 'credit_note' ? await listCorrected(db, invoiceId) : [],
    epc,
    epcSvg: epc && renderSVG(epc, { ecc: 'M', border: 4 }),
    entries: _count.entries,
    /** The entry with the highest number. Its hash, in hex, covers all entries before it. */
    lastEntry: last && { seq: last.seq, hash: Buffer.from(last.hash).toString('hex') },
    lines: [
      ...lines.map(({ place, conversionId, description, baseMinor, amountMinor, vatTreatment, vatRateBps }) => ({
        place,
        saleId: conversionId,
        description,
        vatTreatment,
        vatRateBps,
        baseMinor: Number(baseMinor),
        amountMinor: Number(amountMinor),
      })),
      ...(await restOf(db, invoiceId, _count.lines - lines.length)),
    ],
  }
}

const named = <T extends { country?: string }>(party: T) => ({
  ...party,
  countryName: countryName(party.country ?? ''),
})

/** Returns the numbers of the earlier invoices whose sales a credit note corrects, in order. */
async function listCorrected(db: Ask['db'], invoiceId: string): Promise<string[]> {
  const rows = await db.$queryRaw<Array<{ number: string }>>`
    SELECT DISTINCT i.number FROM invoice_lines l JOIN invoice_lines earlier ON earlier.conversion_id = l.conversion_id
      JOIN invoices i ON i.id = earlier.invoice_id JOIN invoices note ON note.id = l.invoice_id
    WHERE l.invoice_id = ${invoiceId}::uuid AND i.kind = 'invoice' AND (i.issued_at, i.number) < (note.issued_at, note.number)
    ORDER BY i.number LIMIT ${MAX_CORRECTED}`
  return rows.map(({ number }) => number)
}

/** Combines the lines beyond the limit into one per VAT rate, so that the lines add up to the invoice's total. */
async function restOf(db: Ask['db'], invoiceId: string, count: number) {
  if (count <= 0) return []
  const rows = await db.invoiceLine.groupBy({
    by: ['vatTreatment', 'vatRateBps'],
    where: { invoiceId, place: { gt: MAX_LINES } },
    orderBy: [{ vatRateBps: 'desc' }, { vatTreatment: 'asc' }],
    _sum: { baseMinor: true, amountMinor: true },
    _count: true,
  })
  return rows.map(({ _sum, _count, ...vat }, index) => ({
    place: MAX_LINES + 1 + index,
    saleId: null,
    ...vat,
    description: `${_count.toLocaleString('en-GB')} more ${_count === 1 ? 'sale' : 'sales'}, see the ledger`,
    baseMinor: Number(_sum.baseMinor),
    amountMinor: Number(_sum.amountMinor),
  }))
}
