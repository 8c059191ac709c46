/** The maximum points for popularity. */
export const MAX_POPULARITY = 200
const POINTS_PER_DOUBLING = 20

/**
 * Returns the points for shoppers' interest in a product in the last 30 days: 20 each time that 1 + score doubles. One
 * view gives 20, seven give 60, 31 give 100, and from 1,006 on it is 200. The first views matter most, and no product
 * can run away.
 * @param score views, plus clicks to the store counted five times; a whole number from 0
 */
export const popularityPoints = (score: number): number =>
  Math.min(MAX_POPULARITY, Math.round(POINTS_PER_DOUBLING * Math.log2(1 + score)))
