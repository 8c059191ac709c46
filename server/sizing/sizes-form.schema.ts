import { MEASURE_LIMITS, MEASURE_NAMES, MEASURES, UNITS, type Unit } from './measures-values.schema.ts'
import { MAX_GARMENTS, NO_SIZES, shopperSizes, type ShopperSizesData } from './person.schema.ts'
import { parseMeasure, writeMeasure } from './parse-measure.schema.ts'

/** A form's size data, without a garment that is still to be looked up. */
export type ReadSizes = { sizes: ShopperSizesData; errors: null } | { sizes: null; errors: Record<string, string> }

/**
 * Parses the size form. It has a field for each measure, by its name, and `unit`. `told` contains the earlier data,
 * with measures that the form does not have. `drop0` and so on are garments to remove.
 */
export function parseSizesForm(texts: Readonly<Record<string, string>>): ReadSizes {
  const saved = parseShopperSizes(texts['told'])
  const unit = UNITS.find((each) => each === texts['unit']) ?? saved.unit
  const errors: Record<string, string> = {}
  const measures: ShopperSizesData['measures'] = { ...saved.measures }
  for (const measure of MEASURES) {
    const typed = texts[measure]?.trim()
    if (typed === undefined) continue
    measures[measure] = undefined
    if (!typed) continue
    const mm = parseMeasure(typed.slice(0, 40), unit)
    const [least, most] = MEASURE_LIMITS[measure]
    if (mm === null) errors[measure] = `Please enter a number, such as ${writeMeasure((least + most) / 2, unit)}.`
    else if (mm < least || mm > most)
      errors[measure] =
        `${MEASURE_NAMES[measure]} should be between ${writeMeasure(least, unit)} and ${writeMeasure(most, unit)} ${unit}. Is the unit right?`
    else measures[measure] = mm
  }
  if (Object.keys(errors).length) return { sizes: null, errors }
  const garments = saved.garments.filter((_, place) => texts[`drop${place}`] !== 'on')
  if (texts['brand']?.trim() && garments.length >= MAX_GARMENTS)
    return { sizes: null, errors: { brand: `You can add up to ${MAX_GARMENTS} garments. Remove one first.` } }
  return { sizes: { measures, garments, unit }, errors: null }
}

/** Parses stored text; empty if it is invalid. */
export function parseShopperSizes(text: string | null | undefined): ShopperSizesData {
  if (!text) return NO_SIZES
  try {
    const read = shopperSizes.safeParse(JSON.parse(text.slice(0, 20_000)))
    return read.success ? read.data : NO_SIZES
  } catch {
    return NO_SIZES
  }
}

/** Formats in the unit, for a form's field. */
export const shownMeasure = (mm: number | undefined, unit: Unit): string =>
  mm === undefined ? '' : writeMeasure(mm, unit)
