/** Negative if the first row comes first. Never 0 for different rows. */
export type Order = (a: number, b: number) => number

const SMALL = 2_000

/** Returns the rows at positions `from` to `to` of an order without sorting all the others. Reorders `rows`. */
export function selectPage(rows: Uint32Array, from: number, to: number, order: Order): number[] {
  const end = Math.min(to, rows.length)
  if (from >= end) return []
  if (end <= SMALL) return firstOf(rows, end, order).slice(from)
  partition(rows, from, order)
  partition(rows.subarray(from), Math.min(end - from, rows.length - from - 1), order)
  return [...rows.subarray(from, end)].sort(order)
}

/**
 * Returns the first `count` rows in order. Collects candidates, and sorts and cuts them whenever there are twice as
 * many.
 */
function firstOf(rows: Uint32Array, count: number, order: Order): number[] {
  let best: number[] = []
  let last: number | undefined
  for (const row of rows) {
    if (last !== undefined && order(row, last) > 0) continue
    best.push(row)
    if (best.length < count * 2 + 64) continue
    best = best.sort(order).slice(0, count)
    last = best.at(-1)
  }
  return best.sort(order).slice(0, count)
}

/** Hoare's quickselect: moves the rows before position `place` to its left. */
function partition(rows: Uint32Array, place: number, order: Order): void {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const pivot = rows[(low + high) >> 1] as number
    let left = low
    let right = high
    while (left <= right) {
      while (order(rows[left] as number, pivot) < 0) left++
      while (order(rows[right] as number, pivot) > 0) right--
      if (left > right) break
      const swapped = rows[left] as number
      rows[left++] = rows[right] as number
      rows[right--] = swapped
    }
    if (place <= right) high = right
    else if (place >= left) low = left
    else return
  }
}
