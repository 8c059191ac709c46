/** Minor units of one currency in minor units of another with as many decimals, rounded half to even. `rate`: one unit of the first in the second. */
export function convertMinor(minor: number, rate: number): number {
  const exact = minor * rate
  const floor = Math.floor(exact)
  const rest = exact - floor
  if (rest === 0.5) return floor % 2 === 0 ? floor : floor + 1
  return Math.round(exact)
}
