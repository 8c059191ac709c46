import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { resolveDestination } from './destination.ts'

const resolve = (productUrl: string | null, verifiedHosts = ['brand.example']) =>
  resolveDestination({ productUrl, verifiedHosts })?.href ?? null

describe('resolveDestination', () => {
  test.each([
    ['https://brand.example/p/1', 'https://brand.example/p/1'],
    ['  brand.example/p/1 \n', 'https://brand.example/p/1'],
    ['//brand.example/p/1', 'https://brand.example/p/1'],
    ['http://brand.example/p', 'http://brand.example/p'],
    ['https://www.brand.example/p', 'https://www.brand.example/p'],
    ['HTTPS://SHOP.Brand.Example/p', 'https://shop.brand.example/p'],
  ])('resolves %j to %s', (given, expected) => expect(resolve(given)).toBe(expected))

  test.each([
    [null],
    [''],
    ['   '],
    ['https://evil.example/'],
    ['https://brand.example.evil.test/'],
    ['https://notbrand.example/'],
    ['javascript:alert(1)'],
    ['javascript://brand.example/%0aalert(1)'],
    ['data:text/html,x'],
    ['ftp://brand.example/'],
    ['https://brand.example@evil.example/'],
    ['https://user:secret@brand.example/'],
    ['https://evil.example\\@brand.example/'],
    ['https://'],
    ['https://evil.example/?https://brand.example/'],
    ['https://evil.example#brand.example'],
  ])('refuses %j', (given) => expect(resolve(given)).toBeNull())

  test('never leaves the verified hosts, for any URL', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.string().map((s) => `https://${s}brand.example`),
          fc.string().map((s) => `https://brand.example${s}`),
        ),
        (given) => {
          const url = resolveDestination({ productUrl: given, verifiedHosts: ['brand.example'] })
          if (!url) return
          expect(['http:', 'https:']).toContain(url.protocol)
          expect(url.hostname === 'brand.example' || url.hostname.endsWith('.brand.example')).toBe(true)
          expect(url.username + url.password).toBe('')
        },
      ),
      { numRuns: 2_000 },
    )
  })
})
