import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const key = randomBytes(32)

test('decrypts only with the same key and purpose, and only unchanged data', () => {
  const sealed = seal(key, 'notes of 1', 'a word ✓')
  expect(unseal(key, 'notes of 1', sealed)).toBe('a word ✓')
  expect(unseal(key, 'notes of 2', sealed)).toBeNull()
  expect(unseal(randomBytes(32), 'notes of 1', sealed)).toBeNull()
  for (let at = 0; at < sealed.length; at++) {
    const altered = Buffer.from(sealed)
    altered[at] = (altered[at] ?? 0) ^ 1
    expect(unseal(key, 'notes of 1', altered)).toBeNull()
  }
  for (let length = 0; length < sealed.length; length++)
    expect(unseal(key, 'notes of 1', sealed.subarray(0, length))).toBeNull()
})
test('encrypts the same text differently each time', () =>
  expect(seal(key, 'x', 'same').equals(seal(key, 'x', 'same'))).toBe(false))
