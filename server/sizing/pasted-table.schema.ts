import type { Measure } from './measures-values.schema.ts'
import { COLUMNS, MAX_CELL, MAX_ROWS } from './size-table.schema.ts'

/** Column names in sheets, in English and in the languages of our partners. */
const HEADINGS: ReadonlyArray<readonly [Measure | 'size', RegExp]> = [
  ['insideLeg', /inside ?leg|inseam|inner ?leg|schrittl|entrejambe|cavallo/],
  ['chest', /chest|bust|brust|poitrine|petto|peito/],
  ['waist', /waist|taille(?!s)|vita|cintura/],
  ['hip', /hips?\b|seat|hüft|gesäss|hanches|fianchi|anca/],
  ['foot', /foot|fu(ss|ß)|pied|piede|insole/],
  ['head', /head|kopf|t[eê]te|testa/],
  ['size', /size|gr[öo](ss|ß)e|tailles|taglia|tamanho|label/],
]
const MAX_TEXT = 20_000

/**
 * Turns copied cells of a sheet or a CSV into cells of the editor. They may be separated by tabs, semicolons or commas.
 * Columns are matched by their headings, or have the editor's order if the first line has no headings. Leaves out
 * columns that are not measures, and lines after MAX_ROWS.
 */
export function parsePastedTable(text: string): string[][] {
  const lines = text
    .slice(0, MAX_TEXT)
    .split(/\r?\n/)
    .filter((line) => line.trim())
  const separator =
    [';', ',', '\t'].find(
      (each) => each === '\t' || lines.some((line) => line.includes(each) && !line.includes('\t')),
    ) ?? '\t'
  const split = lines.map((line) => splitLine(line, separator))
  const headings = (split[0] ?? []).map(headingOf)
  const isHeaded = headings.some((heading) => heading !== null && heading !== 'size')
  const order = isHeaded ? withSize(headings) : [...COLUMNS]
  return split
    .slice(isHeaded ? 1 : 0, MAX_ROWS + 1)
    .slice(0, MAX_ROWS)
    .map((cells) => COLUMNS.map((column) => (cells[order.indexOf(column)] ?? '').trim().slice(0, MAX_CELL)))
}

/** Uses the first column as the size if no column has that heading. */
function withSize(headings: Array<Measure | 'size' | null>) {
  return headings.includes('size')
    ? headings
    : headings.map((heading, place) => (place === 0 && heading === null ? 'size' : heading))
}

function headingOf(cell: string): Measure | 'size' | null {
  const words = cell.toLowerCase()
  return HEADINGS.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}

/** Splits a line into cells. Quoted cells may contain the separator. */
function splitLine(line: string, separator: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(line.slice(at))
    const after = quoted ? at + quoted[0].length : at
    const end = line.indexOf(separator, after)
    const stop = end < 0 ? line.length : end
    cells.push(quoted && stop === after ? (quoted[1] ?? '').replaceAll('""', '"') : line.slice(at, stop))
    at = stop + 1
  }
  return cells
}
