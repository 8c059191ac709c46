import { OUT } from './facet-counts.ts'

// Each leaves some of the first `count` rows at the beginning of the same array, in the same order, and returns how many.

/** Notes the facet for rows that fail it as their first, and closes the ranks over those for which it is the second. */
export function dropTwiceFailed(
  rows: Uint32Array,
  states: Uint8Array,
  count: number,
  passed: Uint8Array,
  facet: number,
): number {
  let left = 0
  for (let at = 0; at < count; at++) {
    const state = passed[at] ? (states[at] as number) : states[at] === 0 ? facet : OUT
    if (state === OUT) continue
    rows[left] = rows[at] as number
    states[left++] = state
  }
  return left
}

/** Those with a 1 in `passed` at their place. */
export function keepPassed(rows: Uint32Array, count: number, passed: Uint8Array): number {
  let left = 0
  for (let at = 0; at < count; at++) if (passed[at]) rows[left++] = rows[at] as number
  return left
}

/** Those that a test keeps. */
export function narrow(rows: Uint32Array, count: number, isKept: (row: number) => boolean): number {
  let left = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number
    if (isKept(row)) rows[left++] = row
  }
  return left
}
