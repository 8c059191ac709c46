import { PHRASES } from '../lexicon/phrases.ts'
import type { Marked } from './mark-negations.ts'
import { UNIT } from './match-price.ts'
import type { Understood } from './understood.ts'

/** Adds a sentence's price limits. Amounts take precedence over 'cheap' and 'luxury'. */
export function addPrices(found: Understood, parts: readonly Marked[]): void {
  for (const part of parts) {
    if (part.kind !== 'price') continue
    const { minMinor, maxMinor } = part.price
    const min = part.isNegated ? (minMinor === undefined ? maxMinor : undefined) : minMinor
    const max = part.isNegated ? (maxMinor === undefined ? minMinor : undefined) : maxMinor
    if (min !== undefined) found.priceMinMinor = min
    if (max !== undefined) found.priceMaxMinor = max
    if (part.price.isAround) found.isPriceLoose = true
  }
  if (
    found.priceMinMinor !== undefined &&
    found.priceMaxMinor !== undefined &&
    found.priceMinMinor > found.priceMaxMinor
  ) {
    ;[found.priceMinMinor, found.priceMaxMinor] = [found.priceMaxMinor, found.priceMinMinor]
  }
  if (found.priceMinMinor !== undefined || found.priceMaxMinor !== undefined) return
  for (const part of parts) {
    const [kind] = part.kind === 'phrase' ? part.meanings.map((meaning) => meaning.kind) : []
    if (kind === 'cheap' && part.isNegated) found.priceMinMinor = PHRASES.cheap.most * UNIT
    else if (kind === 'cheap' || (kind === 'expensive' && part.isNegated))
      found.priceMaxMinor = PHRASES.cheap.most * UNIT
    else if (kind === 'expensive') found.priceMinMinor = PHRASES.expensive.least * UNIT
  }
  // 'affordable luxury': the two contradict each other, so neither is a price.
  if ((found.priceMinMinor ?? 0) > (found.priceMaxMinor ?? Infinity)) {
    delete found.priceMinMinor
    delete found.priceMaxMinor
  }
  if (found.priceMinMinor !== undefined || found.priceMaxMinor !== undefined) found.isPriceLoose = true
}
