import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { all, checkEInvoice, minor, one } from '#tests/setup/e-invoice-rules.ts'
import { anyInvoice, invoiceOf } from '#tests/setup/invoices.ts'
import { eInvoiceObstacle } from '../billing/e-invoice-obstacle.shared.ts'
import { eInvoice } from './e-invoice.ts'

type Invoice = Parameters<typeof eInvoice>[0]

const SITE = { email: 'hello@wtf.example' }
const DOMESTIC = { treatment: 'domestic', rateBps: 2_000 } as const
const OUTSIDE = { treatment: 'outside_scope', rateBps: 0 } as const
const REVERSE = { treatment: 'reverse_charge', rateBps: 0 } as const

describe('an e-invoice', () => {
  test('states both companies, the dates, the purchase order and the payment details', async () => {
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

  test('outside the scope of VAT has VAT numbers as plain identifiers', async () => {
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
  ])('is refused, and the reason contains: %s', async (reason, given) => {
    const invoice = invoiceOf([{ ...DOMESTIC, amountMinor: 1_000 }], given)
    expect(eInvoiceObstacle(invoice)).toContain(reason)
    await expect(eInvoice(invoice, SITE)).rejects.toThrow(reason)
  })

  test('lets other requests run between its lines while it is written', async () => {
    const lines = Array.from({ length: 401 }, () => ({ ...DOMESTIC, amountMinor: 100 }))
    let turns = 0
    const count = () => void (turns++, (timer = setImmediate(count)))
    let timer = setImmediate(count)
    expect(all(await eInvoice(invoiceOf(lines), SITE), 'cac:InvoiceLine')).toHaveLength(401)
    clearImmediate(timer)
    expect(turns).toBeGreaterThanOrEqual(3)
  })

  test.each([
    ['a wrong total', /<cbc:PayableAmount([^>]*)>[^<]*</, '<cbc:PayableAmount$1>9.99<'],
    ['no buyer', /<cac:AccountingCustomerParty>.*<\/cac:AccountingCustomerParty>/s, ''],
    ['another VAT rate', /<cbc:Percent>20</g, '<cbc:Percent>19<'],
    ['no number', /<cbc:ID>WTF-2026-000012<\/cbc:ID>/, ''],
    ['an element that is not closed', '</cbc:IssueDate>', ''],
  ] as const)('with %s fails the validation of EN 16931', async (_, from, to) => {
    const xml = await eInvoice(invoiceOf([{ ...DOMESTIC, amountMinor: 1_000 }]), SITE)
    checkEInvoice(xml)
    const broken = xml.replace(from, to)
    expect(broken).not.toBe(xml)
    expect(() => checkEInvoice(broken)).toThrow()
  })

  test('follows the rules of EN 16931, and has the amounts of the invoice to the cent', async () => {
    await fc.assert(
      fc.asyncProperty(anyInvoice, async (invoice) => {
        const { currency, kind } = invoice
        const xml = await eInvoice(invoice, SITE)
        checkEInvoice(xml)
        const sign = kind === 'credit_note' ? -1 : 1
        const amount = (text: string, name: string) => minor(one(text, `cbc:${name}`), currency)
        const totals = one(xml, 'cac:LegalMonetaryTotal')
        const lines = all(xml, kind === 'invoice' ? 'cac:InvoiceLine' : 'cac:CreditNoteLine')
        expect(amount(totals, 'TaxExclusiveAmount')).toBe(sign * invoice.totalMinor + 0)
        expect(amount(one(xml, 'cac:TaxTotal'), 'TaxAmount')).toBe(sign * invoice.vatMinor + 0)
        expect(amount(totals, 'TaxInclusiveAmount')).toBe(sign * invoice.grossMinor + 0)
        if (kind === 'invoice') expect(amount(totals, 'PayableAmount')).toBe(invoice.payableMinor)
        expect(lines.map((line) => amount(line, 'LineExtensionAmount'))).toEqual(
          invoice.lines.map(({ amountMinor }) => sign * amountMinor + 0),
        )
      }),
      { numRuns: 60 },
    )
  })
})
