/** Returns the percentile of the values at `share` (0 to 1), by nearest rank. NaN without values. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? NaN
}

export const median = (values: number[]): number => percentile(values, 0.5)
