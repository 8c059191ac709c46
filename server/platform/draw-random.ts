import { randomFillSync } from 'node:crypto'

const drawn = Buffer.alloc(4_096)
let next = drawn.length

/**
 * Returns random bytes, each used only once. They are drawn in advance, because the system call is expensive. @param
 * bytes at most 4,096
 */
export function drawRandom(bytes: number): Buffer {
  if (next + bytes > drawn.length) {
    randomFillSync(drawn)
    next = 0
  }
  const given = Buffer.from(drawn.subarray(next, next + bytes))
  next += bytes
  return given
}
