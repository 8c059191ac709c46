import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pageNumbers } from './pagination.tsx'

describe('pageNumbers', () => {
  test.each([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 3, 4, 5]],
    [5, 9, [3, 4, 5, 6, 7]],
    [8, 9, [5, 6, 7, 8, 9]],
    [9, 9, [5, 6, 7, 8, 9]],
  ])('for page %i of %i: %j', (page, totalPages, numbers) => {
    expect(pageNumbers(page, totalPages)).toEqual(numbers)
  })
  test('returns at most five consecutive existing pages, including the current one', () => {
    fc.assert(
      fc.property(
        fc
          .integer({ min: 1, max: 500 })
          .chain((totalPages) => fc.tuple(fc.integer({ min: 1, max: totalPages }), fc.constant(totalPages))),
        ([page, totalPages]) => {
          const numbers = pageNumbers(page, totalPages)
          expect(numbers).toHaveLength(Math.min(5, totalPages))
          expect(numbers).toContain(page)
          expect(
            numbers.every((number, index) => number >= 1 && number <= totalPages && number === numbers[0]! + index),
          ).toBe(true)
        },
      ),
    )
  })
})
