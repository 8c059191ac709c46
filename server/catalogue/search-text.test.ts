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
    [['Œillet Ægir Fjordløper'], 'oeillet aegir fjordloper'],
    [['Złota Łąka, Kırlangıç İMECE'], 'zlota laka kirlangic imece'],
    [['Đồngcỏ Þrymheim NORÐURLJÓMI'], 'dongco thrymheim nordurljomi'],
    [['Straße STRAẞE strasse'], 'strasse strasse strasse'],
    [['Taʼemi'], 'ta emi'],
  ])('turns %j into %j', (parts, expected) => expect(toSearchText(...parts)).toBe(expected))

  test('folds letters such as œ and ø the same way in products and queries', () => {
    const pairs = Object.entries({ œ: 'oe', æ: 'ae', ø: 'o', ł: 'l', ß: 'ss', ı: 'i', đ: 'd', ð: 'd', þ: 'th' })
    const plain = fc.string({ unit: fc.constantFrom(...'abdehilostz'), maxLength: 8 })
    fc.assert(
      fc.property(
        fc.array(fc.tuple(plain, fc.constantFrom(...pairs)), { minLength: 1 }),
        fc.boolean(),
        (parts, isLoud) => {
          const join = (place: 0 | 1) => parts.map(([before, pair]) => before + pair[place]).join('')
          const [special, usual] = [join(0), join(1)]
          const typed = isLoud ? special.toUpperCase() : special
          expect(toSearchText(typed)).toBe(usual)
          expect(toSlug(typed)).toBe(toSlug(usual))
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('contains only words with single spaces, and is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const read = toSearchText(text)
        expect(read).toMatch(/^([\p{L}\p{N}]+( [\p{L}\p{N}]+)*)?$/u)
        expect(toSearchText(read)).toBe(read)
      }),
      { numRuns: 2_000 },
    )
  })
  test('gives the same text for several parts as for each part separately', () => {
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
  ])('turns %j into %j', (name, slug) => expect(toSlug(name)).toBe(slug))

  test('is safe in URLs and lists, has 1 to 80 characters, and is idempotent', () => {
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
