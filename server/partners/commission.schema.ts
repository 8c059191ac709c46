// Commission by half-open tiers. Each rate applies to the part of the sales inside its tier, like income tax. No zod
// here, because the browser uses this module for the calculator of onboarding.

import { formatMoney } from '#server/platform/money.schema.ts'

/**
 * A tier `[fromMinor, upToMinor)` of a month's sales, in minor units; `upToMinor` is null if there is no upper limit.
 */
export interface Tier {
  name: string
  fromMinor: number
  upToMinor: number | null
  /** Basis points: 1,000 is 10%. */
  rateBps: number
}

/** The part of one month's sales in a tier, and its commission, in minor units. */
export interface TierShare {
  tier: Tier
  salesMinor: number
  commissionMinor: number
}

const BPS = 10_000

/**
 * Computes a month's commission, tier by tier. Each tier's part is rounded half to even, like in the ledger
 * (server/sales/ledger/reckon.ts).
 * @param salesMinor the month's sales in minor units, 0 or more
 */
export function shareByTier(tiers: readonly Tier[], salesMinor: number): TierShare[] {
  return tiers.map((tier) => {
    const inside = Math.max(0, Math.min(salesMinor, tier.upToMinor ?? Infinity) - tier.fromMinor)
    // Divides first, because 9,000,000,000,000 minor units times 10,000 would exceed 2^53.
    const units = Math.floor(inside / BPS) * tier.rateBps
    const rest = (inside % BPS) * tier.rateBps
    const below = units + Math.floor(rest / BPS)
    const twice = (rest % BPS) * 2
    const isUp = twice > BPS || (twice === BPS && below % 2 === 1)
    return { tier, salesMinor: inside, commissionMinor: isUp ? below + 1 : below }
  })
}

/** Returns the sum of `shareByTier`, in minor units. */
export const commissionOf = (tiers: readonly Tier[], salesMinor: number): number =>
  shareByTier(tiers, salesMinor).reduce((sum, { commissionMinor }) => sum + commissionMinor, 0)

/** Describes tiers: '10% up to £25,000.00, 8% up to £75,000.00, 5% above'. */
export const describeTiers = (tiers: readonly Tier[], currency: string): string =>
  tiers
    .map(({ rateBps, upToMinor }) =>
      upToMinor === null
        ? `${formatRate(rateBps)} above`
        : `${formatRate(rateBps)} up to ${formatMoney(upToMinor, currency)}`,
    )
    .join(', ')

/** Formats a rate: '8%', '7.5%'. */
export const formatRate = (rateBps: number): string =>
  `${(rateBps / 100).toLocaleString('en', { maximumFractionDigits: 2 })}%`
