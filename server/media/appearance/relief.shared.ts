import type { LabPicture } from './lab-picture.shared.ts'

/** Radius in pixels of the area that a pixel is compared with. */
const WINDOW = 20
const AXIS_ROUNDS = 12

/** Returns a mask without the `by` pixels along its edge. */
export function shrunk(mask: Uint8Array, width: number, height: number, by: number): Uint8Array {
  let left = mask
  for (let step = 0; step < by; step++) {
    const next = new Uint8Array(left.length)
    for (let y = 1; y < height - 1; y++)
      for (let index = y * width + 1; index < (y + 1) * width - 1; index++)
        if (left[index] && left[index - 1] && left[index + 1] && left[index - width] && left[index + width])
          next[index] = 1
    left = next
  }
  return left
}

/**
 * Returns each pixel's distance from its local mean, along the colour axis in which the cloth varies most. This removes
 * light and shadow on the piece and leaves a pattern's two colours, one above and one below zero.
 */
export function reliefOf(picture: LabPicture, inner: Uint8Array): Float32Array {
  const { width, height } = picture
  const l = offMean(picture.l, inner, width, height)
  const a = offMean(picture.a, inner, width, height)
  const b = offMean(picture.b, inner, width, height)
  const [toL, toA, toB] = mainAxis(l, a, b)
  for (let index = 0; index < l.length; index++)
    l[index] = (l[index] as number) * toL + (a[index] as number) * toA + (b[index] as number) * toB
  return l
}

/**
 * Averages each value with its three-by-three neighbourhood. This removes weave, rib and noise, which are finer than
 * patterns.
 */
export function smoothed(relief: Float32Array, inner: Uint8Array, width: number): Float32Array {
  const smooth = new Float32Array(relief.length)
  for (let index = width + 1; index < relief.length - width - 1; index++) {
    if (!inner[index]) continue
    let sum = 0
    let count = 0
    for (let row = index - width; row <= index + width; row += width)
      for (let near = row - 1; near <= row + 1; near++) {
        if (!inner[near]) continue
        sum += relief[near] as number
        count++
      }
    smooth[index] = sum / count
  }
  return smooth
}

/** Subtracts from each masked value the mean of the square around it, computed with summed areas; 0 outside the mask. */
function offMean(channel: Float32Array, inner: Uint8Array, width: number, height: number): Float32Array {
  const row = width + 1
  const sums = new Float64Array(row * (height + 1))
  const counts = new Int32Array(row * (height + 1))
  for (let y = 0; y < height; y++) {
    let sum = 0
    let count = 0
    for (let x = 0; x < width; x++) {
      const index = y * width + x
      if (inner[index]) {
        sum += channel[index] as number
        count++
      }
      const at = (y + 1) * row + x + 1
      sums[at] = (sums[at - row] as number) + sum
      counts[at] = (counts[at - row] as number) + count
    }
  }
  const off = new Float32Array(channel.length)
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - WINDOW) * row
    const bottom = Math.min(height, y + WINDOW + 1) * row
    for (let x = 0; x < width; x++) {
      const index = y * width + x
      if (!inner[index]) continue
      const left = Math.max(0, x - WINDOW)
      const right = Math.min(width, x + WINDOW + 1)
      const sum =
        (sums[bottom + right] as number) -
        (sums[top + right] as number) -
        (sums[bottom + left] as number) +
        (sums[top + left] as number)
      const count =
        (counts[bottom + right] as number) -
        (counts[top + right] as number) -
        (counts[bottom + left] as number) +
        (counts[top + left] as number)
      off[index] = (channel[index] as number) - sum / count
    }
  }
  return off
}

/** Returns the colour direction with the most variation, by power iteration on the covariance. */
function mainAxis(l: Float32Array, a: Float32Array, b: Float32Array): [number, number, number] {
  let [ll, la, lb, aa, ab, bb] = [0, 0, 0, 0, 0, 0]
  for (let index = 0; index < l.length; index++) {
    const x = l[index] as number
    const y = a[index] as number
    const z = b[index] as number
    ll += x * x
    la += x * y
    lb += x * z
    aa += y * y
    ab += y * z
    bb += z * z
  }
  let axis: [number, number, number] = [1, 0.6, 0.5]
  for (let round = 0; round < AXIS_ROUNDS; round++) {
    const [x, y, z] = axis
    const next = [ll * x + la * y + lb * z, la * x + aa * y + ab * z, lb * x + ab * y + bb * z] as const
    const length = Math.hypot(...next) || 1
    axis = [next[0] / length, next[1] / length, next[2] / length]
  }
  return axis
}
