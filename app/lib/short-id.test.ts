import { expect, test } from 'vitest'
import { v7 } from 'uuid'
import { shortId } from './short-id.ts'

test('gives different short IDs to UUIDs created at the same time', () => {
  const ids = Array.from({ length: 1_000 }, () => shortId(v7()))
  expect(new Set(ids).size).toBe(1_000)
})
