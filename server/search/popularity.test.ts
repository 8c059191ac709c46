import { describe, expect, test } from 'vitest'
import { MAX_POPULARITY, popularityPoints } from './popularity.ts'

describe('popularityPoints', () => {
  test.each([
    [0, 0],
    [1, 20],
    [5, 52],
    [7, 60],
    [31, 100],
    [1_005, 199],
    [1_006, 200],
    [1_023, 200],
    [1e9, 200],
  ])('converts the score %i to %i points', (score, points) => {
    expect(popularityPoints(score)).toBe(points)
  })
  test('never gives fewer points for a higher score', () => {
    const points = Array.from({ length: 1_100 }, (_, score) => popularityPoints(score))
    expect(points).toEqual(points.toSorted((a, b) => a - b))
    expect(points.every((point) => Number.isInteger(point) && point >= 0 && point <= MAX_POPULARITY)).toBe(true)
  })
})
