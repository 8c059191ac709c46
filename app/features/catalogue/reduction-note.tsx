import type { ProductDetail } from '#app/lib/api-types.ts'
import { discountPercent, formatDate, formatMoney } from '#app/lib/format.ts'

type Reduction = NonNullable<NonNullable<ProductDetail['priceHistory']>['reduction']>

interface Shown {
  priceMinor: number
  originalPriceMinor: number | null
}

/** Returns the real saving in minor units, or 0. `reduction` is null if there is only the store's own claim. */
export function savedMinor({ priceMinor, originalPriceMinor }: Shown, reduction: Reduction | null): number {
  if (reduction?.kind === 'usual' || reduction?.kind === 'none') return 0
  const before = reduction?.kind === 'smaller' ? reduction.referenceMinor : originalPriceMinor
  return Math.max(0, (before ?? 0) - priceMinor)
}

/** Compares the store's claimed discount with our price history. */
export function ReductionNote({ reduction, currency, ...shown }: Shown & { reduction: Reduction; currency: string }) {
  return (
    <p
      data-contradicted={reduction.kind !== 'holds' || undefined}
      className="mt-3 max-w-md border-l-2 border-line pl-3 text-sm text-muted data-contradicted:border-sale data-contradicted:text-text"
    >
      {wordsOf(reduction, shown, (minor) => formatMoney(minor, currency))}
    </p>
  )
}

function wordsOf(
  reduction: Reduction,
  { priceMinor, originalPriceMinor }: Shown,
  money: (minor: number) => string,
): string {
  const since = formatDate(new Date(reduction.since))
  if (reduction.kind === 'usual') return `At this price since ${since}, so this is now its usual price.`
  const before = money(reduction.referenceMinor)
  if (reduction.kind === 'holds') return `Reduced on ${since}. Lowest price in the previous 30 days: ${before}.`
  if (reduction.kind === 'none')
    return `Not a real reduction: the lowest price in the 30 days before ${since} was ${before}.`
  const real = discountPercent(priceMinor, reduction.referenceMinor)
  const claimed = discountPercent(priceMinor, originalPriceMinor)
  return `Reduced on ${since}. The lowest price in the previous 30 days was ${before}, so it is ${real}% off, not ${claimed}%.`
}
