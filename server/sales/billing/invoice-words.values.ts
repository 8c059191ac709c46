// Texts of invoices, the same on the page, in the PDF and in the e-invoice.

/** The text of each VAT treatment. An invoice has to explain why it charges no VAT. */
export const VAT_WORDS = {
  none: '',
  not_registered: 'The seller is not registered for VAT, so no VAT is charged.',
  domestic: '',
  reverse_charge:
    'Reverse charge: the customer accounts for the VAT (Articles 44 and 196 of Council Directive 2006/112/EC).',
  outside_scope:
    'Outside the scope of VAT in the country of the seller. In the EU, the customer accounts for the VAT (reverse charge).',
} as const

/** Formats basis points: 2,000 -> '20%'; 2,550 -> '25.5%'. */
export const formatInvoiceRate = (rateBps: number): string => `${rateBps / 100}%`

/** Returns the label of a VAT row: 'VAT 20%'. */
export const vatName = ({ treatment, rateBps }: { treatment: keyof typeof VAT_WORDS; rateBps: number }): string =>
  treatment === 'reverse_charge' ? 'VAT 0% (reverse charge)' : `VAT ${formatInvoiceRate(rateBps)}`

interface Account {
  legalName: string
  iban: string
  bic: string
  sortCode: string
  accountNumber: string
}

/** Returns the payment details of an invoice, by label and value. @param reference the invoice's number */
export const paymentFacts = (seller: Account, reference: string): Array<[string, string]> =>
  (
    [
      ['Account holder', seller.legalName],
      ['IBAN', seller.iban.replace(/(.{4})(?=.)/g, '$1 ')],
      ['BIC', seller.bic],
      ['Sort code', seller.sortCode.replace(/(..)(?=.)/g, '$1-')],
      ['Account number', seller.accountNumber],
      ['Payment reference', reference],
    ] satisfies Array<[string, string]>
  ).filter(([, value]) => value !== '')
