/** Bytes of a file with orders (server/sales/conversion-files), which the table of addresses (server/site) lets through. */
export const MOST_ORDER_FILE_BYTES = 5 * 1024 * 1024
