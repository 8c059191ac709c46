import { describe, expect, test } from 'vitest'
import { gridOf, labelsOf, slotsOf, spreadLabels } from './chart-scale.ts'

describe('the grid', () => {
  test.each([
    [[7], [0, 2, 4, 6, 8]],
    [[1], [0, 1]],
    [
      [23, 4],
      [0, 10, 20, 30],
    ],
    [[950], [0, 500, 1_000]],
    [
      [4_200, 12_300],
      [0, 5_000, 10_000, 15_000],
    ],
  ])('of %o has round numbers and includes zero and the highest value', (values, lines) => {
    expect(gridOf(values)).toEqual(lines)
  })

  test('uses whole dollars for amounts in cents, and steps of at least one', () => {
    expect(gridOf([123_456], 100)).toEqual([0, 50_000, 100_000, 150_000])
    expect(gridOf([30], 100)).toEqual([0, 100])
  })

  test('has only the zero line when there are no values', () => {
    expect(gridOf([0, 0])).toEqual([0])
    expect(gridOf([])).toEqual([0])
  })
})

describe('slots', () => {
  test('for bars lie side by side inside the chart', () => {
    const slots = slotsOf('bars', 31)
    expect(slots).toHaveLength(31)
    slots.forEach(({ left, width }, index) => {
      expect(left).toBeGreaterThan(0)
      expect(left + width).toBeLessThan(slots[index + 1]?.left ?? 100)
    })
  })

  test('for lines reach from edge to edge, and a single point is in the middle', () => {
    expect(slotsOf('lines', 7).map(({ middle }) => Math.round(middle))).toEqual([0, 17, 33, 50, 67, 83, 100])
    expect(slotsOf('lines', 1)).toEqual([{ left: 0, width: 100, middle: 50 }])
    expect(slotsOf('bars', 1)[0]?.middle).toBeCloseTo(50)
    expect(slotsOf('bars', 1)[0]?.width).toBeLessThan(40)
  })
})

test.each([
  [1, '23 Nov', 1, 1],
  [6, 'Sept', 6, 6],
  [8, 'Mon 23', 8, 4],
  [13, 'Sept', 7, 7],
  [24, '14:00', 8, 4],
  [31, '23 Nov', 8, 4],
])(
  '%i points like %s get %i labels on wide screens and %i on phones, always including the last',
  (count, tick, wide, narrow) => {
    const labels = labelsOf(Array.from({ length: count }, () => tick))
    expect(labels.at(-1)).toBe('always')
    expect(labels.filter((label) => label !== null)).toHaveLength(wide)
    expect(labels.filter((label) => label === 'always')).toHaveLength(narrow)
  },
)

test('labels do not overlap, and stay in order inside the chart', () => {
  expect(spreadLabels([50, 52], 100, 16)).toEqual([50, 66])
  expect(spreadLabels([99, 98, 97], 100, 16)).toEqual([100, 84, 68])
  expect(spreadLabels([10, 80], 100, 16)).toEqual([10, 80])
})
