import { expect, test } from 'vitest'
import { filledPercent } from './tier-banner.tsx'

test.each([
  [0, 0, 25_000, 0],
  [100, 0, 25_000, 2],
  [12_500, 0, 25_000, 50],
  [25_000, 0, 25_000, 100],
  [25_000, 25_000, 75_000, 0],
  [200_000, 125_000, null, 100],
])('sales of %i in a tier from %i to %s fill the bar to %i %', (position, from, upTo, percent) =>
  expect(filledPercent(position, from, upTo)).toBe(percent),
)
