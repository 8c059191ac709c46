/** Most points that popularity gives. */
export const MAX_POPULARITY = 200
const POINTS_PER_DOUBLING = 20

/**
 * Points for what shoppers did with a product in the last 30 days: 20 for every time that 1 + score doubles. One look gives 20,
 * seven 60, 31 give 100, and from 1,006 on it is 200: the first looks tell most, and no product runs away.
 * @param score looks, and clicks to the store counted five times; whole, 0 or more.
 */
export const popularityPoints = (score: number): number =>
  Math.min(MAX_POPULARITY, Math.round(POINTS_PER_DOUBLING * Math.log2(1 + score)))
