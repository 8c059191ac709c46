import { describe, expect, test } from 'vitest'
import { parsePdfText } from '#tests/setup/pdf-text.ts'
import { invoicePdf } from './invoice-pdf.ts'

const SITE = { siteUrl: 'https://wtf.example' }
const line = (place: number) => ({
  place,
  saleId: null,
  description: `Order #${1000 + place}`,
  baseMinor: 10_000,
  amountMinor: 1_000,
  vatTreatment: 'none' as const,
  vatRateBps: 0,
})
const invoice = (given: object = {}) => ({
  id: '019ae000-0000-7000-8000-000000000009',
  kind: 'invoice' as const,
  number: 'WTF-2026-000012',
  month: new Date('2026-10-01'),
  currency: 'GBP',
  issuedAt: new Date('2026-11-01T03:00:00Z'),
  dueOn: new Date('2026-11-15'),
  totalMinor: 2_000,
  vatMinor: 0,
  grossMinor: 2_000,
  creditMinor: 500,
  payableMinor: 1_500,
  status: 'open' as const,
  paidAt: null,
  billedTo: {
    businessName: 'Oswick & Dray',
    businessAddress: '1 High Street\nYork',
    email: 'pay@oswick.example',
    countryName: '',
  },
  seller: null,
  vat: [],
  corrects: [],
  epc: null,
  epcSvg: null,
  entries: 2,
  lastEntry: { seq: 17, hash: 'ab12'.repeat(16) },
  lines: [line(1), line(2)],
  ...given,
})

describe('invoicePdf', () => {
  test('states the partner, the amounts, the sales and the due date', async () => {
    const [page = '', ...others] = parsePdfText(await invoicePdf(invoice(), SITE))
    expect(others).toEqual([])
    for (const text of [
      'Invoice',
      'WTF-2026-000012',
      '1 November 2026',
      'Sales confirmed in October 2026',
      '15 November 2026',
    ])
      expect(page).toContain(text)
    for (const text of ['Oswick & Dray', '1 High Street', 'Order #1001', 'Order #1002', '£100.00', '£10.00'])
      expect(page).toContain(text)
    for (const text of ['£20.00', '-£5.00', '£15.00', 'Please pay £15.00', 'Page 1 of 1']) expect(page).toContain(text)
    expect(page.replace(/\s/g, '')).toContain(`entry17;itshashis${'ab12'.repeat(16)}.`)
  })

  test('has as many pages as its lines need, each with a header and page number', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => line(index + 1))
    const pages = parsePdfText(await invoicePdf(invoice({ lines }), SITE))
    expect(pages.length).toBeGreaterThan(3)
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    const text = pages.join('')
    for (const { description } of lines) expect(text).toContain(`${description} `)
  })

  test('prints every European alphabet, and does not fail on other characters', async () => {
    const businessName = 'Ołówek Чай Ωmega Ğüzel 服'
    const [page = ''] = parsePdfText(
      await invoicePdf(
        invoice({ billedTo: { businessName, businessAddress: '', email: 'a@example.com', countryName: '' } }),
        SITE,
      ),
    )
    for (const word of ['Ołówek', 'Чай', 'Ωmega', 'Ğüzel']) expect(page).toContain(word)
  })

  test('requests no payment on a credit note', async () => {
    const [page = ''] = parsePdfText(
      await invoicePdf(
        invoice({ kind: 'credit_note', totalMinor: -700, grossMinor: -700, creditMinor: 0, payableMinor: 0 }),
        SITE,
      ),
    )
    expect(page).toContain('Credit note')
    expect(page).toContain('£7.00')
    expect(page).not.toContain('Please pay')
  })

  const taxed = {
    vatMinor: 400,
    grossMinor: 2_400,
    payableMinor: 1_900,
    seller: {
      legalName: 'WTF Ltd',
      address: '1 Market Street',
      country: 'GB',
      countryName: 'United Kingdom',
      companyNumber: '01234567',
      vatNumber: 'GB980780684',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      sortCode: '',
      accountNumber: '',
      paymentDays: 14,
    },
    vat: [{ treatment: 'domestic' as const, rateBps: 2_000, netMinor: 2_000, vatMinor: 400 }],
  }
  const buyer = {
    businessName: 'Oswick',
    businessAddress: '',
    email: 'pay@oswick.example',
    legalName: 'Oswick & Dray Ltd',
    address: '2 Low Street',
    country: 'DE',
    countryName: 'Germany',
    vatNumber: 'DE136695976',
    purchaseOrder: 'PO 7',
  }

  test('with seller details shows both companies, the VAT and the bank account', async () => {
    const [page = ''] = parsePdfText(await invoicePdf(invoice({ ...taxed, billedTo: buyer }), SITE))
    for (const text of ['WTF Ltd', '1 Market Street', 'Company number 01234567', 'VAT number GB980780684'])
      expect(page).toContain(text)
    for (const text of ['Oswick & Dray Ltd', '2 Low Street', 'Germany', 'VAT number DE136695976', 'PO 7'])
      expect(page).toContain(text)
    for (const text of ['31 October 2026', 'VAT 20% on £20.00', '£4.00', '£24.00', 'Please pay £19.00'])
      expect(page).toContain(text)
    for (const text of ['DE89 3704 0044 0532 0130 00', 'COBADEFFXXX', 'Payment reference']) expect(page).toContain(text)
    expect(page).not.toContain('banking app')
  })

  test('without VAT gives the reason, and in euros has a payment QR code', async () => {
    const vat = [{ treatment: 'reverse_charge' as const, rateBps: 0, netMinor: 2_000, vatMinor: 0 }]
    const given = { ...taxed, currency: 'EUR', vatMinor: 0, grossMinor: 2_000, payableMinor: 1_500, vat, epc: 'BCD' }
    const [page = ''] = parsePdfText(await invoicePdf(invoice(given), SITE))
    expect(page).toContain('Reverse charge: the customer accounts for the VAT')
    expect(page).toContain('banking app')
  })

  test('a credit note names the invoices that it corrects', async () => {
    const given = { kind: 'credit_note', totalMinor: -700, grossMinor: -700, payableMinor: 0, creditMinor: 0 }
    const [page = ''] = parsePdfText(await invoicePdf(invoice({ ...given, corrects: ['WTF-2026-000003'] }), SITE))
    expect(page).toContain('This credit note corrects WTF-2026-000003.')
  })
})
