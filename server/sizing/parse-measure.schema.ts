import type { Unit } from './measures-values.schema.ts'

const MM_AN_INCH = 25.4
const NUMBER = String.raw`\d{1,4}(?:[.,]\d{1,2})?`
const SIGN = String.raw`(?: ?(cm|mm|in|inch|inches|"|″))?`
const RANGE = new RegExp(`^(${NUMBER})${SIGN}(?: ?(?:-|–|—|to|bis|/) ?(${NUMBER})${SIGN})?$`)

/** A range of a measurement, in whole millimetres. Both ends are the same if a table has one number. */
export type Span = readonly [from: number, to: number]

/**
 * Parses '96', '94-99', '94,5 to 99 cm' or '37"' to millimetres, the smaller number first. A unit in the text overrides
 * the given one.
 * @returns null for any other text
 */
export function parseSpan(text: string, unit: Unit): Span | null {
  const [, from, sign, to, lastSign] = RANGE.exec(text.trim().toLowerCase()) ?? []
  if (from === undefined) return null
  const first = toMm(from, sign ?? lastSign ?? unit)
  const last = to === undefined ? first : toMm(to, lastSign ?? sign ?? unit)
  return [Math.min(first, last), Math.max(first, last)]
}

/** Parses a single measurement to millimetres; null for a range or any other text. */
export function parseMeasure(text: string, unit: Unit): number | null {
  const span = parseSpan(text, unit)
  return span && span[0] === span[1] ? span[0] : null
}

/** Formats in the unit, without its name: '96', '96.5'. */
export function writeMeasure(mm: number, unit: Unit): string {
  const inUnit = unit === 'in' ? mm / MM_AN_INCH : mm / 10
  return String(Math.round(inUnit * 10) / 10)
}

/** Formats '94–99', or '96' if both ends are the same. */
export function writeSpan([from, to]: Span, unit: Unit): string {
  const [first, last] = [writeMeasure(from, unit), writeMeasure(to, unit)]
  return first === last ? first : `${first}–${last}`
}

function toMm(number: string, unit: string): number {
  const value = Number(number.replace(',', '.'))
  if (unit === 'mm') return Math.round(value)
  return Math.round(unit === 'cm' ? value * 10 : value * MM_AN_INCH)
}
