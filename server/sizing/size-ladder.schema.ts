import { MEASURES, type Measure } from './measures-values.schema.ts'
import type { Span } from './parse-measure.schema.ts'

/** A size with its body measurements, in millimetres. */
export interface SizeRow {
  /** In the partner's spelling. */
  label: string
  /** The size filter's key (sizes.ts). */
  key: string
  body: Partial<Record<Measure, Span>>
}

/** The assumed width of a table's only size, to either side of its single number. */
const LONE_HALF_MM: Readonly<Record<Measure, number>> = {
  chest: 30,
  waist: 30,
  hip: 30,
  insideLeg: 20,
  foot: 4,
  head: 6,
}

/**
 * Returns the weight of each measure when they indicate different sizes. The chest leads if the table has it, because
 * such clothes do not stretch there. Otherwise waist and hip lead. Shoes and hats have one measure. The inside leg is
 * recorded, but has no weight, because legs can be shortened.
 */
function weightsFor(has: (measure: Measure) => boolean): Partial<Record<Measure, number>> {
  if (has('foot')) return { foot: 1 }
  if (has('head')) return { head: 1 }
  return has('chest') ? { chest: 5, waist: 3, hip: 2 } : { waist: 1, hip: 1 }
}

/** Returns the measures that choose a table's size, with weights that sum to 1. Empty if it has none of them. */
export function choosingMeasures(rows: readonly SizeRow[]): Partial<Record<Measure, number>> {
  const has = (measure: Measure) => rows.length > 0 && rows.every(({ body }) => body[measure])
  const weights = weightsFor(has)
  const there = MEASURES.flatMap((measure) =>
    weights[measure] && has(measure) ? [[measure, weights[measure]] as const] : [],
  )
  const sum = there.reduce((total, [, weight]) => total + weight, 0)
  return Object.fromEntries(there.map(([measure, weight]) => [measure, weight / sum]))
}

/**
 * Returns the edges between a table's sizes by one measure, in millimetres: one more than there are sizes, increasing.
 * The edge between two sizes is midway between the end of one and the start of the next. @param rows all with this
 * measure, each size larger than the one before
 */
export function edgesOf(rows: readonly SizeRow[], measure: Measure): number[] {
  const spans = rows.flatMap(({ body }) => (body[measure] ? [body[measure]] : []))
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return []
  const inner = spans.slice(1).map(([from], place) => ((spans[place]?.[1] ?? from) + from) / 2)
  const half = LONE_HALF_MM[measure]
  const lowest = first[0] < first[1] ? first[0] : first[0] - ((inner[0] ?? first[0] + half) - first[0])
  const highest = last[0] < last[1] ? last[1] : last[1] + (last[1] - (inner.at(-1) ?? last[1] - half))
  return [lowest, ...inner, highest]
}

/**
 * Returns the position of a measurement among a table's sizes: 0 is the middle of the first, 0.5 the edge to the
 * second. It extends beyond both ends.
 * @returns the position, and the width of a size there in millimetres
 */
export function placeAmong(edges: readonly number[], mm: number): { place: number; widthMm: number } {
  const sizes = edges.length - 1
  let size = 0
  while (size < sizes - 1 && mm >= (edges[size + 1] ?? Infinity)) size++
  const [from, to] = [edges[size] ?? 0, edges[size + 1] ?? 1]
  return { place: size - 0.5 + (mm - from) / (to - from), widthMm: to - from }
}

/** Returns the row for a variant's size key: the same key, or for 'W32 L34' the row 'W32'. */
export function rowOfKey<Row extends Pick<SizeRow, 'key'>>(rows: readonly Row[], key: string): Row | undefined {
  return rows.find((row) => row.key === key) ?? rows.find((row) => key.startsWith(`${row.key} L`))
}
