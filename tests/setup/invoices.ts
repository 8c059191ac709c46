import fc from 'fast-check'
import { groupVat, type Vat } from '#server/sales/billing/vat.ts'
import type { eInvoice } from '#server/sales/invoices/e-invoice.ts'

type Invoice = Parameters<typeof eInvoice>[0]

const DOMESTIC: Vat[] = [2_000, 2_550, 1_900, 770].map((rateBps) => ({ treatment: 'domestic', rateBps }))
const OTHERS: Vat[] = (['reverse_charge', 'outside_scope', 'not_registered', 'none'] as const).map((treatment) => ({
  treatment,
  rateBps: 0,
}))
const SELLER = {
  legalName: 'WTF & Co <Ltd>',
  address: '1 Market Street\nFloor 2\nLondon\nE1 1AA',
  country: 'GB',
  countryName: 'United Kingdom',
  companyNumber: '01234567',
  vatNumber: 'GB980780684',
  paymentDays: 14,
  iban: 'GB33BUKB20201555555555',
  bic: 'BUKBGB22',
  sortCode: '202015',
  accountNumber: '55555555',
}
const BUYER = {
  businessName: 'Marke',
  businessAddress: '',
  email: 'pay@marke.example',
  legalName: 'Marke GmbH',
  address: 'Weg 1\nBerlin',
  country: 'DE',
  countryName: 'Germany',
  vatNumber: 'DE136695976',
  purchaseOrder: 'PO 7',
}

/** Returns an invoice or credit note with the sums of these lines, in the format of `getInvoice`. */
export function invoiceOf(
  lines: ReadonlyArray<Vat & { amountMinor: number }>,
  given: Partial<Invoice> = {},
  credit = 0,
): Invoice {
  const vat = groupVat(lines.map((line) => ({ ...line, amountMinor: BigInt(line.amountMinor) }))).map((group) => ({
    ...group,
    invoiceId: '',
    netMinor: Number(group.netMinor),
    vatMinor: Number(group.vatMinor),
  }))
  const totalMinor = vat.reduce((sum, { netMinor }) => sum + netMinor, 0)
  const vatMinor = vat.reduce((sum, group) => sum + group.vatMinor, 0)
  const grossMinor = totalMinor + vatMinor
  const isCredit = grossMinor < 0
  const creditMinor = isCredit ? 0 : Math.min(credit, grossMinor)
  return {
    kind: isCredit ? 'credit_note' : 'invoice',
    number: 'WTF-2026-000012',
    month: new Date('2026-10-01'),
    currency: 'GBP',
    issuedAt: new Date('2026-11-01T03:00:00Z'),
    dueOn: new Date('2026-11-15'),
    paidAt: null,
    totalMinor,
    vatMinor,
    grossMinor,
    creditMinor,
    payableMinor: isCredit ? 0 : grossMinor - creditMinor,
    status: 'open',
    billedTo: BUYER,
    seller: SELLER,
    vat,
    entries: 2,
    lastEntry: null,
    corrects: isCredit ? ['WTF-2026-000003', 'WTF-2026-000007'] : [],
    lines: lines.map(({ treatment, rateBps, amountMinor }, index) => ({
      place: index + 1,
      saleId: null,
      description: `Order #${1001 + index}`,
      baseMinor: amountMinor * 10,
      amountMinor,
      vatTreatment: treatment,
      vatRateBps: rateBps,
    })),
    ...given,
  }
}

const vatLine = fc.record({
  vat: fc.constantFrom(...DOMESTIC, ...OTHERS),
  amountMinor: fc.integer({ min: -5_000_000, max: 9_000_000 }),
})

/** Invoices and credit notes with any mix of VAT, in currencies with two decimals and none. */
export const anyInvoice = fc
  .record({
    lines: fc.array(vatLine, { minLength: 1, maxLength: 12 }),
    isOfOneVat: fc.boolean(),
    currency: fc.constantFrom('GBP', 'EUR', 'JPY', 'USD', 'SEK'),
    credit: fc.integer({ min: 0, max: 10_000 }),
    purchaseOrder: fc.constantFrom('', 'PO 7'),
    description: fc.string({ maxLength: 30, unit: 'grapheme' }),
  })
  .map(({ lines, isOfOneVat, currency, credit, purchaseOrder, description }) => {
    const taxed = lines.map(({ vat, amountMinor }) => ({ ...(isOfOneVat ? lines[0]?.vat : vat), amountMinor }))
    const invoice = invoiceOf(taxed as Array<Vat & { amountMinor: number }>, { currency }, credit)
    invoice.billedTo = { ...invoice.billedTo, purchaseOrder }
    invoice.lines = invoice.lines.map((line) => ({ ...line, description: `Order ${description}` }))
    return invoice
  })
