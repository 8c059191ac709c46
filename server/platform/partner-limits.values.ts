/**
 * The limits on one partner's systems per minute: all keys, signed URLs, stores and connections together. A flash sale
 * with 50 orders per second of 5 lines each produces 15,000 lines per minute, or 9,000 webhooks of 15 kB.
 */
export const PARTNER_LIMITS = {
  /** Lines of orders and refunds through the API and signed URLs. An event or call without lines counts as one. */
  lines: 20_000,
  /** Rows of partner API calls: entries of lists, and written products and variants. */
  rows: 20_000,
  /** Messages of a store. */
  messages: 12_000,
  bytes: 256 * 2 ** 20,
  /** The server's CPU time in ms, two fifths of the total. An order of 5 lines takes about 12 ms. */
  workMs: 24_000,
} as const
