import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hidesBars } from './scroll-direction.ts'

describe('bars', () => {
  test.each([
    [0, 101, true],
    [0, 100, false],
    [300, 400, true],
    [400, 300, false],
    [300, 304, null],
    [304, 300, null],
    [106, 90, false],
    [98, 103, null],
    [0, -20, false],
  ])('from %i to %i: %s', (last, now, expected) => expect(hidesBars(last, now)).toBe(expected))
  test('always show within 100 pixels of the top, and after scrolling up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_000 }), fc.integer({ min: -50, max: 9_000 }), (last, now) => {
        if (hidesBars(last, now) === true) expect(now).toBeGreaterThan(Math.max(100, last))
      }),
    )
  })
})
