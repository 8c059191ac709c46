import { z } from 'zod'
import { revision } from '#server/platform/revision.schema.ts'
import {
  AUDIENCES,
  MEASURE_LIMITS,
  MEASURE_NAMES,
  MEASURES,
  UNITS,
  type Measure,
  type Unit,
} from './measures-values.schema.ts'
import { parseSpan, type Span } from './parse-measure.schema.ts'
import type { SizeRow } from './size-ladder.schema.ts'

/** Maximum tables per partner. No brand has as many categories. */
export const MAX_TABLES = 500

export const MAX_ROWS = 40
/** The cells of a line: the size as the store writes it, then each measure. */
export const COLUMNS = ['size', ...MEASURES] as const
export const MAX_CELL = 40
export const SOURCES = ['brand', 'partner', 'measured'] as const
export const SOURCE_NAMES = {
  brand: "The brand's general chart",
  partner: "The store's chart for its own products",
  measured: 'Measured on the products themselves',
} as const
const MEASURED_THINGS = ['body', 'garment'] as const
const MAX_EASE_MM = 400

/** The stored format. Data from the database is checked when it is read. */
const span = z.tuple([z.number(), z.number()])
export const storedRows = z.array(
  z.object({
    label: z.string(),
    key: z.string(),
    body: z.object(
      Object.fromEntries(MEASURES.map((measure) => [measure, span.optional()])) as Record<
        Measure,
        z.ZodOptional<typeof span>
      >,
    ),
  }),
)

const cell = z.string().max(MAX_CELL, { error: 'This is too long.' }).default('')

export const sizeTableIdInput = z.object({ tableId: z.string() })
export const restoreSizeTableInput = z.object({ tableId: z.string(), revision })

/** A table as typed. parseCells checks the cells. */
export const saveSizeTableInput = z.object({
  /** The table to change, and the revision that was read; empty for a new one. */
  tableId: z.string().default(''),
  revision: revision.default(0),
  brandId: z.uuid({ error: 'Please choose a brand.' }),
  categoryId: z.uuid({ error: 'Please choose a category.' }),
  audience: z.enum(AUDIENCES, { error: 'Please choose who it is for.' }),
  source: z.enum(SOURCES, { error: 'Please choose the source of the measurements.' }),
  measures: z.enum(MEASURED_THINGS, { error: 'Please choose what was measured.' }),
  unit: z.enum(UNITS).catch('cm'),
  /** For garment measurements: how much wider than the body, in the unit. */
  ease: z.string().max(10).default(''),
  cells: z.array(z.array(cell).max(COLUMNS.length)).max(MAX_ROWS),
})
export type SaveSizeTableInput = z.output<typeof saveSizeTableInput>

interface CellProblem {
  row: number
  column: number
  message: string
}

/** A row whose size has no key yet. server/sizing/sizes.ts adds it. */
type TypedRow = Omit<SizeRow, 'key'>
export type ReadCells = { rows: TypedRow[]; easeMm: number | null } | { problems: CellProblem[]; message?: string }

/**
 * Parses typed cells to rows, small to large, or returns the errors by cell. Empty lines and columns are left out. A
 * column with a number needs one in every line, and each size must be larger than the one before.
 */
export function parseCells({
  cells,
  unit,
  measures,
  ease,
}: Pick<SaveSizeTableInput, 'cells' | 'unit' | 'measures' | 'ease'>): ReadCells {
  const lines = cells.map((line, row) => ({ row, line: COLUMNS.map((_, column) => (line[column] ?? '').trim()) }))
  const full = lines.filter(({ line }) => line.some(Boolean))
  if (!full.length) return { problems: [], message: 'Please enter at least one size.' }
  const used = MEASURES.filter((_, place) => full.some(({ line }) => line[place + 1]))
  if (!used.length) return { problems: [], message: 'Please enter at least one measurement for each size.' }
  const easeMm = measures === 'body' ? null : easeOf(ease, unit)
  if (measures === 'garment' && easeMm === null)
    return {
      problems: [],
      message: `Please enter how much wider than the body the garments are, from 0 to ${inUnit(MAX_EASE_MM, unit)}.`,
    }
  const problems: CellProblem[] = []
  const seen = new Set<string>()
  const rows = full.map(({ row, line }): TypedRow => {
    const label = line[0] ?? ''
    if (!label) problems.push({ row, column: 0, message: 'Please enter the size for this row.' })
    else if (seen.has(label.toLowerCase()))
      problems.push({ row, column: 0, message: `${label} is in the table twice.` })
    seen.add(label.toLowerCase())
    const body: SizeRow['body'] = {}
    for (const measure of used) {
      const column = MEASURES.indexOf(measure) + 1
      const read = parseCell(line[column] ?? '', measure, unit, isGirth(measure) ? (easeMm ?? 0) : 0)
      if (typeof read === 'string') problems.push({ row, column, message: read })
      else body[measure] = read
    }
    return { label, body }
  })
  if (!problems.length)
    problems.push(
      ...falling(
        rows,
        full.map(({ row }) => row),
        used,
      ),
    )
  return problems.length ? { problems } : { rows, easeMm }
}

const isGirth = (measure: Measure) => measure === 'chest' || measure === 'waist' || measure === 'hip'

function parseCell(text: string, measure: Measure, unit: Unit, easeMm: number): Span | string {
  const name = MEASURE_NAMES[measure].toLowerCase()
  if (!text) return `The ${name} for this size is missing, but other sizes have it.`
  const read = parseSpan(text, unit)
  if (!read)
    return `'${text}' is not a valid ${name} measurement. Enter it like ${unit === 'cm' ? '94-99' : '37-39'} or ${unit === 'cm' ? '96' : '38'}.`
  const [least, most] = MEASURE_LIMITS[measure]
  const span: Span = [read[0] - easeMm, read[1] - easeMm]
  if (span[0] < least || span[1] > most)
    return `A ${name} of ${text} is not possible. It must be ${inUnit(least, unit)} to ${inUnit(most, unit)}${easeMm ? ' on the body' : ''}. Is the unit correct?`
  return span
}

/** Yields sizes that are not larger than the one before. Legs may have the same length. */
function* falling(
  rows: readonly TypedRow[],
  places: readonly number[],
  used: readonly Measure[],
): Generator<CellProblem> {
  for (const measure of used) {
    if (measure === 'insideLeg') continue
    for (const [at, { label, body }] of rows.entries()) {
      const before = rows[at - 1]
      const [one, other] = [before?.body[measure], body[measure]]
      if (!before || !one || !other || (other[0] > one[0] && other[1] > one[1])) continue
      const message = `${label} should be larger than ${before.label}. Enter the sizes from small to large.`
      yield { row: places[at] ?? at, column: MEASURES.indexOf(measure) + 1, message }
    }
  }
}

function easeOf(text: string, unit: Unit): number | null {
  const read = /^\d/.test(text.trim()) ? parseSpan(text, unit) : null
  return read && read[0] === read[1] && read[0] <= MAX_EASE_MM ? read[0] : null
}

const inUnit = (mm: number, unit: Unit) => `${Math.round(unit === 'cm' ? mm / 10 : mm / 25.4)} ${unit}`
