import fc from 'fast-check'
import { expect, test } from 'vitest'
import { labelSlug } from './label-slug.ts'
import { toSlug } from './slug.ts'

test.each([
  ['Zаra', 'zara'],
  ['ZAΡA', 'zapa'],
  ['Za\u200bra', 'zara'],
  ['Za\u00adra\u2060', 'zara'],
  ['ＺＡＲＡ', 'zara'],
  ['Zára', 'zara'],
  ['Зара', 'зара'],
  ['Café Noir & Co.', 'cafe-noir-co'],
  ['Νίκη', 'νικη'],
])('turns the label %s into %s', (label, slug) => expect(labelSlug(label)).toBe(slug))

test('matches toSlug for ASCII text, and is idempotent', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
      fc.string({ unit: 'grapheme', maxLength: 40 }),
      (ascii, any) => {
        expect(labelSlug(ascii)).toBe(toSlug(ascii))
        expect(labelSlug(labelSlug(any))).toBe(labelSlug(any))
      },
    ),
  )
})
