import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { convertMinor } from './money.ts'

describe('convertMinor', () => {
  it.each([[0, 1.31, 0], [100, 1, 100], [5, 0.5, 2], [7, 0.5, 4], [3, 0.5, 2], [10_000, 1.31, 13_100], [4_999, 1.16, 5_799]])('%i at %d is %i', (minor, rate, expected) => {
    expect(convertMinor(minor, rate)).toBe(expected)
  })
  it('is a whole number, at most half a unit off', () => {
    fc.assert(fc.property(fc.nat(1_000_000_000), fc.double({ min: 0.0001, max: 200, noNaN: true }), (minor, rate) => {
      const converted = convertMinor(minor, rate)
      expect(Number.isInteger(converted)).toBe(true)
      expect(Math.abs(converted - minor * rate)).toBeLessThanOrEqual(0.5)
    }))
  })
  it('keeps the order of amounts', () => {
    fc.assert(fc.property(fc.nat(10_000_000), fc.nat(1_000), fc.double({ min: 0.01, max: 100, noNaN: true }), (minor, more, rate) => {
      expect(convertMinor(minor + more, rate)).toBeGreaterThanOrEqual(convertMinor(minor, rate))
    }))
  })
})
