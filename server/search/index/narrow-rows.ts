import { OUT } from './facet-counts.ts'

// Each function moves the rows to keep to the front of the same array, in the same order, and returns their number.

/** Sets the state of rows that fail a first facet, and drops the rows that fail a second one. */
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

/** Keeps rows with a 1 in `passed` at their index. */
export function keepPassed(rows: Uint32Array, count: number, passed: Uint8Array): number {
  let left = 0
  for (let at = 0; at < count; at++) if (passed[at]) rows[left++] = rows[at] as number
  return left
}

/** Keeps rows that pass a test. */
export function narrow(rows: Uint32Array, count: number, isKept: (row: number) => boolean): number {
  let left = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number
    if (isKept(row)) rows[left++] = row
  }
  return left
}
