import { parseGtin } from '#server/products/parse-gtin.ts'

/** Prefixes of 13 digits: in-store numbers (02, 04, 2x), coupons and refunds (05, 980 to 984, 99). */
const OF_A_SHOP = /^(?:0[245]|2|98[0-4]|99)/
/** Prefixes of 8 digits that each shop assigns itself. */
const SHORT_OF_A_SHOP = /^[02]/
/** Digits that people type only to fill the field. */
const TYPED = /^(\d)\1+$|^0*1234567(?:89\d*)?$/

/**
 * Returns the GTIN that names the same item in every store, as 14 digits. Null for a wrong check digit, an in-store
 * number (prefixes 02, 04, 20 to 29; for 8 digits 0 and 2), a coupon (05, 980 to 984, 99), a carton of many (14 digits
 * that do not begin with 0), and digits that are all equal or only count up.
 */
export function itemGtin(text: string | null): string | null {
  const gtin = text === null ? null : (parseGtin(text)?.padStart(14, '0') ?? null)
  if (!gtin?.startsWith('0') || TYPED.test(gtin.slice(1, -1))) return null
  // Six leading zeros mean a GTIN of 8 digits.
  const isShort = gtin.startsWith('000000')
  if (isShort && TYPED.test(gtin.slice(6, -1))) return null
  return (isShort ? SHORT_OF_A_SHOP.test(gtin.slice(6)) : OF_A_SHOP.test(gtin.slice(1))) ? null : gtin
}
