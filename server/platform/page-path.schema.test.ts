import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPagePath } from './page-path.schema.ts'

describe('isPagePath', () => {
  test.each(['/', '/discover', '/product/x', '/a%20b', '/%E2%82%AC', '/a//b', '/%2F', '/[', '/a:b'])(
    'accepts %s',
    (path) => expect(isPagePath(path)).toBe(true),
  )
  test.each([
    '//',
    '//evil.example',
    '/%ff',
    '/%',
    '/%00',
    '/a%0Ab',
    '/%7f',
    '/%5C',
    '/\\evil.example',
    '/%5C%5B',
    '/a%5Cb',
  ])('refuses %s', (path) => expect(isPagePath(path)).toBe(false))
  test('accepts only paths that React Router can match', () => {
    // React Router decodes a path to match it, and decodes the match again.
    const decoded = (path: string) =>
      path
        .split('/')
        .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
        .join('/')
    const part = fc.constantFrom(
      '/',
      '%2F',
      '%5C',
      '%5B',
      '[',
      ']',
      ':',
      '@',
      '%40',
      '.',
      '%2e',
      '%20',
      '%25',
      'a',
      'http:',
      '%3F',
      '%23',
      '%E2%82%AC',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const path = `/${parts.join('')}`
        if (isPagePath(path)) expect(URL.canParse(decoded(path), 'http://localhost')).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})
