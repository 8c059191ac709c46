/** Below 0 when the first row comes first. Never 0 for two rows. */
export type Order = (a: number, b: number) => number

const SMALL = 2_000

/** The rows at places `from` to `to` of an order, without putting all the others in order. `rows` is left in another order. */
export function selectPage(rows: Uint32Array, from: number, to: number, order: Order): number[] {
  const end = Math.min(to, rows.length)
  if (from >= end) return []
  if (end <= SMALL) return firstOf(rows, end, order).slice(from)
  partition(rows, from, order)
  partition(rows.subarray(from), Math.min(end - from, rows.length - from - 1), order)
  return [...rows.subarray(from, end)].sort(order)
}

/** The first `count` in order: what may be among them is collected, and the collection cut whenever it has doubled. */
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

/** Hoare's quickselect: afterwards what belongs before `place` stands before it, and the rest from it on. */
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
