import { moneyStyle, unitOf } from '#server/platform/money.schema.ts'

/** One unit of each currency in US dollars. */
export type Rates = Readonly<Record<string, number>>

/** From this many units on nobody needs the decimals of an amount that is not exact. */
const ROUNDED_FROM = 20

/**
 * About how much an amount is in another currency, both in minor units of their own. For reading only: nothing is ever
 * paid or owed by it. Null where a rate is missing.
 */
export function aboutMinor(minor: number, from: string, to: string, rates: Rates): number | null {
  const [fromRate, toRate] = [rates[from], rates[to]]
  if (!fromRate || !toRate) return null
  return Math.round(((minor / unitOf(from)) * fromRate * unitOf(to)) / toRate)
}

/** 8210, 'GBP' -> 'about £82'; small amounts keep their decimals. */
export function formatAbout(minor: number, currency: string): string {
  const major = minor / unitOf(currency)
  const digits = major < ROUNDED_FROM ? {} : { maximumFractionDigits: 0, minimumFractionDigits: 0 }
  return `about ${new Intl.NumberFormat('en-US', { ...moneyStyle(currency), ...digits }).format(major)}`
}
