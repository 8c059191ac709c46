export interface PriceRules {
  currency: string
  /** Decimals of the currency: 2 for USD, 0 for JPY. */
  decimals: number
  /** The highest price that can be stored, in minor units. */
  maxMinor: number
}

/** Above this an amount does not fit its column. */
const MAX_MINOR = 2_000_000_000

/** @param baseRate one unit of the currency in the base currency: amounts are stored in that one as well. */
export function priceRules(currency: string, baseRate: number): PriceRules {
  const decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  return { currency, decimals, maxMinor: Math.floor(MAX_MINOR / Math.max(1, baseRate)) }
}

/** '49.9' -> 4990 for a currency of two decimals, exactly, digit by digit; or why it is no price, as the end of 'the price ...'. */
export function readPrice(text: string, { currency, decimals, maxMinor }: PriceRules): { minor: number } | { reason: string } {
  const trimmed = text.trim()
  if (trimmed === '') return { reason: 'is missing' }
  if (/^-\d/.test(trimmed)) return { reason: `is negative: ${quote(trimmed)}` }
  const match = /^(\d+)(?:\.(\d+))?$/.exec(trimmed)
  if (!match) return { reason: `is not a number like 49.90: ${quote(trimmed)}` }
  const whole = (match[1] ?? '').replace(/^0+/, '')
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  if (fraction.length > decimals) return { reason: `has more decimals than ${currency} has: ${quote(trimmed)}` }
  // 15 digits are exact in a double; more are too much for any price.
  const digits = whole + fraction.padEnd(decimals, '0')
  const minor = digits.length > 15 ? Infinity : Number(digits || '0')
  if (minor > maxMinor) return { reason: `is too high: ${quote(trimmed)}` }
  return { minor }
}

const quote = (text: string) => `'${text.length > 40 ? `${text.slice(0, 40)}…` : text}'`
