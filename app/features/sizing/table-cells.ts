import type { RouterOutputs } from '#app/lib/api-types.ts'
import type { FormState } from '#app/lib/form.ts'
import { MEASURES, type Unit } from '#server/sizing/measures-values.schema.ts'
import { writeSpan } from '#server/sizing/parse-measure.schema.ts'
import { COLUMNS, MAX_ROWS } from '#server/sizing/size-table.schema.ts'

export type EditedTable = RouterOutputs['sizeTables']['get']

/** Empty lines of a new table, and after those of one that stands. */
const FIRST_LINES = 8
const MORE_LINES = 3

export const cellName = (row: number, column: number) => `c-${row}-${column}`

/** The cells of a form, line by line, as long as it has any. */
export function cellsOf(texts: Readonly<Record<string, string | undefined>>): string[][] {
  const lines = Array.from({ length: MAX_ROWS }, (_, row) =>
    COLUMNS.map((_name, column) => texts[cellName(row, column)]),
  )
  const last = lines.findLastIndex((line) => line.some((text) => text !== undefined))
  return lines.slice(0, last + 1).map((line) => line.map((text) => text ?? ''))
}

/** The cells by the names of a form. */
export const namedCells = (cells: ReadonlyArray<readonly string[]>): Record<string, string> =>
  Object.fromEntries(cells.flatMap((line, row) => line.map((text, column) => [cellName(row, column), text])))

/** A stored table as it is typed: of garments the figures of the garment, with the room in them. */
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

/** What was typed before the last answer; null if there was none. */
export function shownCells(form: FormState): string[][] | null {
  const texts: Record<string, string | undefined> = {}
  for (let row = 0; row < MAX_ROWS; row++)
    for (const [column] of COLUMNS.entries()) texts[cellName(row, column)] = form.value(cellName(row, column))
  const cells = cellsOf(texts)
  return cells.length ? cells : null
}

/** A block of cells laid over others from a cell on; what would stand beyond the table is left out. */
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
