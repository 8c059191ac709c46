import { randomFillSync } from 'node:crypto'
import { ulid } from 'ulid'

const random = new Uint8Array(16)

/** A new click id: 'wc_' and a ULID, which is the time in ms and 80 random bits. */
export function newClickId(): string {
  // One draw for all 16 letters: the library's own source asks the system once a letter.
  randomFillSync(random)
  let next = 0
  return `wc_${ulid(undefined, () => (random[next++] ?? 0) / 256)}`
}
