import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toSearchText } from './search-text.ts'
import { toSlug } from './slug.ts'

const anyText = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))

describe('toSearchText', () => {
  test.each([
    [['Café  Noir & Co.'], 'cafe noir co'],
    [['ÉCOLE', null, undefined, '', "l'été"], 'ecole l ete'],
    [['100% Wool'], '100 wool'],
    [['ﬁne ½'], 'fine 1 2'],
    [["%_' OR 1=1; --"], 'or 1 1'],
    [['\u0000\n'], ''],
    [['Ω ЖУК 靴'], 'ω жук 靴'],
  ])('reads %j as %j', (parts, expected) => expect(toSearchText(...parts)).toBe(expected))

  test('gives single spaces, no wildcard of LIKE, and is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = toSearchText(text)
        expect(read).toMatch(/^([\p{L}\p{N}]+( [\p{L}\p{N}]+)*)?$/u)
        expect(toSearchText(read)).toBe(read)
      }),
      { numRuns: 2_000 },
    )
  })
  test('reads a text joined of parts like the parts', () => {
    fc.assert(
      fc.property(fc.array(anyText), (parts) => {
        expect(toSearchText(...parts)).toBe(
          parts
            .map((part) => toSearchText(part))
            .filter(Boolean)
            .join(' '),
        )
      }),
    )
  })
})

describe('toSlug', () => {
  test.each([
    ['Café Noir & Co.', 'cafe-noir-co'],
    ['  ', 'unnamed'],
    ['!!!', 'unnamed'],
    ['A', 'a'],
    [`${'a'.repeat(79)} b`, 'a'.repeat(79)],
  ])('of %j is %j', (name, slug) => expect(toSlug(name)).toBe(slug))

  test('fits into a URL and a list, has 1 to 80 characters, and is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string({ unit: 'grapheme', minLength: 70, maxLength: 120 })), (name) => {
        const slug = toSlug(name)
        expect(slug).toMatch(/^[\p{L}\p{N}]+(-[\p{L}\p{N}]+)*$/u)
        expect(slug.length).toBeLessThanOrEqual(80)
        expect(toSlug(slug)).toBe(slug)
      }),
      { numRuns: 2_000 },
    )
  })
})
