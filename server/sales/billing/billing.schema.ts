import { z } from 'zod'
import { oneLine, paragraphs } from '#server/platform/texts.schema.ts'

const MAX_NAME = 200
const MAX_ADDRESS = 500
const MAX_NUMBER = 40
const MAX_PAYMENT_DAYS = 60

const optional = oneLine(null, MAX_NUMBER)
const party = {
  legalName: oneLine('Please enter the legal name', MAX_NAME),
  address: paragraphs('Please enter the address', MAX_ADDRESS),
  /** ISO 3166-1 country code. */
  country: z.string().regex(/^[A-Z]{2}$/, 'Please choose a country from the list'),
  vatNumber: optional,
}

/** The seller on invoices from a certain day on. */
export const sellerProfileInput = z.strictObject({
  ...party,
  /** For example 2026-12-31, in UTC. A day in the past means today. */
  validFrom: z.iso.date('Please enter a day').refine((day) => day >= '2000' && day < '2100', 'Please enter a day'),
  companyNumber: optional,
  iban: optional,
  bic: optional,
  sortCode: optional,
  accountNumber: optional,
  paymentDays: z.coerce.number('Please enter a number of days').int().min(1).max(MAX_PAYMENT_DAYS),
})
export type SellerProfileInput = z.output<typeof sellerProfileInput>

/** A partner's details on its invoices. */
export const billingProfileInput = z.strictObject({ ...party, purchaseOrder: optional })
export type BillingProfileInput = z.output<typeof billingProfileInput>
