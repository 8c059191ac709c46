import { createHash } from 'node:crypto'

export const BASE_MS = Date.UTC(2026, 0, 1)

/** Returns a UUIDv7 that depends only on the seed, the kind and the number. The ids sort by number. */
export function demoId(
  seed: number,
  kind: string,
  number: number | string,
  order = typeof number === 'number' ? number : 0,
): string {
  const bytes = createHash('sha256').update(`${seed}/${kind}/${number}`).digest().subarray(0, 16)
  bytes.writeUIntBE(BASE_MS + order, 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
