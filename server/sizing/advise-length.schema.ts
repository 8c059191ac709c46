const MM_AN_INCH = 25.4
/** Half of the usual step between lengths. */
const NEAR_MM = 26

export interface LengthAdvice {
  /** In inches. */
  length: number
  /**
   * The difference in millimetres between the product's nearest length and the leg; above 0 if the length is longer.
   */
  offMm: number
  fit: 'right' | 'long' | 'short'
}

/**
 * Returns the best of a product's inseams for an inside leg; null if it has none, or the leg is unknown.
 * @param lengths in inches
 */
export function adviseLength(lengths: readonly number[], insideLegMm: number | undefined): LengthAdvice | null {
  if (insideLegMm === undefined) return null
  const [nearest] = lengths
    .map((length) => ({ length, offMm: Math.round(length * MM_AN_INCH - insideLegMm) }))
    .toSorted((one, other) => Math.abs(one.offMm) - Math.abs(other.offMm) || one.length - other.length)
  if (!nearest) return null
  const { offMm } = nearest
  return { ...nearest, fit: Math.abs(offMm) <= NEAR_MM ? 'right' : offMm > 0 ? 'long' : 'short' }
}

/** Returns '32' for 'W32 L32'; null for sizes without an inseam. */
export function lengthOf(key: string): number | null {
  const [, inches] = /(?:^| )L(\d\d)$/.exec(key) ?? []
  return inches === undefined ? null : Number(inches)
}
