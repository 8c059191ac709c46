import { expect, test } from 'vitest'
import { AS_TAKEN, simulate } from '#tests/bench/simulated-shoppers.ts'

// For more shoppers and other worlds: node tests/bench/sizing.ts.
const SHOPPERS = 4_000

test('size advice is right as often as it claims for simulated shoppers with three measurements', () => {
  const { right, rightOrSecond, calibrationError, advised } = simulate(AS_TAKEN, 'chest, waist and hip', SHOPPERS)
  expect(advised).toBeGreaterThan(SHOPPERS * 0.98)
  expect(right).toBeGreaterThan(0.55)
  expect(rightOrSecond).toBeGreaterThan(0.87)
  expect(calibrationError).toBeLessThan(0.05)
})

test('size advice stays calibrated with one measurement, or with a garment that fits', () => {
  for (const tells of ['chest alone', 'a garment that fits'] as const) {
    const { right, calibrationError } = simulate(AS_TAKEN, tells, SHOPPERS)
    expect(right).toBeGreaterThan(0.4)
    expect(calibrationError).toBeLessThan(0.07)
  }
})

test('reviews compensate for errors in a size table', () => {
  const far = { ...AS_TAKEN, tableError: 0.5 }
  const [without, reviewed] = [0, 20].map((reviews) => simulate({ ...far, reviews }, 'chest, waist and hip', SHOPPERS))
  expect(reviewed?.right).toBeGreaterThan((without?.right ?? 1) + 0.05)
})
