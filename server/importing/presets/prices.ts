import { toAmount } from '#server/platform/money.schema.ts'
import { parsePrice, type PriceRules } from '#server/products/parse-price.ts'

/** Adds two amounts in the file's notation; returns the first one if the second is not an amount. */
export function addAmounts(price: string, more: string, prices: PriceRules): string {
  const [base, extra] = [parsePrice(price, prices), parsePrice(more.replace(/^-/, ''), prices)]
  if (!('minor' in base) || !('minor' in extra)) return price
  return toAmount(Math.max(0, base.minor + (more.startsWith('-') ? -extra.minor : extra.minor)), prices.currency)
}

/** Returns the price minus a discount, in percent or as an amount; '' if there is none. */
export function discounted(
  price: string,
  { percent, amount }: { percent?: string; amount?: string },
  prices: PriceRules,
): string {
  const base = parsePrice(price, prices)
  if (!('minor' in base)) return ''
  const share = Number((percent ?? '').replace(',', '.').replace('%', ''))
  const off = amount === undefined || amount === '' ? { minor: 0 } : parsePrice(amount, prices)
  if (share > 0 && share < 100) return toAmount(Math.round(base.minor * (1 - share / 100)), prices.currency)
  return 'minor' in off && off.minor > 0 && off.minor < base.minor
    ? toAmount(base.minor - off.minor, prices.currency)
    : ''
}
