import { expect, test } from 'vitest'
import { hasTag } from './etag.ts'

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b", W/"a"', 'W/"a"', true],
  ['*', 'W/"a"', true],
  ['"b"', '"a"', false],
  ['a', '"a"', false],
  ['', '"a"', false],
])('If-None-Match: %s contains %s: %s', (known, etag, is) =>
  expect(hasTag(new Request('http://wtf.example', { headers: { 'if-none-match': known } }), etag)).toBe(is),
)
