import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { generateProducts } from './catalogue/generate-products.ts'
import { countAlike, spreadOut, type Shown } from './spread.ts'

const NOW = Date.UTC(2026, 0, 1)
const products = [...generateProducts({ seed: 1, count: 1200 })].filter(({ status }) => status === 'active')
/** Varies popularity by index. */
const asSeeded = (): Shown[] =>
  products.map(({ key, partnerKey, ageDays, isFeatured, images }, index) => {
    const createdAt = NOW - ageDays * DAY_MS - index * 1000
    const pointsAt = (at: number) =>
      Math.max(0, 100 - Math.floor((NOW - at) / DAY_MS)) + (index % 40) + (isFeatured ? 1000 : 0)
    return { id: key, spec: images[0]!.spec, partnerId: partnerKey, createdAt, points: pointsAt(createdAt), pointsAt }
  })
const recommended = (shown: readonly Shown[]) =>
  shown.toSorted((a, b) => b.points - a.points || b.createdAt - a.createdAt)
const newest = (shown: readonly Shown[]) => shown.toSorted((a, b) => b.createdAt - a.createdAt)

describe('adjacent products in lists', () => {
  const before = asSeeded()
  const after = asSeeded()
  spreadOut(after)

  test('rarely look alike, whether sorted by recommended or newest', () => {
    for (const order of [recommended, newest]) {
      expect(countAlike(order(before))).toBeGreaterThan(25)
      expect(countAlike(order(after))).toBeLessThanOrEqual(16)
    }
    for (const order of [recommended, newest]) expect(countAlike(order(after).slice(0, 500))).toBe(0)
  })

  test('are backdated by at most twelve days', () => {
    for (const [place, { createdAt }] of after.entries()) {
      const older = (before[place]?.createdAt ?? 0) - createdAt
      expect(older).toBeGreaterThanOrEqual(0)
      expect(older).toBeLessThanOrEqual(12 * DAY_MS)
    }
  })

  test('stay the same on every run', () => {
    const again = asSeeded()
    spreadOut(again)
    expect(again.map(({ createdAt }) => createdAt)).toEqual(after.map(({ createdAt }) => createdAt))
  })
})

test('the second image shows a different view from the first', () => {
  const views = Map.groupBy(products, ({ images }) => images[1]?.spec.view)
  expect([...views.keys()].sort()).toEqual(['back', 'detail', 'form'])
  for (const [view, share] of [
    ['detail', 0.35],
    ['form', 0.1],
    ['back', 0.15],
  ] as const)
    expect((views.get(view)?.length ?? 0) / products.length, view).toBeGreaterThan(share)
})
