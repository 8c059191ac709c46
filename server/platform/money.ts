import { unitOf } from './money.schema.ts'

/** The currency that amounts are converted to before they are compared. */
export const BASE_CURRENCY = 'USD'

/**
 * Converts an amount to minor units of the base currency, rounded half to even.
 * @param rate one unit of `currency` in the base currency, used as its decimal text, so that no digit is lost.
 */
export function toBaseMinor(minor: bigint, currency: string, rate: number): bigint {
  const [numerator, denominator] = fractionOf(rate)
  const exact = minor * numerator * BigInt(unitOf(BASE_CURRENCY))
  return divideHalfEven(exact, denominator * BigInt(unitOf(currency)))
}

/** Returns a rate as a fraction: 1.31 -> 131 / 100. */
function fractionOf(rate: number): [numerator: bigint, denominator: bigint] {
  const [digits = '', exponent = '0'] = String(rate).split('e')
  const [units = '', fraction = ''] = digits.split('.')
  const shift = Number(exponent) - fraction.length
  const numerator = BigInt(units + fraction)
  return shift < 0 ? [numerator, 10n ** BigInt(-shift)] : [numerator * 10n ** BigInt(shift), 1n]
}

/**
 * Divides and rounds to the nearest whole number, halves to even (IEEE 754 roundTiesToEven). `divisor` must be
 * positive.
 */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const floor = dividend / divisor - (dividend < 0n && dividend % divisor !== 0n ? 1n : 0n)
  const twice = 2n * (dividend - floor * divisor)
  return twice > divisor || (twice === divisor && floor % 2n !== 0n) ? floor + 1n : floor
}
