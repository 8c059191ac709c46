import { toMinor, unitOf } from '#server/platform/money.schema.ts'
import { unreadable } from '#server/stores/store-error.ts'

const MAX_MINOR = 1_000_000_000_000

/**
 * Converts an amount as WooCommerce writes it, '-12.61', to minor units. WooCommerce can compute with more decimals than
 * the currency has; those are rounded half up.
 * @throws StoreError bad_answer
 */
export function wooMinorOf(amount: string, currency: string): number {
  const [, sign = '', units, fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d{1,10}))?$/.exec(amount) ?? []
  if (units === undefined) throw unreadable('an amount')
  const decimals = String(unitOf(currency)).length - 1
  const kept = fraction.padEnd(decimals, '0').slice(0, decimals)
  const exact = toMinor(decimals ? `${units}.${kept}` : units, currency)
  if (exact === null) throw unreadable('an amount')
  const minor = Number(exact) + (Number(fraction[decimals] ?? '0') >= 5 ? 1 : 0)
  if (minor > MAX_MINOR) throw unreadable('an amount')
  return sign === '-' && minor ? -minor : minor
}
