/** Whatever happened in one step of time, or in one thing of several. */
export interface ChartPoint {
  /** Below the chart: '23 Nov'. */
  tick: string
  /** In the reading and the table: '23 November 2026'. */
  name: string
  /** One for each series. */
  values: readonly number[]
  /** Leads to what is behind it. */
  href?: string
}

export interface ChartSeries {
  name: string
  format: (value: number) => string
}

export interface ChartProps {
  /** The name of the chart; the heading is above it. */
  label: string
  /** Bars are for one series. */
  kind: 'bars' | 'lines'
  /** At most four, in one unit. */
  series: readonly ChartSeries[]
  points: readonly ChartPoint[]
  /** The first series in the period before, point by point: a thin line, or outlined bars. */
  before?: { name: string; points: ReadonlyArray<{ name: string; value: number }> }
  /** The last point goes on. */
  isUnfinished: boolean
  /** Of the grid's lines: '1k'. */
  formatTick: (value: number) => string
  /** What one is on the axis: 100 where values are cents. */
  unit?: number
  /** The text shown without data. */
  empty: string
  /** False if the reader prefers figures: then a table is shown. */
  isDrawn: boolean
}
