import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appearanceBytes, appearanceOf, bytesOfAppearance, HAS_SHAPE, PLACE } from './appearance-bytes.shared.ts'
import { appearanceText, PATTERNS, parseAppearanceText, writeAppearanceText } from './appearance.schema.ts'
import { RING_COUNT, SHAPE_LENGTH } from './shape.shared.ts'

const lab = fc.record({
  l: fc.integer({ min: 5, max: 95 }),
  a: fc.integer({ min: -30, max: 30 }),
  b: fc.integer({ min: -30, max: 30 }),
})
const seen = fc.record({
  palette: fc.array(
    fc.tuple(lab, fc.double({ min: 0.03, max: 1, noNaN: true })).map(([colour, share]) => ({ ...colour, share })),
    { minLength: 1, maxLength: 5 },
  ),
  pattern: fc.constantFrom(...PATTERNS),
  shape: fc.option(fc.array(fc.integer({ min: 1, max: 255 }), { minLength: SHAPE_LENGTH, maxLength: SHAPE_LENGTH })),
  rings: fc.array(lab, { minLength: RING_COUNT, maxLength: RING_COUNT }),
})

describe('an appearance in a URL', () => {
  test('can be written and read back, for any image', () =>
    fc.assert(
      fc.property(seen, (picture) => {
        const text = writeAppearanceText(appearanceOf(appearanceBytes(picture)))
        expect(text.length).toBeLessThanOrEqual(140)
        expect(new URLSearchParams({ looksLike: text }).toString()).toBe(`looksLike=${text}`)
        expect(appearanceText.parse(text)).toBe(text)
      }),
    ))

  test('keeps all data for comparisons, except for colour rounding', () =>
    fc.assert(
      fc.property(seen, (picture) => {
        const bytes = appearanceBytes(picture)
        const again = bytesOfAppearance(appearanceOf(bytes))
        expect([...again.subarray(PLACE.rings)]).toEqual([...bytes.subarray(PLACE.rings)])
        expect(again[PLACE.pattern]! & HAS_SHAPE).toBe(bytes[PLACE.pattern]! & HAS_SHAPE)
        const isInGamut = picture.palette.every(({ l, a, b }) => l > 20 && l < 85 && Math.hypot(a, b) < 15)
        if (!isInGamut || new Set(appearanceOf(bytes).colours.map(({ hex }) => hex)).size < picture.palette.length)
          return
        for (let at = PLACE.colours; at < PLACE.colours + picture.palette.length * 4; at++)
          expect(Math.abs(again[at]! - bytes[at]!)).toBeLessThanOrEqual(2)
      }),
    ))

  test.each([
    ['1f2a44', '1f2a44'],
    ['#1F2A44', '1f2a44'],
    ['1f2a44-100.e8e2d5-30', '1f2a44.e8e2d5-30'],
    ['striped', 'striped'],
    ['1f2a44-60.1f2a44-20.tartan.dotted.striped', '1f2a44-60.dotted'],
    ['000001.000002.000003.000004.000005.000006', '000001.000002.000003.000004.000005'],
    ['1f2a44-0', undefined],
    ['', undefined],
    ['<script>', undefined],
  ])('reads %j as %j', (text, expected) => expect(appearanceText.parse(text)).toBe(expected))

  test('parses any text without throwing, and round-trips the result', () =>
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) => {
        const read = parseAppearanceText(text)
        if (read) expect(parseAppearanceText(writeAppearanceText(read))).toEqual(read)
      }),
    ))
})
