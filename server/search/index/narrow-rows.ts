/** Moves the rows that pass a test to the front of the same array, in the same order. @returns their number */
export function narrow(rows: Uint32Array, count: number, isKept: (row: number) => boolean): number {
  let left = 0
  for (let at = 0; at < count; at++) {
    const row = rows[at] as number
    if (isKept(row)) rows[left++] = row
  }
  return left
}
