import type { ChartPoint } from '#app/components/chart/chart.types.ts'
import type { Point } from '#server/analytics/analytics.types.ts'

// The labels are already in the partner's time zone. Formatting them in UTC avoids shifting them.
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
const shortDay = format({ day: 'numeric', month: 'short' })
const weekday = format({ weekday: 'short', day: 'numeric' })
const fullDay = format({ weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' })
const shortMonth = format({ month: 'short' })
const fullMonth = format({ month: 'long', year: 'numeric' })

/**
 * Returns the names of a bar: '2026-11-23T14' -> '14:00', '2026-11-23' -> '23 Nov' ('Mon 23' in a week), '2026-11' ->
 * 'Nov'.
 */
export function pointNames(label: string, isWeek = false): Pick<ChartPoint, 'tick' | 'name'> {
  const [day = label, hour] = label.split('T')
  if (hour !== undefined) {
    const tick = `${hour.slice(0, 2)}:00`
    return { tick, name: `${fullDay.format(new Date(day))}, ${tick}` }
  }
  const date = new Date(day.length === 7 ? `${day}-01` : day)
  return day.length === 7
    ? { tick: shortMonth.format(date), name: fullMonth.format(date) }
    : { tick: (isWeek ? weekday : shortDay).format(date), name: fullDay.format(date) }
}

/** Converts bars to points of a chart. @param hrefOf the link to a point's details */
export function chartPoints(
  points: readonly Point[],
  valuesOf: (point: Point) => number[],
  hrefOf?: (point: Point) => string,
): ChartPoint[] {
  const isWeek = points.length <= 8
  return points.map((point) => ({
    ...pointNames(point.label, isWeek),
    values: valuesOf(point),
    ...(hrefOf && { href: hrefOf(point) }),
  }))
}
