import { moneyStyle, unitOf } from '#server/platform/money.schema.ts'

/** The value of one unit of each currency in US dollars. */
export type Rates = Readonly<Record<string, number>>

/** From this many units, approximate amounts are shown without decimals. */
const ROUNDED_FROM = 20

/**
 * Converts minor units of one currency approximately to minor units of another. For display only, never for payments.
 * Returns null if a rate is missing.
 */
export function aboutMinor(minor: number, from: string, to: string, rates: Rates): number | null {
  const [fromRate, toRate] = [rates[from], rates[to]]
  if (!fromRate || !toRate) return null
  return Math.round(((minor / unitOf(from)) * fromRate * unitOf(to)) / toRate)
}

/** Formats an approximate amount: 8210, 'GBP' -> 'about £82'. Small amounts keep their decimals. */
export function formatAbout(minor: number, currency: string): string {
  const major = minor / unitOf(currency)
  const digits = major < ROUNDED_FROM ? {} : { maximumFractionDigits: 0, minimumFractionDigits: 0 }
  return `about ${new Intl.NumberFormat('en-US', { ...moneyStyle(currency), ...digits }).format(major)}`
}
