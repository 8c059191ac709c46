import { shopifyMinorOf, sumOfAmounts, type ShopLine } from './shop-order.ts'

/** Maximum deviation of a tax from its rate, in minor units, because stores round by line or by order. */
const SLACK = 1
/** Rates are multiples of a millionth. */
const RATE_UNIT = 1_000_000

/**
 * Whether the prices of these lines include tax. If so, the tax of a rate r is gross x r / (1 + sum of rates),
 * otherwise gross x r, where gross is price x quantity - discounts.
 * @returns null if the amounts are too small to tell
 */
export function taxesIncludedIn(
  lines: ReadonlyArray<Pick<ShopLine, 'quantity' | 'price' | 'discounts' | 'taxes'> & { rates: readonly number[] }>,
  currency: string,
): boolean | null {
  const off = { included: 0, onTop: 0 }
  for (const { quantity, price, discounts, taxes, rates } of lines) {
    const gross = shopifyMinorOf(price, currency) * quantity - sumOfAmounts(discounts, currency)
    const rate = rates.reduce((sum, one) => sum + Math.round(one * RATE_UNIT), 0)
    const tax = sumOfAmounts(taxes, currency)
    off.included += Math.abs(tax - (gross * rate) / (RATE_UNIT + rate))
    off.onTop += Math.abs(tax - (gross * rate) / RATE_UNIT)
  }
  const slack = SLACK * Math.max(1, lines.length)
  if (off.included <= slack && off.onTop > slack) return true
  return off.onTop <= slack && off.included > slack ? false : null
}
