/**
 * Maximum size of a file with orders (server/sales/conversion-files). The table of URLs in server/site permits bodies
 * of this size.
 */
export const MAX_ORDER_FILE_BYTES = 5 * 1024 * 1024
/** Maximum size of a bank statement (server/statements), as a file or pasted. */
export const MAX_STATEMENT_BYTES = 2 * 1024 * 1024

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** Formats bytes in the largest unit that gives at least one: 3221225472 -> '3 GB', 157286400 -> '150 MB'. */
export function formatBytes(bytes: number): string {
  let [value, at] = [bytes, 0]
  for (; value >= 1024 && at < UNITS.length - 1; at++) value /= 1024
  return `${at > 0 && value < 10 ? Number(value.toFixed(1)) : Math.floor(value)} ${UNITS[at] ?? ''}`
}
