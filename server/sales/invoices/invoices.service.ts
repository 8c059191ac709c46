import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import type { InvoiceInput } from '../sales.schema.ts'

type Ask = Pick<PartnerAsk, 'db' | 'partner'>

/** Twenty years of months. */
const MOST_SHOWN = 240
const MOST_LINES = 10_000

const SHOWN = {
  id: true,
  kind: true,
  number: true,
  month: true,
  currency: true,
  issuedAt: true,
  dueOn: true,
  totalMinor: true,
  creditMinor: true,
  payableMinor: true,
  status: true,
  paidAt: true,
} satisfies Prisma.InvoiceSelect

const shown = ({
  totalMinor,
  creditMinor,
  payableMinor,
  ...row
}: Prisma.InvoiceGetPayload<{ select: typeof SHOWN }>) => ({
  ...row,
  totalMinor: Number(totalMinor),
  creditMinor: Number(creditMinor),
  payableMinor: Number(payableMinor),
})

/** The partner's invoices and credit notes, the latest first. Amounts in minor units. */
export async function listInvoices({ db, partner }: Ask) {
  const rows = await db.invoice.findMany({
    where: { partnerId: partner.id },
    orderBy: [{ month: 'desc' }, { number: 'desc' }],
    take: MOST_SHOWN,
    select: { ...SHOWN, _count: { select: { lines: true } } },
  })
  return rows.map(({ _count, ...row }) => ({ ...shown(row), sales: _count.lines }))
}

/** One invoice with its lines, 10,000 at most and one for the rest. @throws AppError not_found */
export async function getInvoice({ db, partner }: Ask, { invoiceId }: InvoiceInput) {
  const row = await db.invoice.findFirst({
    where: { id: invoiceId, partnerId: partner.id },
    select: {
      ...SHOWN,
      billedTo: true,
      lines: { orderBy: { place: 'asc' }, take: MOST_LINES },
      entries: { select: { seq: true }, orderBy: { seq: 'desc' }, take: 1 },
      _count: { select: { entries: true, lines: true } },
    },
  })
  if (!row) throw new AppError('not_found', 'Invoice not found.')
  const { lines, billedTo, entries, _count, ...invoice } = row
  const last = await db.commissionEntry.findFirst({
    where: { partnerId: partner.id, seq: entries[0]?.seq ?? 0 },
    select: { seq: true, hash: true },
  })
  return {
    ...shown(invoice),
    billedTo: billedTo as { businessName: string; businessAddress: string; email: string },
    entries: _count.entries,
    /** The one with the highest number: its hash, in hex, vouches for all before it. */
    lastEntry: last && { seq: last.seq, hash: Buffer.from(last.hash).toString('hex') },
    lines: [
      ...lines.map(({ place, conversionId, description, baseMinor, amountMinor }) => ({
        ...{ place, saleId: conversionId, description },
        baseMinor: Number(baseMinor),
        amountMinor: Number(amountMinor),
      })),
      ...(await restOf(db, invoiceId, _count.lines - lines.length)),
    ],
  }
}

/** More lines than anybody reads are one, so that the lines come to the invoice's sum all the same. */
async function restOf(db: Ask['db'], invoiceId: string, count: number) {
  if (count <= 0) return []
  const { _sum } = await db.invoiceLine.aggregate({
    where: { invoiceId, place: { gt: MOST_LINES } },
    _sum: { baseMinor: true, amountMinor: true },
  })
  const description = `${count.toLocaleString('en-GB')} more ${count === 1 ? 'sale' : 'sales'}, see the ledger`
  return [
    {
      ...{ place: MOST_LINES + 1, saleId: null, description },
      baseMinor: Number(_sum.baseMinor),
      amountMinor: Number(_sum.amountMinor),
    },
  ]
}
