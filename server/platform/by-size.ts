/** The size of something to read, change or write. */
export interface Size {
  /** Database rows. */
  rows: number
  /** Bytes of long texts. */
  bytes: number
}

/**
 * Limits of a batch in memory and in one turn of the event loop. A thousand variants take about 30 ms to read and
 * write.
 */
export const BATCH = { items: 200, rows: 1_000, bytes: 1024 * 1024 } as const

/** Splits items, in their order, into batches within the limits. An item larger than the limits gets its own batch. */
export function* bySize<T>(
  items: Iterable<T>,
  sizeOf: (item: T) => Size,
  most: Size & { items: number } = BATCH,
): Generator<T[]> {
  let batch: T[] = []
  let [rows, bytes] = [0, 0]
  for (const item of items) {
    const size = sizeOf(item)
    const isFull = batch.length >= most.items || rows + size.rows > most.rows || bytes + size.bytes > most.bytes
    if (batch.length && isFull) {
      yield batch
      batch = []
      rows = bytes = 0
    }
    batch.push(item)
    rows += size.rows
    bytes += size.bytes
  }
  if (batch.length) yield batch
}
