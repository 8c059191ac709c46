import type { ConversionStatus } from '#server/sales/lifecycle.values.ts'

/** The display names of a sale's statuses, in the order of its lifecycle. */
export const SALE_STATES: Record<ConversionStatus, { name: string; colour: string }> = {
  pending: { name: 'Pending', colour: 'text-muted' },
  confirmed: { name: 'Confirmed', colour: 'text-good' },
  invoiced: { name: 'Invoiced', colour: 'text-good' },
  paid: { name: 'Paid', colour: 'text-good' },
  cancelled: { name: 'Cancelled', colour: 'text-muted' },
  tracked: { name: 'Not matched', colour: 'text-muted' },
  hold: { name: 'On hold', colour: 'text-sale' },
  disputed: { name: 'Disputed', colour: 'text-sale' },
}

type Level = 'A' | 'B' | 'C' | 'D' | 'U' | 'M'

/** The attribution levels: how we know that an order is ours. */
export const LEVELS: Record<Level, { name: string; meaning: string }> = {
  A: { name: 'Click', meaning: 'The order included the click ID.' },
  B: { name: 'Visit history', meaning: "Shopify's record of the buyer's visits includes the click." },
  C: {
    name: 'Landing page',
    meaning: 'The URL of the first page the buyer opened in the store contains the click ID.',
  },
  D: { name: 'Code', meaning: 'The buyer used one of the store’s WTF discount codes.' },
  U: { name: 'UTM only', meaning: 'The UTM parameters name WTF, but the order has no valid click ID.' },
  M: { name: 'File', meaning: 'The order is in a file that we approved.' },
}
