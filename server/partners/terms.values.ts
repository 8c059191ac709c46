/** The date of the terms at /terms, which is recorded when a partner accepts them. Change it whenever they change. */
export const TERMS_VERSION = '2026-11-27'

/** How long a click counts for an order. Each click stores its own end (`outbound_clicks.expires_at`). */
export const CLICK_WINDOW_DAYS = 30
/** An invoice is due on this day of the month after the invoiced month. */
export const DUE_DAY = 15

const ENDINGS = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
])
const rules = new Intl.PluralRules('en', { type: 'ordinal' })
/** Returns a day with its ordinal ending: 15 -> '15th'. */
export const ordinal = (day: number): string => `${day}${ENDINGS.get(rules.select(day)) ?? 'th'}`

/** Says on all pages when we invoice sales and when invoices are due (server/sales/invoices/close-months.ts). */
export const dueRule = (dueDay = DUE_DAY): string =>
  `At the start of each month, we invoice the sales confirmed in the previous month. The invoice is due on the ${ordinal(dueDay)} of the same month. If we issue it late, it is due on the ${ordinal(dueDay)} of a later month.`
