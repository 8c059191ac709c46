import type { ConversionStatus } from '#server/sales/lifecycle.values.ts'

/** As people read a sale's status, in the order of its life. */
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

/** How we know that an order is ours, by the level that hit. */
export const LEVELS: Record<Level, { name: string; meaning: string }> = {
  A: { name: 'Click', meaning: 'The store passed on the id of the click itself.' },
  B: { name: 'Journey', meaning: "Shopify's record of the buyer's visits names the click." },
  C: { name: 'Landing page', meaning: 'The address at which the buyer came to the store carries the click.' },
  D: { name: 'Code', meaning: 'The buyer used a discount code for WTF.' },
  U: { name: 'utm only', meaning: 'The store only says that the buyer came from us, not by which click.' },
  M: { name: 'File', meaning: 'The order is in a file that we approved.' },
}
