import { tickStep, ticks } from 'd3-array'
import { scaleBand, scalePoint } from 'd3-scale'

/** Lines of the grid above zero, about. */
const GRID_LINES = 3
/** Pixels that labels share under a wide chart (dashboard.css says from when it is wide), and under one as narrow as a phone. */
const WIDE = 350
const NARROW = 220
/** Of a character, and between two labels. */
const CHARACTER = 6.5
const GAP = 4

/**
 * Where the grid's lines are: round numbers that people say aloud (1, 2 or 5 with noughts), from zero to above the highest value.
 * @param unit what one is on the axis: 100 where values are cents
 */
export function gridOf(values: readonly number[], unit = 1): number[] {
  const most = Math.max(0, ...values) / unit
  if (most === 0) return [0]
  // Counts have no halves, and half a dollar is shown as dollars.
  const step = Math.max(1, tickStep(0, most, GRID_LINES))
  const top = Math.ceil(most / step) * step
  return ticks(0, top, Math.round(top / step)).map((value) => value * unit)
}

/** A point's place along the chart, in percent of its width. */
export interface Slot {
  /** Of what is drawn: a bar's left edge and width. */
  left: number
  width: number
  middle: number
}

/** Bars have slots side by side; the points of a line reach from edge to edge. */
export function slotsOf(kind: 'bars' | 'lines', count: number): Slot[] {
  const indexes = Array.from({ length: count }, (_, index) => index)
  if (kind === 'bars') {
    const bands = scaleBand<number>()
      .domain(indexes)
      .range([0, 100])
      // A few bars must not become walls.
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
 * Which points are named under the chart: the last one always. 'wide': only where there is room.
 * @param ticks all their names
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

/** Moves labels apart until none overlap, from top to bottom; all stay inside the chart. In pixels. */
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
