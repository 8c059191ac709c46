// The calculator in the third step of onboarding. Does not use zod, because browsers load this file. Amounts are whole
// units of the plan's currency.

export const REVENUE = { min: 1_000, max: 200_000, step: 1_000, usual: 50_000 } as const
export const PRICE = { min: 0, max: 500, step: 5 } as const

/** The kinds of products that a brand may sell, with the average price that the estimate starts from. */
export const PRODUCT_KINDS = [
  { id: 'apparel', name: 'Apparel', averagePrice: 35 },
  { id: 'shoes', name: 'Shoes', averagePrice: 65 },
  { id: 'accessories', name: 'Accessories', averagePrice: 45 },
  { id: 'jewelry', name: 'Jewelry', averagePrice: 85 },
  { id: 'beauty', name: 'Beauty', averagePrice: 25 },
  { id: 'home', name: 'Home', averagePrice: 40 },
] as const
export type ProductKind = (typeof PRODUCT_KINDS)[number]['id']

const USUAL_PRICE = 45
/** An illustration, not a measurement. Pages label it as such. */
export const ILLUSTRATED_UPLIFT_PERCENT = 30
const DAYS_A_MONTH = 30

/** Returns the mean of the chosen kinds' average prices; 45 if none is chosen. */
export function averagePriceOf(kinds: readonly string[]): number {
  const prices = PRODUCT_KINDS.filter(({ id }) => kinds.includes(id)).map(({ averagePrice }) => averagePrice)
  return prices.length ? prices.reduce((sum, price) => sum + price, 0) / prices.length : USUAL_PRICE
}

/**
 * Returns the effect of 30% more sales (section 9 of the partner's specification): monthly `revenue`, monthly `sales =
 * revenue / averagePrice x 0.3`, and a thirtieth of that per day.
 */
export function illustrateUplift(monthlyRevenue: number, averagePrice: number) {
  const sales = averagePrice > 0 ? ((monthlyRevenue / averagePrice) * ILLUSTRATED_UPLIFT_PERCENT) / 100 : 0
  return {
    revenue: (monthlyRevenue * ILLUSTRATED_UPLIFT_PERCENT) / 100,
    sales: Math.round(sales),
    salesADay: Math.round((sales / DAYS_A_MONTH) * 10) / 10,
  }
}

/** Sets the lower of two sliders. They never cross, because each stops at the other's value. */
export const withMin = (range: { min: number; max: number }, min: number) => ({
  ...range,
  min: Math.min(min, range.max),
})
export const withMax = (range: { min: number; max: number }, max: number) => ({
  ...range,
  max: Math.max(max, range.min),
})
