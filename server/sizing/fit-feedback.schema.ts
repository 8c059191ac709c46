/** The number of approved reviews by fit. */
export interface FitCounts {
  small: number
  asExpected: number
  large: number
}

/** A product's deviation from its table, in sizes. Above 0 it runs small, so a larger size is needed. */
export interface FitShift {
  sizes: number
  /** Standard deviation of `sizes`. */
  error: number
}

/**
 * The prior for a product without reviews: the shares that follow from the cut points below for a product that matches
 * its table.
 */
const PRIOR = { small: 0.16, large: 0.16 } as const
/**
 * Weights in numbers of reviews: of the general prior against a brand's reviews, and of the brand against a product's.
 */
const BRAND_WEIGHT = 20
const PRODUCT_WEIGHT = 8
const MAX_SHIFT = 1

/**
 * Estimates the fit from reviews, shrunk towards the brand, and the brand towards the general prior. Uses shares with
 * nested Dirichlet priors, p = (n + k * p0) / (N + k) (MacKay and Peto, A hierarchical Dirichlet language model, 1995).
 * The shift in sizes is the share of 'small' minus the share of 'large'. This is the first-order inverse of the ordered
 * probit model (McCullagh, Regression models for ordinal data, 1980) with cut points half a size to either side and a
 * spread of half a size. The shift is at most one size. One more 'ran small' never makes it smaller.
 */
export function fitShift(product: FitCounts, brand: FitCounts): FitShift {
  const ofBrand = drawn(brand, PRIOR, BRAND_WEIGHT)
  const { small, large } = drawn(product, ofBrand, PRODUCT_WEIGHT)
  const shift = small - large
  const votes = product.small + product.asExpected + product.large
  return {
    sizes: Math.max(-MAX_SHIFT, Math.min(MAX_SHIFT, shift)),
    error: Math.sqrt(Math.max(0, small + large - shift ** 2) / (votes + PRODUCT_WEIGHT + 1)),
  }
}

/** Standard deviation of the shift for a product without reviews, in sizes. Reviews reduce it. */
export const UNREVIEWED_ERROR = fitShift(
  { small: 0, asExpected: 0, large: 0 },
  { small: 0, asExpected: 0, large: 0 },
).error

interface Shares {
  small: number
  large: number
}

function drawn({ small, asExpected, large }: FitCounts, towards: Shares, weight: number): Shares {
  const all = small + asExpected + large + weight
  return { small: (small + weight * towards.small) / all, large: (large + weight * towards.large) / all }
}

/** Returns '7 of 12 say it runs small.', for the most common answer; null without reviews. */
export function sayFit({ small, asExpected, large }: FitCounts): string | null {
  const all = small + asExpected + large
  if (!all) return null
  const most = Math.max(small, asExpected, large)
  const what =
    most === asExpected
      ? 'is true to size'
      : most === small && small > large
        ? 'runs small'
        : most === large && large > small
          ? 'runs large'
          : null
  if (what === null) return `${small} of ${all} reviews say it runs small, and ${large} say it runs large.`
  return all === 1 ? `One review says it ${what}.` : `${most} of ${all} say it ${what}.`
}
