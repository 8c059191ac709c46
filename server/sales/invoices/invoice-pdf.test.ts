import { describe, expect, test } from 'vitest'
import { readPdfText } from '#tests/setup/pdf-text.ts'
import { invoicePdf } from './invoice-pdf.ts'

const SITE = { siteUrl: 'https://wtf.example' }
const line = (place: number) => ({
  place,
  saleId: null,
  description: `Order #${1000 + place}`,
  baseMinor: 10_000,
  amountMinor: 1_000,
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
  creditMinor: 500,
  payableMinor: 1_500,
  status: 'open' as const,
  paidAt: null,
  billedTo: { businessName: 'Oswick & Dray', businessAddress: '1 High Street\nYork', email: 'pay@oswick.example' },
  entries: 2,
  lastEntry: { seq: 17, hash: 'ab12'.repeat(16) },
  lines: [line(1), line(2)],
  ...given,
})

describe('invoicePdf', () => {
  test('states the partner, the amounts, the sales and the due date', async () => {
    const [page = '', ...others] = readPdfText(await invoicePdf(invoice(), SITE))
    expect(others).toEqual([])
    for (const text of ['Invoice', 'WTF-2026-000012', '1 November 2026', 'October 2026', '15 November 2026'])
      expect(page).toContain(text)
    for (const text of ['Oswick & Dray', '1 High Street', 'Order #1001', 'Order #1002', '£100.00', '£10.00'])
      expect(page).toContain(text)
    for (const text of ['£20.00', '-£5.00', '£15.00', 'Please pay £15.00', 'Page 1 of 1']) expect(page).toContain(text)
    expect(page.replace(/\s/g, '')).toContain(`entry17;itshashis${'ab12'.repeat(16)}.`)
  })

  test('continues on as many pages as its lines need, each with a header and page number', async () => {
    const lines = Array.from({ length: 120 }, (_, index) => line(index + 1))
    const pages = readPdfText(await invoicePdf(invoice({ lines }), SITE))
    expect(pages.length).toBeGreaterThan(3)
    for (const [index, page] of pages.entries()) expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    const text = pages.join('')
    for (const { description } of lines) expect(text).toContain(`${description} `)
  })

  test('prints every European alphabet, and fails on no character', async () => {
    const businessName = 'Ołówek Чай Ωmega Ğüzel 服'
    const [page = ''] = readPdfText(
      await invoicePdf(invoice({ billedTo: { businessName, businessAddress: '', email: 'a@example.com' } }), SITE),
    )
    for (const word of ['Ołówek', 'Чай', 'Ωmega', 'Ğüzel']) expect(page).toContain(word)
  })

  test('requests no payment on a credit note', async () => {
    const [page = ''] = readPdfText(
      await invoicePdf(invoice({ kind: 'credit_note', totalMinor: -700, creditMinor: 0, payableMinor: 0 }), SITE),
    )
    expect(page).toContain('Credit note')
    expect(page).toContain('£7.00')
    expect(page).not.toContain('Please pay')
  })
})
