import { LONGEST_AMOUNT, parseAmount, type AmountProblem } from '#server/platform/amount.schema.ts'
import { toMinor, unitOf } from '#server/platform/money.schema.ts'
import { BASE_CURRENCY } from '#server/platform/money.ts'

export interface PriceRules {
  currency: string
  /** Maximum price that can be stored, in minor units. */
  maxMinor: number
  /**
   * Whether the text may be formatted, such as '1.090,00' and '€ 40'. 'machine': a system wrote the file, so '1.450' is
   * one and 45 hundredths. 'people': that is ambiguous.
   */
  notation?: 'machine' | 'people'
}

/** A larger amount does not fit its column. */
const MAX_MINOR = 2_000_000_000

/** @param baseRate one unit of the currency in the base currency; amounts are stored in that currency too */
export function priceRules(currency: string, baseRate: number): PriceRules {
  const baseMinor = (baseRate * unitOf(BASE_CURRENCY)) / unitOf(currency)
  return { currency, maxMinor: Math.floor(MAX_MINOR / Math.max(1, baseMinor)) }
}

/**
 * Parses '49.9' as 4990 for a currency with two decimals, exactly, digit by digit. Otherwise returns the reason, as the
 * end of 'the price ...'.
 */
export function parsePrice(
  text: string,
  { currency, maxMinor, notation }: PriceRules,
): { minor: number } | { reason: string } {
  const trimmed = text.trim()
  if (trimmed === '') return { reason: 'is missing' }
  if (trimmed.length > LONGEST_AMOUNT) return { reason: `is not a number like 49.90: ${quote(trimmed)}` }
  if (/^-\d/.test(trimmed)) return { reason: `is negative: ${quote(trimmed)}` }
  if (notation !== undefined && (notation === 'people' || !/^\d+(?:\.\d+)?$/.test(trimmed))) {
    const read = parseAmount(trimmed, currency)
    if (!('minor' in read)) return { reason: whyNot(read, trimmed, currency) }
    return read.minor > maxMinor ? { reason: `is too high: ${quote(trimmed)}` } : { minor: Number(read.minor) }
  }
  const match = /^0*(\d+?)(?:\.(\d+))?$/.exec(trimmed)
  if (!match) return { reason: `is not a number like 49.90: ${quote(trimmed)}` }
  const fraction = (match[2] ?? '').replace(/0+$/, '')
  // Cuts longer amounts, because no price has 16 digits.
  const minor = toMinor((match[1] ?? '').slice(0, 16) + (fraction && `.${fraction}`), currency)
  if (minor === null) return { reason: `has more decimals than ${currency} allows: ${quote(trimmed)}` }
  if (minor > maxMinor) return { reason: `is too high: ${quote(trimmed)}` }
  return { minor: Number(minor) }
}

/** Returns the end of 'the price ...' for a currency other than the shop's. */
export const foreignCurrency = (given: string, currency: string): string =>
  `is in ${given}, but your prices here are in ${currency}. Send this product's price in ${currency}`

function whyNot(problem: AmountProblem, text: string, currency: string): string {
  switch (problem.kind) {
    case 'foreign':
      return `${foreignCurrency(problem.given, currency)}: ${quote(text)}`
    case 'ambiguous':
      return `could mean ${problem.either.join(' or ')}: ${quote(text)}. Write it without thousands separators`
    case 'decimals':
      return `has more decimals than ${currency} allows: ${quote(text)}`
    case 'negative':
      return `is negative: ${quote(text)}`
    case 'no amount':
      return `is not a number like 49.90: ${quote(text)}`
  }
}

const quote = (text: string) => `'${text.length > 40 ? `${text.slice(0, 40)}…` : text}'`
