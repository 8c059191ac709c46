import { describe, expect, test } from 'vitest'
import { badgeText } from '#server/wishlist/badge-text.values.ts'
import { countWishlist } from './wishlist-count.ts'

describe("the wishlist's count", () => {
  test('counts each newly pressed heart once', () => {
    expect(countWishlist(['a', 'b'], new Map())).toBe(2)
    expect(
      countWishlist(
        ['a', 'b'],
        new Map([
          ['c', true],
          ['a', true],
        ]),
      ),
    ).toBe(3)
    expect(
      countWishlist(
        ['a', 'b'],
        new Map([
          ['a', false],
          ['x', false],
        ]),
      ),
    ).toBe(1)
  })
  test.each([
    [0, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
    [5_000, '99+'],
  ])('%i reads as "%s"', (count, text) => expect(badgeText(count)).toBe(text))
})
