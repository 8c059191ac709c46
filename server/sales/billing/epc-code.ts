import { toAmount } from '#server/platform/money.schema.ts'

const MAX_NAME = 70
/** The standard's limit: 999,999,999.99. */
const MAX_MINOR = 99_999_999_999

interface Transfer {
  seller: { legalName: string; iban: string; bic: string } | null
  currency: string
  payableMinor: number
  /** The recipient, amount and reference of the transfer. */
  reference: string
}

/**
 * Returns the text of an EPC QR code (EPC069-12, version 2), which banking apps turn into a transfer in euros.
 * @returns null if the amount is not in euros, or there is no IBAN to pay to
 */
export function epcCode({ seller, currency, payableMinor, reference }: Transfer): string | null {
  if (currency !== 'EUR' || !seller?.iban || payableMinor <= 0 || payableMinor > MAX_MINOR) return null
  const name = [...seller.legalName.replace(/\s+/g, ' ')].slice(0, MAX_NAME).join('')
  const amount = `EUR${toAmount(payableMinor, currency)}`
  // The empty fields are the purpose and the structured reference.
  return ['BCD', '002', '1', 'SCT', seller.bic, name, seller.iban, amount, '', '', reference].join('\n')
}
