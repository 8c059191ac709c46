import { z } from 'zod'
import { MEASURE_LIMITS, MEASURE_NAMES, MEASURES, type Measure } from '#server/sizing/measures-values.schema.ts'
import type { FittingGarment, ShopperSizesData } from '#server/sizing/person.schema.ts'

export const MM_PER_CM = 10

const length = (measure: Measure) => {
  const [from, to] = MEASURE_LIMITS[measure].map((mm) => mm / MM_PER_CM) as [number, number]
  const error = `${MEASURE_NAMES[measure]} should be between ${from} and ${to} cm.`
  return z.number({ error }).min(from, { error }).max(to, { error }).optional()
}

/** Body measurements as assistants send them. */
export const measurementsCm = z
  .strictObject(
    Object.fromEntries(MEASURES.map((measure) => [measure, length(measure)])) as Record<
      Measure,
      ReturnType<typeof length>
    >,
  )
  .describe('Body measurements in centimetres. We do not store them.')

/** Returns a shopper's sizes, in millimetres. */
export function shopperSizesOf(
  measurements: z.output<typeof measurementsCm>,
  garments: FittingGarment[] = [],
): ShopperSizesData {
  const measures: ShopperSizesData['measures'] = {}
  for (const measure of MEASURES) {
    const cm = measurements[measure]
    if (cm !== undefined) measures[measure] = Math.round(cm * MM_PER_CM)
  }
  return { measures, garments, unit: 'cm' }
}
