import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { FormState } from '#app/lib/form.ts'
import { MEASURES, type Unit } from '#server/sizing/measures-values.schema.ts'
import { writeSpan } from '#server/sizing/parse-measure.schema.ts'
import { COLUMNS, MAX_ROWS } from '#server/sizing/size-table.schema.ts'

export type EditedTable = RouterOutputs['sizeTables']['get']

/** The number of empty lines in a new table, and after those of an existing one. */
const FIRST_LINES = 8
const MORE_LINES = 3

export const cellName = (row: number, column: number) => `c-${row}-${column}`

/** Returns a form's cells line by line, up to the last line in the form. */
export function cellsOf(texts: Readonly<Record<string, string | undefined>>): string[][] {
  const lines = Array.from({ length: MAX_ROWS }, (_, row) =>
    COLUMNS.map((_name, column) => texts[cellName(row, column)]),
  )
  const last = lines.findLastIndex((line) => line.some((text) => text !== undefined))
  return lines.slice(0, last + 1).map((line) => line.map((text) => text ?? ''))
}

/** Returns the cells by form field name. */
export const namedCells = (cells: ReadonlyArray<readonly string[]>): Record<string, string> =>
  Object.fromEntries(cells.flatMap((line, row) => line.map((text, column) => [cellName(row, column), text])))

/** Returns a stored table as the partner entered it. Garment measurements include the ease. */
export function typedCells(table: EditedTable | null, unit: Unit): string[][] {
  const ease = table?.easeMm ?? 0
  const lines = (table?.rows ?? []).map(({ label, body }) => [
    label,
    ...MEASURES.map((measure) => {
      const span = body[measure]
      const room = measure === 'chest' || measure === 'waist' || measure === 'hip' ? ease : 0
      return span ? writeSpan([span[0] + room, span[1] + room], unit) : ''
    }),
  ])
  return withRoom(lines, lines.length ? MORE_LINES : FIRST_LINES)
}

/** Adds empty lines at the end, up to the maximum. */
export function withRoom(lines: readonly string[][], more = MORE_LINES): string[][] {
  const empty = Math.max(0, Math.min(more, MAX_ROWS - lines.length))
  return [...lines, ...Array.from({ length: empty }, () => COLUMNS.map(() => ''))]
}

/** Returns the cells typed before the last response; null if there were none. */
export function shownCells(form: FormState): string[][] | null {
  const texts: Record<string, string | undefined> = {}
  for (let row = 0; row < MAX_ROWS; row++)
    for (const [column] of COLUMNS.entries()) texts[cellName(row, column)] = form.value(cellName(row, column))
  const cells = cellsOf(texts)
  return cells.length ? cells : null
}

/** Returns the cells after pasting a block at one of them. Drops everything beyond the table. */
export function laidOver(
  cells: readonly string[][],
  block: readonly string[][],
  row: number,
  column: number,
): string[][] {
  const rows = Math.min(MAX_ROWS, Math.max(cells.length, row + block.length))
  return Array.from({ length: rows }, (_, at) =>
    COLUMNS.map((_name, place) => block[at - row]?.[place - column] ?? cells[at]?.[place] ?? ''),
  )
}
