export interface VariantPricing {
  priceMinor: number
  originalPriceMinor: number | null
  stock: number | null
}

export interface ProductSummary {
  priceMinor: number
  priceMaxMinor: number
  originalPriceMinor: number | null
  stock: number | null
  isInStock: boolean
}

/**
 * Returns the summary of variants for a product's row; amounts in minor units. The price is that of the cheapest
 * variant that can be bought (stock above 0 or unknown), or the cheapest of all if everything is sold out. The highest
 * price follows the same rule.
 * @throws RangeError without variants.
 */
export function summariseVariants(variants: VariantPricing[]): ProductSummary {
  const byPrice = variants.toSorted((a, b) => a.priceMinor - b.priceMinor)
  const cheapest = byPrice.find((variant) => variant.stock !== 0) ?? byPrice[0]
  const dearest = byPrice.findLast((variant) => variant.stock !== 0) ?? byPrice.at(-1)
  if (!cheapest || !dearest) throw new RangeError('A product needs at least one variant.')
  const known = variants.flatMap(({ stock }) => (stock === null ? [] : [stock]))
  return {
    priceMinor: cheapest.priceMinor,
    priceMaxMinor: dearest.priceMinor,
    originalPriceMinor:
      cheapest.originalPriceMinor !== null && cheapest.originalPriceMinor > cheapest.priceMinor
        ? cheapest.originalPriceMinor
        : null,
    stock: known.length ? known.reduce((sum, stock) => sum + stock, 0) : null,
    isInStock: known.some((stock) => stock > 0),
  }
}
