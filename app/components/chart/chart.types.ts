/** The values of one time step, or of one category. */
export interface ChartPoint {
  /** The axis label: '23 Nov'. */
  tick: string
  /** The name in the reading and the table: '23 November 2026'. */
  name: string
  /** One value per series. */
  values: readonly number[]
  /** The link to the details. */
  href?: string
}

export interface ChartSeries {
  name: string
  format: (value: number) => string
}

export interface ChartProps {
  /** The chart's accessible name. The visible heading is above the chart. */
  label: string
  /** Bars support a single series. */
  kind: 'bars' | 'lines'
  /** At most four, in one unit. */
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  /** The first series in the previous period, point by point: a thin line, or outlined bars. */
  before?: { name: string; points: ReadonlyArray<{ name: string; value: number }> }
  /** True if the last point's period is not over. */
  isUnfinished: boolean
  /** Formats the labels of the grid lines: '1k'. */
  formatTick: (value: number) => string
  /** The value of 1 on the axis: 100 if values are cents. */
  unit?: number
  /** The text shown without data. */
  empty: string
  /** False if the reader prefers numbers: then a table is shown. */
  isDrawn: boolean
}
