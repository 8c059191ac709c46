import { ulid } from 'ulid'
import { drawRandom } from '#server/platform/draw-random.ts'

const RANDOM_LETTERS = 16

/** Returns a new click id: 'wc_' and a ULID (the time in ms and 80 random bits). */
export function newClickId(): string {
  // The library's default random source makes a system call for each letter.
  const random = drawRandom(RANDOM_LETTERS)
  let next = 0
  return `wc_${ulid(undefined, () => (random[next++] ?? 0) / 256)}`
}
