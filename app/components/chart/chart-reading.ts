import type { ChartProps } from './chart.types.ts'

type Compared = Pick<ChartProps, 'series' | 'before'>

/**
 * Returns the first series' value at the same position of the previous period, with its date. Null if that period was
 * shorter.
 */
export function comparedAt({ series, before }: Compared, at: number): { name: string; value: string } | null {
  const point = before?.points[at]
  if (!before || !point) return null
  return { name: `${before.name} (${point.name})`, value: series[0]?.format(point.value) ?? '' }
}

/** Returns a point in words. */
export function readingOf(props: Compared & Pick<ChartProps, 'points' | 'isUnfinished'>, at: number): string {
  const { points, series, isUnfinished } = props
  const point = points[at]
  if (!point) return ''
  const values = point.values.map((value, index) => {
    const { name = '', format = String } = series[index] ?? {}
    return series.length > 1 ? `${name} ${format(value)}` : format(value)
  })
  const compared = comparedAt(props, at)
  const was = compared ? [`${compared.name} ${compared.value}`] : []
  const when = point.name + (isUnfinished && at === points.length - 1 ? ' (so far)' : '')
  return `${when}: ${[...values, ...was].join(', ')}`
}
