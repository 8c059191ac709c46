import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { AppError } from '#server/platform/errors.ts'
import { formatMoney, toAmount } from '#server/platform/money.schema.ts'
import { eInvoiceObstacle, isVatId } from '../billing/e-invoice-obstacle.shared.ts'
import { categoryOf, vatBreakdown } from '../billing/vat-categories.shared.ts'
import type { Vat } from '../billing/vat.ts'
import type { getInvoice } from './invoices.service.ts'

type Invoice = Omit<Awaited<ReturnType<typeof getInvoice>>, 'id' | 'epc' | 'epcSvg'>
type Seller = NonNullable<Invoice['seller']>

/**
 * A company on the invoice. Its identifiers are required on invoices with VAT, and not allowed on invoices outside the
 * scope of VAT.
 */
interface Party {
  legalName: string
  address: string
  country: string
  vatNumber: string
  /** For the seller only. */
  companyNumber?: string
  email: string | undefined
}

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
/** UNTDID 1001. */
const NAMES = {
  invoice: {
    document: 'Invoice',
    type: ['InvoiceTypeCode', '380'],
    quantity: 'InvoicedQuantity',
    line: 'InvoiceLine',
  },
  credit_note: {
    document: 'CreditNote',
    type: ['CreditNoteTypeCode', '381'],
    quantity: 'CreditedQuantity',
    line: 'CreditNoteLine',
  },
} as const
/** UNTDID 4461: a credit transfer, and a SEPA one. */
const [TRANSFER, SEPA] = ['30', '58']
const LINES_AT_ONCE = 200
const VAT_SCHEME = { 'cac:TaxScheme': { 'cbc:ID': 'VAT' } }

/**
 * Returns an invoice or credit note as UBL 2.1 by EN 16931. Amounts of credit notes are positive.
 * @param site.email the seller's electronic address, if there is one
 * @throws AppError not_found with the reason if there is none
 */
export async function eInvoice(invoice: Invoice, site: { email: string | undefined }): Promise<string> {
  const { seller, kind } = invoice
  const obstacle = eInvoiceObstacle(invoice)
  if (obstacle || !seller) throw new AppError('not_found', `There is no e-invoice for this invoice. ${obstacle ?? ''}`)
  const { create, fragment } = await import('xmlbuilder2')
  const { document, line } = NAMES[kind]
  const content = {
    '@xmlns': `${UBL}:${document}-2`,
    '@xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
    '@xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
    ...toUbl(invoice, { ...seller, ...site }),
  }
  const parts = [create({ version: '1.0', encoding: 'UTF-8' }, { [document]: content }).end()]
  const lines = linesOf(invoice)
  // The lines come last, in batches, so that other requests are not blocked.
  for (let start = 0; start < lines.length; start += LINES_AT_ONCE) {
    parts.push(fragment({ [`cac:${line}`]: lines.slice(start, start + LINES_AT_ONCE) }).end())
    await turnOfOthers()
  }
  const end = `</${document}>`
  return [parts[0]?.slice(0, -end.length), ...parts.slice(1), end].join('')
}

/** Formats amounts and VAT categories. */
function termsOf({ kind, currency, vat }: Pick<Invoice, 'kind' | 'currency' | 'vat'>) {
  return {
    signed: (minor: number) => (kind === 'credit_note' ? 0 - minor : minor),
    amount: (minor: number) => ({ '@currencyID': currency, '#': toAmount(minor, currency) }),
    category: (each: Vat, exemption: ReturnType<typeof vatBreakdown>[number]['exemption'] = null) => {
      const code = categoryOf(each, vat)
      return {
        'cbc:ID': code,
        ...(code !== 'O' && { 'cbc:Percent': String(each.rateBps / 100) }),
        ...(exemption?.code && { 'cbc:TaxExemptionReasonCode': exemption.code }),
        ...(exemption && { 'cbc:TaxExemptionReason': exemption.reason }),
        ...VAT_SCHEME,
      }
    },
  }
}

/** Builds the document in the order of elements that the schema prescribes. */
function toUbl(invoice: Invoice, seller: Seller & { email: string | undefined }) {
  const { kind, number, month, currency, issuedAt, dueOn, billedTo, corrects, vat } = invoice
  const { totalMinor, vatMinor, grossMinor, creditMinor } = invoice
  const isCredit = kind === 'credit_note'
  const { amount, category, signed } = termsOf(invoice)
  const [typeName, type] = NAMES[kind].type
  const hasVatIds = !vat.some((each) => categoryOf(each, vat) === 'O')
  const buyer = { legalName: billedTo.businessName, address: billedTo.businessAddress, country: '', vatNumber: '' }
  const { purchaseOrder } = billedTo
  const lastDay = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0))
  return {
    'cbc:CustomizationID': 'urn:cen.eu:en16931:2017',
    'cbc:ID': number,
    'cbc:IssueDate': dayOf(issuedAt),
    ...(!isCredit && { 'cbc:DueDate': dayOf(dueOn) }),
    [`cbc:${typeName}`]: type,
    'cbc:DocumentCurrencyCode': currency,
    ...(purchaseOrder && { 'cbc:BuyerReference': plain(purchaseOrder) }),
    'cac:InvoicePeriod': { 'cbc:StartDate': dayOf(month), 'cbc:EndDate': dayOf(lastDay) },
    ...(purchaseOrder && { 'cac:OrderReference': { 'cbc:ID': plain(purchaseOrder) } }),
    'cac:BillingReference': corrects.map((each) => ({ 'cac:InvoiceDocumentReference': { 'cbc:ID': each } })),
    'cac:AccountingSupplierParty': { 'cac:Party': partyOf(seller, hasVatIds) },
    'cac:AccountingCustomerParty': {
      'cac:Party': partyOf({ ...buyer, ...billedTo }, hasVatIds && isVatId(billedTo)),
    },
    ...(!isCredit && { 'cac:PaymentMeans': transferTo(seller, number, currency) }),
    'cac:PaymentTerms': {
      'cbc:Note': isCredit
        ? 'No payment is due. We apply the credit to your next invoices.'
        : `Due on ${dayOf(dueOn)}. Please use ${number} as the payment reference.`,
    },
    'cac:TaxTotal': {
      'cbc:TaxAmount': amount(signed(vatMinor)),
      'cac:TaxSubtotal': vatBreakdown(vat).map(({ exemption, ...each }) => ({
        'cbc:TaxableAmount': amount(signed(each.netMinor)),
        'cbc:TaxAmount': amount(signed(each.vatMinor)),
        'cac:TaxCategory': category(each, exemption),
      })),
    },
    'cac:LegalMonetaryTotal': {
      'cbc:LineExtensionAmount': amount(signed(totalMinor)),
      'cbc:TaxExclusiveAmount': amount(signed(totalMinor)),
      'cbc:TaxInclusiveAmount': amount(signed(grossMinor)),
      ...(creditMinor > 0 && { 'cbc:PrepaidAmount': amount(creditMinor) }),
      'cbc:PayableAmount': amount(signed(grossMinor) - creditMinor),
    },
  }
}

function linesOf({ kind, currency, lines, vat }: Invoice) {
  const { amount, category, signed } = termsOf({ kind, currency, vat })
  return lines.map(({ place, description, baseMinor, amountMinor, ...each }) => ({
    'cbc:ID': String(place),
    // A price is never negative, so the quantity carries the sign.
    [`cbc:${NAMES[kind].quantity}`]: { '@unitCode': 'C62', '#': signed(amountMinor) < 0 ? '-1' : '1' },
    'cbc:LineExtensionAmount': amount(signed(amountMinor)),
    'cac:Item': {
      'cbc:Description': `Commission on ${formatMoney(baseMinor, currency)}`,
      'cbc:Name': plain(description),
      'cac:ClassifiedTaxCategory': category({ treatment: each.vatTreatment, rateBps: each.vatRateBps }),
    },
    'cac:Price': { 'cbc:PriceAmount': amount(Math.abs(amountMinor)) },
  }))
}

/** Describes a company. If its VAT number must not appear as such, it becomes a plain identifier. */
function partyOf({ legalName, address, country, vatNumber, companyNumber, email }: Party, hasVatId: boolean) {
  const [street = '', additional = '', ...rest] = address.split('\n').map(plain).filter(Boolean)
  return {
    ...(email && { 'cbc:EndpointID': { '@schemeID': 'EM', '#': email } }),
    ...(vatNumber && !hasVatId && { 'cac:PartyIdentification': { 'cbc:ID': vatNumber } }),
    'cac:PostalAddress': {
      ...(street && { 'cbc:StreetName': street }),
      ...(additional && { 'cbc:AdditionalStreetName': additional }),
      ...(rest.length && { 'cac:AddressLine': { 'cbc:Line': rest.join(', ') } }),
      'cac:Country': { 'cbc:IdentificationCode': country },
    },
    ...(hasVatId && { 'cac:PartyTaxScheme': { 'cbc:CompanyID': vatNumber, ...VAT_SCHEME } }),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': plain(legalName),
      ...(companyNumber && { 'cbc:CompanyID': companyNumber }),
    },
  }
}

const transferTo = ({ iban, bic, sortCode, accountNumber, legalName }: Seller, number: string, currency: string) => ({
  'cbc:PaymentMeansCode': iban && currency === 'EUR' ? SEPA : TRANSFER,
  'cbc:PaymentID': number,
  'cac:PayeeFinancialAccount': {
    'cbc:ID': iban || `${sortCode}${accountNumber}`,
    'cbc:Name': plain(legalName),
    ...(iban && bic && { 'cac:FinancialInstitutionBranch': { 'cbc:ID': bic } }),
  },
})

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)

/** Returns text on one line, without characters that XML does not allow. */
const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[^\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .trim()
