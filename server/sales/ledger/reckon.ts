// Computes the commission for a sale, in integers. `npm run ledger:verify` has a separate implementation: change both.

import { divideHalfEven } from '#server/platform/money.ts'

const BPS = 10_000n

/**
 * A tier of a plan: `[from, upTo)` of a month's sales, in minor units or in numbers of sales, depending on the plan.
 */
export interface Bracket {
  from: bigint
  /** Null for no upper limit. */
  upTo: bigint | null
  /** Basis points: 1,000 is 10%. */
  rateBps: number
}

/** The part of one sale in a tier, and the commission for it. Minor units of the ledger's currency. */
export interface Share {
  tierFrom: bigint
  rateBps: number
  baseMinor: bigint
  amountMinor: bigint
}

/**
 * Converts an amount to another currency, rounded half to even.
 * @param rate one unit of the first currency in the second, as a decimal number: '1.25'
 * @param units minor units in one unit of each: 100 for USD, 1 for JPY
 */
export function convertMinor(minor: bigint, rate: string, units: { from: number; to: number }): bigint {
  const [integer = '0', fraction = ''] = rate.split('.')
  return divideHalfEven(
    minor * BigInt(integer + fraction) * BigInt(units.to),
    10n ** BigInt(fraction.length) * BigInt(units.from),
  )
}

/**
 * Returns the commission for a sale by a plan, tier by tier, without tiers that it does not reach. By value, the sale
 * occupies `[position, position + net)` of the month's sales, and each part has the rate of its tier. By number, the
 * entire sale has the rate of the tier that contains `position`. Each part is rounded half to even.
 */
export function reckonShares(
  basis: 'sales_value' | 'sales_count',
  brackets: readonly Bracket[],
  { position, netMinor }: { position: bigint; netMinor: bigint },
): Share[] {
  return brackets.flatMap(({ from, upTo, rateBps }) => {
    const baseMinor =
      basis === 'sales_count'
        ? position >= from && (upTo === null || position < upTo)
          ? netMinor
          : 0n
        : greatest(0n, least(position + netMinor, upTo) - greatest(position, from))
    return baseMinor === 0n
      ? []
      : [{ tierFrom: from, rateBps, baseMinor, amountMinor: divideHalfEven(baseMinor * BigInt(rateBps), BPS) }]
  })
}

const greatest = (a: bigint, b: bigint) => (a > b ? a : b)
const least = (a: bigint, b: bigint | null) => (b === null || a < b ? a : b)

/**
 * Returns the entries that change a sale's recorded commission to the current amount, by tier, lowest first. The
 * entries therefore always add up to the result of `reckonShares`, however many changes came before.
 */
export function reckonDifferences(stands: readonly Share[], owed: readonly Share[]): Share[] {
  const changes = new Map<bigint, Share>()
  for (const share of owed) changes.set(share.tierFrom, { ...share })
  for (const { tierFrom, rateBps, baseMinor, amountMinor } of stands) {
    const change = changes.get(tierFrom) ?? { tierFrom, rateBps, baseMinor: 0n, amountMinor: 0n }
    change.baseMinor -= baseMinor
    change.amountMinor -= amountMinor
    changes.set(tierFrom, change)
  }
  return [...changes.values()]
    .filter(({ baseMinor, amountMinor }) => baseMinor !== 0n || amountMinor !== 0n)
    .sort((a, b) => (a.tierFrom < b.tierFrom ? -1 : 1))
}
