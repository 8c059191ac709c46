import type { DemoVariant } from '../demo.types.ts'
import { retailPrice } from './pricing.ts'
import type { Random } from './random.ts'

/** A variant's price since this many days ago. Amounts are in minor units. */
export interface PricePoint {
  daysAgo: number
  priceMinor: number
  originalPriceMinor: number | null
}

interface Course {
  /** When the current reduction started, in days ago. */
  reducedDaysAgo: number
  /** True if the price was lower just before the reduction, which is then smaller than it looks. */
  wasLower: boolean
  earlierSale: { from: number; to: number; share: number } | null
  /** When its price was raised, in days ago; null if it was not. */
  raisedDaysAgo: number | null
}

/**
 * Returns the price history of a product's variants since it was listed, oldest first. The last price is today's. Most
 * reductions are real. A few have lasted for months, and a few start from a lower price than the store claims.
 */
export function priceCourses(
  variants: readonly DemoVariant[],
  partnerKey: string,
  ageDays: number,
  random: Random,
): PricePoint[][] {
  const course: Course = {
    reducedDaysAgo: random.chance(0.1) ? random.between(40, 120) : random.between(2, 26),
    wasLower: random.chance(0.08),
    earlierSale: random.chance(0.3)
      ? { from: random.between(190, 240), to: random.between(160, 185), share: random.pick([0.8, 0.85, 0.9]) }
      : null,
    raisedDaysAgo: random.chance(0.15) ? random.between(145, 155) : null,
  }
  return variants.map((variant) => courseOf(variant, course, partnerKey, ageDays))
}

function courseOf(
  { priceMinor, originalPriceMinor }: DemoVariant,
  { reducedDaysAgo, wasLower, earlierSale, raisedDaysAgo }: Course,
  partnerKey: string,
  ageDays: number,
): PricePoint[] {
  const full = originalPriceMinor ?? priceMinor
  const near = (share: number) => retailPrice(partnerKey, (full / 100) * share)
  const isRaised = raisedDaysAgo !== null && raisedDaysAgo < ageDays
  const before = isRaised ? near(0.92) : full
  const points: PricePoint[] = [{ daysAgo: ageDays, priceMinor: before, originalPriceMinor: null }]
  if (earlierSale && earlierSale.from < ageDays) {
    const sale = near(earlierSale.share)
    if (sale < before)
      points.push(
        { daysAgo: earlierSale.from, priceMinor: sale, originalPriceMinor: before },
        { daysAgo: earlierSale.to, priceMinor: before, originalPriceMinor: null },
      )
  }
  if (isRaised) points.push({ daysAgo: raisedDaysAgo, priceMinor: full, originalPriceMinor: null })
  if (originalPriceMinor !== null) {
    if (wasLower) {
      const lower = Math.round((priceMinor + full) / 200) * 100
      points.push(
        { daysAgo: reducedDaysAgo + 20, priceMinor: lower, originalPriceMinor: null },
        { daysAgo: reducedDaysAgo + 4, priceMinor: full, originalPriceMinor: null },
      )
    }
    points.push({ daysAgo: reducedDaysAgo, priceMinor, originalPriceMinor })
  }
  // A new product only has the end of the history.
  const lived = points.filter(({ daysAgo }, index) => index === 0 || daysAgo < ageDays)
  const changes = lived.filter((point, index) => index === 0 || point.priceMinor !== lived[index - 1]?.priceMinor)
  if (changes.at(-1)?.priceMinor !== priceMinor) return [{ daysAgo: ageDays, priceMinor, originalPriceMinor }]
  return changes
}
