import assert from 'node:assert/strict'
import { create } from 'xmlbuilder2'
import { toMinor } from '#server/platform/money.schema.ts'
import { vatOn } from '#server/sales/billing/vat.ts'

/** Returns the contents of all elements with a name. */
export const all = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>(.*?)</${name}>`, 'gs'))].map(([, text = '']) => text)
export const one = (xml: string, name: string): string => all(xml, name)[0] ?? ''
export const minor = (text: string, currency: string): number =>
  Number(toMinor(text.replace('-', ''), currency)) * (text.startsWith('-') ? -1 : 1)

/**
 * Checks a UBL document against the EN 16931 rules that concern our invoices, by rule number. The official schematron
 * cannot be in this repository (docs/decisions/2026-11-27-e-invoices.md).
 * @throws AssertionError that names the broken rule; the XML parser's error if the document is not well-formed
 */
export function checkEInvoice(xml: string): void {
  const { nodeName } = create(xml).root().node
  assert(nodeName === 'Invoice' || nodeName === 'CreditNote', 'the document is neither an invoice nor a credit note')
  const isCredit = nodeName === 'CreditNote'
  const currency = one(xml, 'cbc:DocumentCurrencyCode')
  const [seller = '', buyer = ''] = ['Supplier', 'Customer'].map((side) => one(xml, `cac:Accounting${side}Party`))
  const head = xml.slice(0, xml.indexOf('<cac:'))
  const named: Array<[rule: string, text: string, form: RegExp]> = [
    ['BR-01', one(head, 'cbc:CustomizationID'), /^urn:cen\.eu:en16931:2017$/],
    ['BR-02', one(head, 'cbc:ID'), /./],
    ['BR-03', one(head, 'cbc:IssueDate'), /^\d{4}-\d\d-\d\d$/],
    ['BR-04', one(head, isCredit ? 'cbc:CreditNoteTypeCode' : 'cbc:InvoiceTypeCode'), isCredit ? /^381$/ : /^380$/],
    ['BR-05', currency, /^[A-Z]{3}$/],
    ['BR-06', one(seller, 'cbc:RegistrationName'), /./],
    ['BR-07', one(buyer, 'cbc:RegistrationName'), /./],
    ['BR-08 and BR-09', one(one(seller, 'cac:PostalAddress'), 'cbc:IdentificationCode'), /^[A-Z]{2}$/],
    ['BR-10 and BR-11', one(one(buyer, 'cac:PostalAddress'), 'cbc:IdentificationCode'), /^[A-Z]{2}$/],
  ]
  for (const [rule, text, form] of named) assert.match(text, form, rule)

  const amount = (text: string, name: string) => minor(one(text, `cbc:${name}`), currency)
  const sum = (texts: string[], name: string) => texts.reduce((total, text) => total + amount(text, name), 0)
  const equal = (rule: string, actual: unknown, expected: unknown) => assert.deepEqual(actual, expected, rule)
  const totals = one(xml, 'cac:LegalMonetaryTotal')
  const tax = one(xml, 'cac:TaxTotal')
  const groups = all(tax, 'cac:TaxSubtotal')
  const lines = all(xml, isCredit ? 'cac:CreditNoteLine' : 'cac:InvoiceLine')
  assert(lines.length > 0, 'BR-16')
  for (const line of lines) {
    assert.match(one(line, 'cbc:ID'), /./, 'BR-21')
    assert.match(one(line, isCredit ? 'cbc:CreditedQuantity' : 'cbc:InvoicedQuantity'), /^-?\d/, 'BR-22')
    assert.match(one(one(line, 'cac:Item'), 'cbc:Name'), /./, 'BR-25')
    assert(amount(line, 'PriceAmount') >= 0, 'BR-27')
  }
  equal('BR-CO-10', sum(lines, 'LineExtensionAmount'), amount(totals, 'LineExtensionAmount'))
  equal('BR-CO-13', amount(totals, 'TaxExclusiveAmount'), amount(totals, 'LineExtensionAmount'))
  equal('BR-CO-14', sum(groups, 'TaxAmount'), amount(tax, 'TaxAmount'))
  equal(
    'BR-CO-15',
    amount(totals, 'TaxInclusiveAmount'),
    amount(totals, 'TaxExclusiveAmount') + amount(tax, 'TaxAmount'),
  )
  const prepaid = totals.includes('PrepaidAmount') ? amount(totals, 'PrepaidAmount') : 0
  equal('BR-CO-16', amount(totals, 'PayableAmount'), amount(totals, 'TaxInclusiveAmount') - prepaid)

  const keyOf = (text: string) => `${one(text, 'cbc:ID')} ${one(text, 'cbc:Percent')}`
  const keys = groups.map((group) => keyOf(one(group, 'cac:TaxCategory')))
  assert(keys.length > 0, 'BR-CO-18')
  equal('each VAT category and rate has one group', new Set(keys).size, keys.length)
  for (const [index, group] of groups.entries()) {
    const category = one(group, 'cac:TaxCategory')
    const [code, percent] = [one(category, 'cbc:ID'), one(category, 'cbc:Percent')]
    const matching = lines.filter((line) => keyOf(one(line, 'cac:ClassifiedTaxCategory')) === keys[index])
    equal(`BR-${code}-08`, sum(matching, 'LineExtensionAmount'), amount(group, 'TaxableAmount'))
    const rateBps = Math.round(Number(percent || 0) * 100)
    const vat = vatOn(BigInt(amount(group, 'TaxableAmount')), rateBps)
    equal(`BR-CO-17 and BR-${code}-09`, BigInt(amount(group, 'TaxAmount')), vat)
    equal(
      `BR-${code}-10: a reason exactly where there is no VAT`,
      category.includes('TaxExemptionReason'),
      code !== 'S',
    )
    if (code === 'O') equal('BR-O-05 and BR-O-11 to 14: no rate, and alone', [percent, keys.length], ['', 1])
  }
  const vatIds = keys.some((key) => key.startsWith('O')) ? 0 : 2
  equal('BR-S-02, BR-AE-02, BR-E-02 and BR-O-02', all(xml, 'cac:PartyTaxScheme').length, vatIds)
}
