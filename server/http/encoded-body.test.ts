import { describe, expect, test } from 'vitest'
import { acceptedEncoding } from './encoded-body.ts'

describe('acceptedEncoding', () => {
  test.each([
    [null, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['deflate', 'identity'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=0.5', 'gzip'],
  ])('of %j is %s', (header, encoding) => expect(acceptedEncoding(header)).toBe(encoding))
})
