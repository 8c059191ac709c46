// Money is a whole number of minor units with a currency code (ISO 4217), never a fraction.

/**
 * Currencies of ISO 4217 (list one,
 * https://www.six-group.com/en/products-services/financial-information/data-standards.html) with other than two
 * decimals. Does not use Intl, whose table follows the use of cash and changes with ICU. That would change the value of
 * stored amounts.
 */
const OTHER_DECIMALS: ReadonlyMap<string, number> = new Map(
  [
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    '',
    '',
    'BHD IQD JOD KWD LYD OMR TND',
    'CLF UYW',
  ].flatMap((codes, decimals) => codes.split(' ').map((code) => [code, decimals] as const)),
)
// Cached, because creating one takes longer than a hundred uses.
const moneyFormats = new Map<string, Intl.NumberFormat>()

/**
 * Returns the decimals of a currency by ISO 4217: 2 for USD, 0 for JPY, 3 for KWD. @throws RangeError for an invalid
 * code
 */
export function decimalsOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`Not a currency code: ${currency}`)
  return OTHER_DECIMALS.get(currency) ?? 2
}

/** Returns currency codes with this number of decimals, other than two. */
export const currenciesWith = (decimals: 0 | 3): string[] =>
  [...OTHER_DECIMALS].filter(([, digits]) => digits === decimals).map(([code]) => code)

/** Makes Intl format amounts with the currency's ISO 4217 decimals instead of its own. */
export const moneyStyle = (currency: string) => {
  const decimals = decimalsOf(currency)
  return { style: 'currency', currency, minimumFractionDigits: decimals, maximumFractionDigits: decimals } as const
}

/** Returns the minor units in one unit of a currency: 100 for USD, 1 for JPY, 1,000 for KWD. */
export const unitOf = (currency: string): number => 10 ** decimalsOf(currency)

/**
 * Parses '49.9' in USD as 4990n, digit by digit. Returns null for a text that is not a plain amount, or has more
 * decimals than the currency.
 */
export function toMinor(amount: string, currency: string): bigint | null {
  const [, units = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  const decimals = decimalsOf(currency)
  return units === '' || fraction.length > decimals ? null : BigInt(units + fraction.padEnd(decimals, '0'))
}

/** Formats an amount in minor units: 4500, 'GBP' -> '£45.00'. Exact, however large. */
export function formatMoney(minor: bigint | number, currency: string): string {
  let format = moneyFormats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', moneyStyle(currency))
    moneyFormats.set(currency, format)
  }
  // Intl reads the text digit by digit, so the amount is never rounded.
  return format.format(`${minor}E-${decimalsOf(currency)}` as `${number}`)
}

/** Formats 4990 in USD as '49.90'. Exact, however large. The reverse of `toMinor`. */
export function toAmount(minor: bigint | number, currency: string): string {
  const decimals = decimalsOf(currency)
  const sign = minor < 0 ? '-' : ''
  const digits = String(minor)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  return sign + (decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits)
}
