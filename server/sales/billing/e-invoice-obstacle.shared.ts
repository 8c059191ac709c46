import { decimalsOf } from '#server/platform/money.schema.ts'
import { categoryOf, type LineVat } from './vat-categories.shared.ts'

const MAX_DECIMALS = 2

interface Asked {
  currency: string
  seller: { vatNumber: string; companyNumber: string } | null
  billedTo: { country?: string; vatNumber?: string }
  vat: readonly LineVat[]
}

/** Returns the reason why an invoice has no e-invoice; null if it has one. */
export function eInvoiceObstacle(invoice: Asked): string | null {
  const { seller, billedTo, currency, vat } = invoice
  if (!seller) return 'It was issued before the seller details were entered.'
  if (!billedTo.country) return 'It was issued before the customer’s billing details were entered.'
  if (decimalsOf(currency) > MAX_DECIMALS) return `E-invoices allow two decimal places, and ${currency} has more.`
  const categories = vat.map((each) => categoryOf(each, vat))
  if (!seller.vatNumber && !categories.every((each) => each === 'O'))
    return 'It corrects an invoice with VAT, and the seller no longer has a VAT number.'
  if (!seller.vatNumber && !seller.companyNumber) return 'The seller has no company number and no VAT number.'
  if (categories.includes('AE') && !isVatId(billedTo))
    return 'It corrects a reverse-charge invoice, and the customer no longer has a VAT number.'
  return null
}

/**
 * Whether the number has a country prefix, which EN 16931 requires (BR-CO-09). Numbers from outside Europe have none.
 */
export const isVatId = ({ vatNumber = '', country = '' }: { vatNumber?: string; country?: string }): boolean =>
  vatNumber.startsWith(country === 'GR' ? 'EL' : country) && vatNumber !== ''
