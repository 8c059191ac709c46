import { expect, test } from 'vitest'
import { newId } from '#server/platform/ids.ts'
import { shortId } from './short-id.ts'

test('short ids of things that were created together differ', () => {
  const ids = Array.from({ length: 1_000 }, () => shortId(newId()))
  expect(new Set(ids).size).toBe(1_000)
})
