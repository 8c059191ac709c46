import { expect, test } from 'vitest'
import { chartPoints, pointNames } from './chart-points.ts'

test.each([
  ['2026-11-23T14', false, '14:00', 'Mon, 23 November 2026, 14:00'],
  ['2026-11-23', false, '23 Nov', 'Mon, 23 November 2026'],
  ['2026-11-23', true, 'Mon 23', 'Mon, 23 November 2026'],
  ['2026-11', false, 'Nov', 'November 2026'],
])('formats %s for the axis and the tooltip', (label, isWeek, tick, name) => {
  const names = pointNames(label, isWeek)
  expect({ tick: names.tick, name: names.name.replace(/^(\w{3}) /, '$1, ') }).toEqual({ tick, name })
})

test('links every point to its details', () => {
  const point = {
    label: '2026-11-23',
    from: new Date('2026-11-23'),
    to: new Date('2026-11-24'),
    isUnfinished: true,
    revenueMinor: 100,
    sales: 2,
    views: 30,
    clicks: 4,
  }
  expect(
    chartPoints(
      [point],
      ({ sales }) => [sales],
      ({ from }) => `/${from.getTime()}`,
    ),
  ).toMatchObject([{ tick: 'Mon 23', values: [2], href: `/${point.from.getTime()}` }])
})
