import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldsFor, thumbsFor } from './price-filter.tsx'

describe('the price slider', () => {
  test.each<[string, string, [number, number]]>([
    ['', '', [0, 500]],
    ['50', '100', [50, 100]],
    ['200', '', [200, 500]],
    ['', '0', [0, 0]],
    ['900', '', [500, 500]],
    ['10', '9999', [10, 500]],
    ['300', '100', [100, 300]],
    ['abc', 'x', [0, 500]],
    ['-5', '-5', [0, 0]],
  ])('shows %j to %j as %j', (min, max, thumbs) => expect(thumbsFor(min, max)).toEqual(thumbs))

  test('sets no limit when a thumb is at its end', () => {
    expect([fieldsFor(0, 500), fieldsFor(200, 500), fieldsFor(0, 45)]).toEqual([
      ['', ''],
      ['200', ''],
      ['', '45'],
    ])
  })
  test('restores its thumbs from the form values', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 }), (a, b) => {
        const [low, high] = [Math.min(a, b) * 5, Math.max(a, b) * 5]
        expect(thumbsFor(...fieldsFor(low, high))).toEqual([low, high])
      }),
    )
  })
})
