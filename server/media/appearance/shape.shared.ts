import type { LabPicture } from './lab-picture.shared.ts'

const HIGHEST = 8
/**
 * Orders and repetitions of the moments, without orders 0 and 1, which are constant after normalising position and
 * size.
 */
const MOMENTS: ReadonlyArray<readonly [n: number, m: number]> = Array.from(
  { length: HIGHEST - 1 },
  (_, index) => index + 2,
).flatMap((n) => Array.from({ length: Math.floor(n / 2) + 1 }, (_, k) => [n, (n % 2) + 2 * k] as const))
export const SHAPE_LENGTH = MOMENTS.length
export const RING_COUNT = 3

const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1))
/** Coefficients of the radial polynomials, from r^n down by two. */
const RADIAL = MOMENTS.map(([n, m]) =>
  Array.from(
    { length: (n - m) / 2 + 1 },
    (_, s) =>
      ((s % 2 ? -1 : 1) * factorial(n - s)) / (factorial(s) * factorial((n + m) / 2 - s) * factorial((n - m) / 2 - s)),
  ),
)

interface Frame {
  x: number
  y: number
  /** The distance from the centre to the farthest pixel. */
  radius: number
  pixels: number[]
}

function frameOf(mask: Uint8Array, width: number): Frame {
  const pixels: number[] = []
  let [x, y] = [0, 0]
  for (let index = 0; index < mask.length; index++) {
    if (!mask[index]) continue
    pixels.push(index)
    x += index % width
    y += Math.floor(index / width)
  }
  x /= pixels.length || 1
  y /= pixels.length || 1
  let radius = 1
  for (const index of pixels) radius = Math.max(radius, Math.hypot((index % width) - x, Math.floor(index / width) - y))
  return { x, y, radius, pixels }
}

/**
 * Returns a mask's outline as magnitudes of its Zernike moments (Khotanzad and Hong 1990, 'Invariant image recognition
 * by Zernike moments'): numbers from 0 to 255 that do not depend on the piece's rotation, reflection, position or size.
 */
export function shapeOf(mask: Uint8Array, width: number): number[] {
  const { x, y, radius, pixels } = frameOf(mask, width)
  const [re, im] = [new Float64Array(SHAPE_LENGTH), new Float64Array(SHAPE_LENGTH)]
  const powers = new Float64Array(HIGHEST + 1).fill(1)
  const [cosines, sines] = [new Float64Array(HIGHEST + 1).fill(1), new Float64Array(HIGHEST + 1)]
  for (const index of pixels) {
    const [dx, dy] = [((index % width) - x) / radius, (Math.floor(index / width) - y) / radius]
    const r = Math.sqrt(dx * dx + dy * dy)
    const [cosine, sine] = r > 0 ? [dx / r, dy / r] : [1, 0]
    for (let k = 1; k <= HIGHEST; k++) {
      powers[k] = (powers[k - 1] as number) * r
      cosines[k] = (cosines[k - 1] as number) * cosine - (sines[k - 1] as number) * sine
      sines[k] = (sines[k - 1] as number) * cosine + (cosines[k - 1] as number) * sine
    }
    for (let at = 0; at < SHAPE_LENGTH; at++) {
      const [n, m] = MOMENTS[at] as readonly [number, number]
      const coefficients = RADIAL[at] as number[]
      let value = 0
      for (let s = 0; s < coefficients.length; s++) value += (coefficients[s] as number) * (powers[n - 2 * s] as number)
      re[at] = (re[at] as number) + value * (cosines[m] as number)
      im[at] = (im[at] as number) + value * (sines[m] as number)
    }
  }
  return MOMENTS.map(([n], at) => {
    // Divides by the piece's own area, so that thin and full pieces are comparable.
    const size = (Math.hypot(re[at] as number, im[at] as number) * Math.sqrt(n + 1)) / Math.max(1, pixels.length)
    return Math.round(255 * Math.min(1, size / 2))
  })
}

/**
 * Returns the mean colours of the piece by distance from its middle: inside, between and outside. They do not depend on
 * its rotation.
 */
export function ringsOf(picture: LabPicture, mask: Uint8Array): Array<{ l: number; a: number; b: number }> {
  const { width } = picture
  const { x, y, pixels } = frameOf(mask, width)
  const distances = Float64Array.from(pixels, (index) => Math.hypot((index % width) - x, Math.floor(index / width) - y))
  const sorted = distances.toSorted()
  const borders = Array.from(
    { length: RING_COUNT - 1 },
    (_, ring) => sorted[Math.floor(((ring + 1) * sorted.length) / RING_COUNT)] ?? 0,
  )
  const rings = Array.from({ length: RING_COUNT }, () => ({ l: 0, a: 0, b: 0, count: 0 }))
  for (const [at, index] of pixels.entries()) {
    const ring = rings[borders.filter((border) => (distances[at] as number) >= border).length]
    if (!ring) continue
    ring.l += picture.l[index] as number
    ring.a += picture.a[index] as number
    ring.b += picture.b[index] as number
    ring.count++
  }
  return rings.map(({ l, a, b, count }) => ({ l: l / (count || 1), a: a / (count || 1), b: b / (count || 1) }))
}
