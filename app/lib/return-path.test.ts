import { expect, test } from 'vitest'
import { safePath } from '#server/auth/auth.schema.ts'
import { returnPath } from './return-path.ts'

test.each([
  ['/discover', '?q=a', '/discover?q=a'],
  ['/discover', `?q=${'a'.repeat(2_000)}`, '/discover'],
  [`/${'a'.repeat(2_000)}`, '', '/'],
])('returns a safe path of limited length for %s', (pathname, search, expected) => {
  expect(returnPath({ pathname, search })).toBe(expected)
  expect(safePath(expected)).toBe(expected)
})
