import { randomFillSync } from 'node:crypto'
import { ulid } from 'ulid'

const random = new Uint8Array(16)

/** A new click id: 'wc_' and a ULID (the time in ms and 80 random bits). */
export function newClickId(): string {
  // Draws all 16 letters at once: the library's own source makes a system call for each.
  randomFillSync(random)
  let next = 0
  return `wc_${ulid(undefined, () => (random[next++] ?? 0) / 256)}`
}
