import type { CsvRecord } from '#server/platform/csv-records.ts'
import { MOST } from '#server/products/incoming-product.schema.ts'
import type { Note } from './import-note.ts'
import type { Columns } from './product-columns.ts'
import { readProduct, type ProductGroup, type ProductRules, type Row } from './read-product.ts'
import { oneLine } from './read-variant.ts'

export type { ProductGroup, ProductRules } from './read-product.ts'

/** The rows of one handle while they are collected. */
interface Collected {
  handle: string
  rows: Row[]
  problems: Note[]
  isIncomplete: boolean
}

/**
 * Reads a file's rows product by product: the rows of a handle must follow each other. Keeps only the present product
 * and the handles so far in memory.
 * @param readHeader finds the columns in the first row. Throws AppError if it cannot.
 */
export async function* readProductGroups(
  records: AsyncIterable<CsvRecord[]>,
  readHeader: (cells: string[]) => Columns,
  rules: ProductRules,
): AsyncGenerator<ProductGroup> {
  const seen = new Map<string, number>()
  let columns = null as Columns | null
  let current = null as Collected | null
  // An unreadable row may belong to the product before it or after it.
  let lostRow = false
  for await (const group of records) {
    for (const record of group) {
      if (!columns) {
        columns = readHeader(record.cells ?? [])
        continue
      }
      if (record.cells?.every((cell) => cell.trim() === '')) continue
      const unreadable = record.cells ? whyUnreadable(record.cells, columns, seen, current) : record.reason
      if (unreadable || !record.cells) {
        lostRow = true
        if (current) current.isIncomplete = true
        const handle = record.cells ? columns.read(record.cells, 'handle').slice(0, MOST.handle) : ''
        yield {
          line: record.line,
          product: null,
          isSkipped: false,
          problems: [{ line: record.line, handle, reason: unreadable ?? '' }],
          warnings: [],
        }
        continue
      }
      const handle = columns.read(record.cells, 'handle')
      if (current?.handle !== handle) {
        if (current) yield readProduct(current, columns, rules)
        current = { handle, rows: [], problems: [], isIncomplete: lostRow }
        seen.set(handle, record.line)
      }
      lostRow = false
      collect(current, { line: record.line, cells: record.cells })
    }
  }
  if (current && columns) yield readProduct(current, columns, rules)
}

function whyUnreadable(
  cells: string[],
  columns: Columns,
  seen: Map<string, number>,
  current: Collected | null,
): string | null {
  if (cells.length > columns.count && cells.slice(columns.count).some((cell) => cell.trim() !== '')) {
    return `it has ${cells.length} cells, and the first line only ${columns.count}`
  }
  const handle = columns.read(cells, 'handle')
  if (handle === '') return 'it has no handle'
  if (handle.length > MOST.handle) return `its handle is longer than ${MOST.handle} characters`
  if (oneLine(handle) !== handle) return 'its handle has line breaks or double spaces in it'
  const before = handle === current?.handle ? undefined : seen.get(handle)
  return before === undefined
    ? null
    : `the rows of a product must follow each other, and those of '${handle}' started on line ${before}`
}

function collect(group: Collected, row: Row): void {
  // Every variant and picture has at most one row, so more rows than this are no product.
  if (group.rows.length < MOST.variants * 2) group.rows.push(row)
  else
    group.problems.push({
      line: row.line,
      handle: group.handle,
      reason: `a product has at most ${MOST.variants * 2} rows`,
    })
}
