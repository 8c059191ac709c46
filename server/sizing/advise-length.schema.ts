const MM_AN_INCH = 25.4
/** Half of the step between lengths as stores sell them. */
const NEAR_MM = 26

export interface LengthAdvice {
  /** Inches. */
  length: number
  /** Of the product's own lengths, how far the nearest is from the leg in millimetres: above 0 if it is longer. */
  offMm: number
  fit: 'right' | 'long' | 'short'
}

/** Which of a product's inseams is for an inside leg; null where it has none, or the leg is not known. @param lengths inches */
export function adviseLength(lengths: readonly number[], insideLegMm: number | undefined): LengthAdvice | null {
  if (insideLegMm === undefined) return null
  const [nearest] = lengths
    .map((length) => ({ length, offMm: Math.round(length * MM_AN_INCH - insideLegMm) }))
    .toSorted((one, other) => Math.abs(one.offMm) - Math.abs(other.offMm) || one.length - other.length)
  if (!nearest) return null
  const { offMm } = nearest
  return { ...nearest, fit: Math.abs(offMm) <= NEAR_MM ? 'right' : offMm > 0 ? 'long' : 'short' }
}

/** '32' of 'W32 L32'; null of sizes without an inseam. */
export function lengthOf(key: string): number | null {
  const [, inches] = /(?:^| )L(\d\d)$/.exec(key) ?? []
  return inches === undefined ? null : Number(inches)
}
