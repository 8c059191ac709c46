import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toMinor } from '#server/platform/money.schema.ts'
import { anyInvoice, invoiceOf } from '#tests/setup/invoices.ts'
import { vatOn } from '../billing/vat.ts'
import { eInvoiceObstacle } from '../billing/e-invoice-obstacle.shared.ts'
import { eInvoice } from './e-invoice.ts'

type Invoice = Parameters<typeof eInvoice>[0]

const SITE = { email: 'hello@wtf.example' }
const DOMESTIC = { treatment: 'domestic', rateBps: 2_000 } as const
const OUTSIDE = { treatment: 'outside_scope', rateBps: 0 } as const
const REVERSE = { treatment: 'reverse_charge', rateBps: 0 } as const

/** The elements of a name, with what is in them. */
const all = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, text = '']) => text)
const one = (xml: string, name: string): string => all(xml, name)[0] ?? ''
const minor = (text: string, currency: string): number =>
  Number(toMinor(text.replace('-', ''), currency)) * (text.startsWith('-') ? -1 : 1)

describe('an e-invoice', () => {
  test('names both companies, the dates, the purchase order and where to pay', async () => {
    const xml = await eInvoice(invoiceOf([{ ...DOMESTIC, amountMinor: 1_000 }], {}, 200), SITE)
    for (const [name, text] of [
      ['cbc:InvoiceTypeCode', '380'],
      ['cbc:IssueDate', '2026-11-01'],
      ['cbc:DueDate', '2026-11-15'],
      ['cbc:DocumentCurrencyCode', 'GBP'],
      ['cbc:BuyerReference', 'PO 7'],
      ['cbc:PaymentMeansCode', '30'],
      ['cbc:PaymentID', 'WTF-2026-000012'],
      ['cbc:PrepaidAmount', '2.00'],
      ['cbc:PayableAmount', '10.00'],
    ] as const)
      expect(one(xml, name)).toBe(text)
    const [seller = '', buyer = ''] = all(xml, 'cac:Party')
    expect(one(seller, 'cbc:RegistrationName')).toBe('WTF &amp; Co &lt;Ltd&gt;')
    expect(one(seller, 'cbc:CompanyID')).toBe('GB980780684')
    expect(one(buyer, 'cbc:CompanyID')).toBe('DE136695976')
    expect(one(buyer, 'cbc:IdentificationCode')).toBe('DE')
    expect(one(xml, 'cac:PayeeFinancialAccount')).toContain('GB33BUKB20201555555555')
  })

  test('of a credit note names the invoices that it corrects, and credits positive amounts', async () => {
    const xml = await eInvoice(invoiceOf([{ ...DOMESTIC, amountMinor: -500 }]), SITE)
    expect(xml).toContain('<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"')
    expect(one(xml, 'cbc:CreditNoteTypeCode')).toBe('381')
    expect(all(xml, 'cac:InvoiceDocumentReference')).toEqual([
      '<cbc:ID>WTF-2026-000003</cbc:ID>',
      '<cbc:ID>WTF-2026-000007</cbc:ID>',
    ])
    expect(one(xml, 'cbc:PayableAmount')).toBe('6.00')
    expect(one(xml, 'cbc:CreditedQuantity')).toBe('1')
  })

  test.each([
    [[DOMESTIC], ['S'], ''],
    [[REVERSE], ['AE'], 'VATEX-EU-AE'],
    [[OUTSIDE], ['O'], 'VATEX-EU-O'],
    [[DOMESTIC, OUTSIDE], ['S', 'E'], ''],
  ] as const)('with the VAT of %j has the categories %j', async (vat, categories, reason) => {
    const xml = await eInvoice(invoiceOf(vat.map((each) => ({ ...each, amountMinor: 1_000 }))), SITE)
    expect(all(xml, 'cac:TaxCategory').map((text) => one(text, 'cbc:ID'))).toEqual(categories)
    expect(one(xml, 'cbc:TaxExemptionReasonCode')).toBe(reason)
  })

  test('outside the scope of VAT has the VAT numbers as plain identifiers', async () => {
    const xml = await eInvoice(invoiceOf([{ ...OUTSIDE, amountMinor: 1_000 }]), SITE)
    expect(xml).not.toContain('PartyTaxScheme')
    expect(all(xml, 'cac:PartyIdentification').map((text) => one(text, 'cbc:ID'))).toEqual([
      'GB980780684',
      'DE136695976',
    ])
  })

  test.each<[string, Partial<Invoice>]>([
    ['before the seller details', { seller: null }],
    [
      'before the customer’s billing details',
      { billedTo: { businessName: 'A', businessAddress: '', email: '', countryName: '' } },
    ],
    ['two decimal places', { currency: 'KWD' }],
  ])('is refused with the reason: %s', async (reason, given) => {
    const invoice = invoiceOf([{ ...DOMESTIC, amountMinor: 1_000 }], given)
    expect(eInvoiceObstacle(invoice)).toContain(reason)
    await expect(eInvoice(invoice, SITE)).rejects.toThrow(reason)
  })

  test('gives other requests their turn between its lines', async () => {
    const lines = Array.from({ length: 401 }, () => ({ ...DOMESTIC, amountMinor: 100 }))
    let turns = 0
    const count = () => void (turns++, (timer = setImmediate(count)))
    let timer = setImmediate(count)
    expect(all(await eInvoice(invoiceOf(lines), SITE), 'cac:InvoiceLine')).toHaveLength(401)
    clearImmediate(timer)
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  // The rules of EN 16931 by their numbers. The official schematron cannot be in this repository (docs/decisions/2026-11-27-e-invoices.md).
  test('follows BR-CO-10 to 17 and the rules of each category, and has the amounts of the invoice to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(anyInvoice, async (invoice) => {
        const { currency, kind } = invoice
        const xml = await eInvoice(invoice, SITE)
        const sign = kind === 'credit_note' ? -1 : 1
        const amount = (text: string, name: string) => minor(one(text, `cbc:${name}`), currency)
        const sum = (texts: string[], name: string) => texts.reduce((total, text) => total + amount(text, name), 0)
        const totals = one(xml, 'cac:LegalMonetaryTotal')
        const tax = one(xml, 'cac:TaxTotal')
        const groups = all(tax, 'cac:TaxSubtotal')
        const lines = all(xml, kind === 'invoice' ? 'cac:InvoiceLine' : 'cac:CreditNoteLine')
        // As the invoice.
        expect(amount(totals, 'TaxExclusiveAmount')).toBe(sign * invoice.totalMinor + 0)
        expect(amount(tax, 'TaxAmount')).toBe(sign * invoice.vatMinor + 0)
        expect(amount(totals, 'TaxInclusiveAmount')).toBe(sign * invoice.grossMinor + 0)
        if (kind === 'invoice') expect(amount(totals, 'PayableAmount')).toBe(invoice.payableMinor)
        expect(lines.map((line) => amount(line, 'LineExtensionAmount'))).toEqual(
          invoice.lines.map(({ amountMinor }) => sign * amountMinor + 0),
        )
        // BR-CO-10, 13, 14, 15 and 16.
        expect(sum(lines, 'LineExtensionAmount')).toBe(amount(totals, 'LineExtensionAmount'))
        expect(amount(totals, 'TaxExclusiveAmount')).toBe(amount(totals, 'LineExtensionAmount'))
        expect(sum(groups, 'TaxAmount')).toBe(amount(tax, 'TaxAmount'))
        expect(amount(totals, 'TaxInclusiveAmount')).toBe(
          amount(totals, 'TaxExclusiveAmount') + amount(tax, 'TaxAmount'),
        )
        const prepaid = totals.includes('PrepaidAmount') ? amount(totals, 'PrepaidAmount') : 0
        expect(amount(totals, 'PayableAmount')).toBe(amount(totals, 'TaxInclusiveAmount') - prepaid)
        const keyOf = (text: string) => `${one(text, 'cbc:ID')} ${one(text, 'cbc:Percent')}`
        const keys = groups.map((group) => keyOf(one(group, 'cac:TaxCategory')))
        expect(new Set(keys).size).toBe(keys.length)
        for (const [index, group] of groups.entries()) {
          const category = one(group, 'cac:TaxCategory')
          const [code, percent] = [one(category, 'cbc:ID'), one(category, 'cbc:Percent')]
          // BR-S-08, BR-AE-08, BR-O-08, BR-E-08.
          const own = lines.filter((line) => keyOf(one(line, 'cac:ClassifiedTaxCategory')) === keys[index])
          expect(sum(own, 'LineExtensionAmount')).toBe(amount(group, 'TaxableAmount'))
          // BR-CO-17, BR-S-09, BR-AE-09, BR-O-09.
          const rateBps = Math.round(Number(percent || 0) * 100)
          expect(BigInt(amount(group, 'TaxAmount'))).toBe(vatOn(BigInt(amount(group, 'TaxableAmount')), rateBps))
          // BR-S-10, BR-AE-10, BR-O-10: a reason exactly where there is no VAT.
          expect(category.includes('TaxExemptionReason')).toBe(code !== 'S')
          // BR-O-05 and BR-O-11 to 14: no rate, and alone.
          if (code === 'O') expect([percent, keys.length]).toEqual(['', 1])
        }
        // BR-S-02, BR-AE-02, BR-E-02 and BR-O-02.
        expect(all(xml, 'cac:PartyTaxScheme')).toHaveLength(keys.some((key) => key.startsWith('O')) ? 0 : 2)
        // BR-27.
        for (const line of lines) expect(amount(line, 'PriceAmount')).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 60 },
    )
  })
})
