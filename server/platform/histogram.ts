/**
 * Upper bounds of the buckets for times, in ms. One more bucket holds all slower times. Stored counts depend on them.
 */
export const STEPS_MS = [
  1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000,
  30_000,
] as const

/** Returns one count for each bucket, all 0. */
export const emptySteps = (): number[] => new Array<number>(STEPS_MS.length + 1).fill(0)

/** Returns the bucket of a time. An upper bound belongs to its own bucket. */
export function stepOf(ms: number): number {
  const step = STEPS_MS.findIndex((end) => ms <= end)
  return step < 0 ? STEPS_MS.length : step
}

/**
 * Returns the quantile in ms: the given share (0 to 1) of all times is at or below it. It is interpolated within its
 * bucket, so the error is at most the bucket's width. Null if there is no data. Times above the last bound count as that bound.
 */
export function quantileOf(share: number, steps: readonly number[]): number | null {
  const total = steps.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const wanted = Math.max(1, Math.ceil(share * total))
  let before = 0
  for (const [step, count] of steps.entries()) {
    if (before + count >= wanted) {
      const from = STEPS_MS[step - 1] ?? 0
      const to = STEPS_MS[step] ?? from
      return from + ((to - from) * (wanted - before)) / count
    }
    before += count
  }
  return null
}
