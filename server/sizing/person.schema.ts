import { z } from 'zod'
import {
  UNITS,
  MEASURE_LIMITS,
  MEASURE_NAMES,
  MEASURES,
  TAPE_ERROR_MM,
  type Measure,
} from './measures-values.schema.ts'
import { choosingMeasures, edgesOf, type SizeRow } from './size-ladder.schema.ts'

/** One body measurement, with its uncertainty. */
export interface PersonMeasure {
  mm: number
  /** Standard deviation. */
  sdMm: number
  /** The source of the value. */
  by: 'tape' | 'garment' | 'both'
}
export type Person = Partial<Record<Measure, PersonMeasure>>

export const MAX_GARMENTS = 6
/** How people differ in their idea of a fit, in sizes. */
const TASTE = 0.3
/** How far a garment deviates from its brand's table, in sizes. */
const GARMENT_ERROR = 0.2

const mmOf = (measure: Measure) => {
  const [from, to] = MEASURE_LIMITS[measure]
  const error = `${MEASURE_NAMES[measure]} should be between ${from / 10} and ${to / 10} cm.`
  return z.int({ error }).min(from, { error }).max(to, { error })
}
const span = (measure: Measure) => z.tuple([mmOf(measure), mmOf(measure)])

const ofEach = <Value extends z.ZodType>(value: (measure: Measure) => Value) =>
  z.strictObject(
    Object.fromEntries(MEASURES.map((measure) => [measure, value(measure).optional()])) as Record<
      Measure,
      z.ZodOptional<Value>
    >,
  )

/** A person's garment that fits: the body measurements in its brand's table. */
const fittingGarment = z.strictObject({
  brand: z.string().min(1).max(100),
  category: z.string().min(1).max(100),
  size: z.string().min(1).max(40),
  body: ofEach(span),
})
export type FittingGarment = z.infer<typeof fittingGarment>

/** A shopper's size data, as stored on the device and, if they want, in the account. In millimetres. */
export const shopperSizes = z.strictObject({
  measures: ofEach(mmOf),
  garments: z.array(fittingGarment).max(MAX_GARMENTS),
  /** The unit for display and input. */
  unit: z.enum(UNITS).default('cm'),
})
export type ShopperSizesData = z.infer<typeof shopperSizes>

export const NO_SIZES: ShopperSizesData = { measures: {}, garments: [], unit: 'cm' }

/** Returns whether there is no data. */
export const isEmpty = ({ measures, garments }: Pick<ShopperSizesData, 'measures' | 'garments'>): boolean =>
  !garments.length && !MEASURES.some((measure) => measures[measure] !== undefined)

/**
 * Estimates a body from its owner's measurements and from garments that fit. A garment limits a measure to the range of
 * its size, allowing for different ideas of a fit. Several sources are combined, weighted by their precision.
 */
export function personOf({ measures, garments }: Pick<ShopperSizesData, 'measures' | 'garments'>): Person {
  const person: Person = {}
  for (const measure of MEASURES) {
    const taped = measures[measure]
    const worn = garments.flatMap(({ body }) => (body[measure] ? [fromGarment(body[measure])] : []))
    const all = [...(taped === undefined ? [] : [{ mm: taped, sdMm: TAPE_ERROR_MM[measure] }]), ...worn]
    if (!all.length) continue
    const precision = all.reduce((sum, { sdMm }) => sum + 1 / sdMm ** 2, 0)
    person[measure] = {
      mm: Math.round(all.reduce((sum, { mm, sdMm }) => sum + mm / sdMm ** 2, 0) / precision),
      sdMm: Math.sqrt(1 / precision),
      by: taped === undefined ? 'garment' : worn.length ? 'both' : 'tape',
    }
  }
  return person
}

/** Estimates a measure from a garment: uniformly distributed within the size, with blurred edges. */
function fromGarment([from, to]: readonly [number, number]): { mm: number; sdMm: number } {
  const width = Math.max(10, to - from)
  return { mm: (from + to) / 2, sdMm: width * Math.sqrt(1 / 12 + TASTE ** 2 + GARMENT_ERROR ** 2) }
}

/** Returns the body measurements that a size of a table implies if the garment fits, from edge to edge. */
export function bodyOfSize(rows: readonly SizeRow[], key: string): FittingGarment['body'] {
  const at = rows.findIndex((row) => row.key === key)
  const weights = choosingMeasures(rows)
  const body: FittingGarment['body'] = {}
  for (const measure of MEASURES) {
    const edges = weights[measure] ? edgesOf(rows, measure) : []
    const [from, to] = [edges[at], edges[at + 1]]
    if (at < 0 || from === undefined || to === undefined) continue
    const [least, most] = MEASURE_LIMITS[measure]
    const within = (mm: number) => Math.max(least, Math.min(most, Math.round(mm)))
    body[measure] = [within(from), within(to)]
  }
  return body
}
