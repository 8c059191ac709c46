import { tickStep, ticks } from 'd3-array'
import { scaleBand, scalePoint } from 'd3-scale'

/** The approximate number of grid lines above zero. */
const GRID_LINES = 3
/**
 * The width that the labels share, in pixels: under a wide chart (dashboard.css sets the breakpoint), and on a phone.
 */
const WIDE = 350
const NARROW = 220
/** The width of a character and the gap between two labels, in pixels. */
const CHARACTER = 6.5
const GAP = 4

/**
 * Returns the values of the grid lines: round numbers (1, 2 or 5 with zeros) from zero to above the highest value.
 * @param unit the value of 1 on the axis: 100 if values are cents
 */
export function gridOf(values: readonly number[], unit = 1): number[] {
  const most = Math.max(0, ...values) / unit
  if (most === 0) return [0]
  // Steps are at least 1, because counts have no halves, and amounts are shown in whole units.
  const step = Math.max(1, tickStep(0, most, GRID_LINES))
  const top = Math.ceil(most / step) * step
  return ticks(0, top, Math.round(top / step)).map((value) => value * unit)
}

/** A point's position along the chart, in percent of its width. */
export interface Slot {
  /** The left edge and width of the bar; on lines, of the clickable area. */
  left: number
  width: number
  middle: number
}

/** Returns the points' slots. Bars have slots side by side; a line's points reach from edge to edge. */
export function slotsOf(kind: 'bars' | 'lines', count: number): Slot[] {
  const indexes = Array.from({ length: count }, (_, index) => index)
  if (kind === 'bars') {
    const bands = scaleBand<number>()
      .domain(indexes)
      .range([0, 100])
      // Keeps a few bars from becoming too wide.
      .paddingInner(count > 8 ? 0.28 : 0.45)
      .paddingOuter(count > 2 ? 0.2 : 1.5)
    const width = bands.bandwidth()
    return indexes.map((index) => {
      const left = bands(index) ?? 0
      return { left, width, middle: left + width / 2 }
    })
  }
  const places = scalePoint<number>().domain(indexes).range([0, 100])
  const width = count > 1 ? places.step() : 100
  return indexes.map((index) => {
    const middle = places(index) ?? 50
    return { left: middle - width / 2, width, middle }
  })
}

/**
 * Returns for each point whether its label is shown under the chart: always, only on wide charts, or never (null). The
 * last point is always labelled.
 * @param ticks all labels
 */
export function labelsOf(ticks: readonly string[]): Array<'always' | 'wide' | null> {
  const count = ticks.length
  const width = Math.max(...ticks.map(({ length }) => length)) * CHARACTER + GAP
  const every = Math.max(1, Math.ceil(count / Math.floor(WIDE / width)))
  const everyNarrow = every * Math.max(1, Math.ceil(count / every / Math.floor(NARROW / width)))
  return ticks.map((_, index) => {
    const fromEnd = count - 1 - index
    return fromEnd % everyNarrow === 0 ? 'always' : fromEnd % every === 0 ? 'wide' : null
  })
}

/** Moves labels apart until none overlap, from top to bottom, and keeps all inside the chart. In pixels. */
export function spreadLabels(places: readonly number[], height: number, gap: number): number[] {
  const order = places.map((place, index) => ({ place, index })).toSorted((a, b) => a.place - b.place)
  const spread = [...places]
  let least = 0
  for (const { place, index } of order) {
    const at = Math.max(place, least)
    spread[index] = at
    least = at + gap
  }
  let most = height
  for (const { index } of order.toReversed()) {
    const at = Math.min(spread[index] ?? 0, most)
    spread[index] = at
    most = at - gap
  }
  return spread
}
