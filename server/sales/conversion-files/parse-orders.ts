import { readRecords, type CsvRecord } from '#server/platform/csv-records.ts'
import { hasMoreBreaks, refuseNonText } from '#server/platform/csv-lines.ts'
import { AppError } from '#server/platform/errors.ts'
import { parseEvent, type PaidEvent } from '#server/sales/conversions-api/conversion-events.schema.ts'
import { MAX_ROWS, ORDER_COLUMNS, REQUIRED_COLUMNS } from './conversion-files.schema.ts'

type Column = keyof typeof ORDER_COLUMNS

/** A row that cannot be used, and why. */
export interface FileProblem {
  line: number
  reason: string
}

/** An order in a file, with its first line. */
export interface FileOrder {
  line: number
  event: PaidEvent
}

interface Row {
  line: number
  cell: (column: Column) => string
}

const MAX_PROBLEMS = 200
const MAX_COLUMNS = 200
/** The maximum number of line breaks, counting empty lines and those within cells. */
const MAX_BREAKS = 100_000
/** The longest cell in characters. The longest text of an order has 500. */
const MAX_CELL = 2_000
/** Spreadsheets write long numbers like this and lose digits. */
const SHORTENED = /^\d+(?:[.,]\d+E[+-]?\d+|E\+\d+)$/i
const IDS = ['order_id', 'line_id', 'product_id'] as const satisfies readonly Column[]
const OTHER_SEPARATORS = { ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' } as const
const AMOUNTS: readonly string[] = ['price', 'discount', 'included_tax', 'tax', 'shipping'] satisfies Column[]

/**
 * Parses an order file. Rows with the same order_id are lines of one order, and one invalid row refuses the entire
 * order.
 * @throws AppError bad_input if the file is binary, has no header, or has more than 10,000 rows
 */
export async function parseOrders(text: string): Promise<{ orders: FileOrder[]; problems: FileProblem[] }> {
  const bytes = Buffer.from(text, 'utf8')
  const source = async function* () {
    yield bytes
  }
  await refuseNonText(source)
  if (hasMoreBreaks(bytes, MAX_BREAKS))
    throw new AppError('bad_input', `A file can have up to ${MAX_BREAKS.toLocaleString('en')} lines.`)
  const problems: FileProblem[] = []
  const groups = new Map<string, Row[]>()
  let header: Map<Column, number> | null = null
  let rows = 0
  for await (const records of readRecords(source))
    for (const record of records) {
      if (!header) {
        // Excel's line that names the separator.
        if (record.line === 1 && /^sep=$/i.test(record.cells?.[0] ?? '')) continue
        header = parseHeader(record)
        continue
      }
      if (++rows > MAX_ROWS)
        throw new AppError('bad_input', `A file can have up to ${MAX_ROWS.toLocaleString('en')} rows.`)
      if (!record.cells) {
        problems.push({ line: record.line, reason: `We cannot read this row: ${record.reason}.` })
        continue
      }
      if (record.cells.some((cell) => cell.length > MAX_CELL)) {
        const reason = `A cell of this row has more than ${MAX_CELL.toLocaleString('en')} characters. Is a closing quote missing?`
        problems.push({ line: record.line, reason })
        continue
      }
      const row = rowOf(record.line, record.cells, header)
      const id = row.cell('order_id')
      if (!id) {
        problems.push({ line: record.line, reason: 'order_id is missing.' })
        continue
      }
      const shortened = IDS.find((column) => SHORTENED.test(row.cell(column)))
      if (shortened) {
        const reason = `${shortened} ${row.cell(shortened)} was shortened by a spreadsheet. Format that column as text and export the file again.`
        problems.push({ line: record.line, reason })
        continue
      }
      const group = groups.get(id)
      if (group) group.push(row)
      else groups.set(id, [row])
    }
  if (!header) throw new AppError('bad_input', 'The file is empty.')
  const orders: FileOrder[] = []
  for (const [id, group] of groups) {
    const read = parseOrder(id, group)
    if ('event' in read) orders.push(read)
    else problems.push(...read)
  }
  problems.sort((one, other) => one.line - other.line)
  return { orders, problems: problems.slice(0, MAX_PROBLEMS) }
}

function parseHeader({ cells }: CsvRecord): Map<Column, number> {
  if ((cells?.length ?? 0) > MAX_COLUMNS)
    throw new AppError(
      'bad_input',
      `The first row has more than ${MAX_COLUMNS} columns. Check that the separator is a comma.`,
    )
  const header = new Map<Column, number>()
  cells?.forEach((cell, index) => {
    const name = cell.trim().toLowerCase()
    if (Object.hasOwn(ORDER_COLUMNS, name) && !header.has(name as Column)) header.set(name as Column, index)
  })
  const missing = REQUIRED_COLUMNS.filter((name) => !header.has(name))
  const separator = missing.length ? otherSeparator(cells ?? []) : null
  if (separator)
    throw new AppError(
      'bad_input',
      `The cells are separated by ${separator}. Save the file with commas and upload it again.`,
    )
  if (missing.length)
    throw new AppError(
      'bad_input',
      `The first row must contain the column names. These are missing: ${missing.join(', ')}.`,
    )
  return header
}

/** Returns the separator in the first row if it is not a comma, otherwise null. */
function otherSeparator(cells: readonly string[]): string | null {
  const text = cells.join(',')
  const said = /^sep=(.)$/i.exec(text.trim())?.[1]
  const found = Object.entries(OTHER_SEPARATORS).find(
    ([sign]) => sign === said || REQUIRED_COLUMNS.every((name) => splitHeader(text, sign).includes(name)),
  )
  return found?.[1] ?? null
}

const splitHeader = (text: string, sign: string): string[] =>
  text.split(sign).map((cell) => cell.replaceAll('"', '').trim().toLowerCase())

function rowOf(line: number, cells: string[], header: ReadonlyMap<Column, number>): Row {
  return { line, cell: (column) => cells[header.get(column) ?? -1]?.trim() ?? '' }
}

function parseOrder(id: string, rows: Row[]): FileOrder | FileProblem[] {
  const [first] = rows as [Row, ...Row[]]
  const said = (column: Column) => rows.map((row) => row.cell(column)).find(Boolean)
  const event = parseEvent({
    type: 'order.paid',
    order_id: id,
    occurred_at: first.cell('ordered_at'),
    currency: first.cell('currency'),
    discount_codes: [...new Set(rows.map((row) => row.cell('discount_code')).filter(Boolean))],
    lines: rows.map((row, index) => ({
      id: row.cell('line_id') || String(index + 1),
      title: row.cell('title'),
      quantity: /^\d+(?:[.,]0+)?$/.test(row.cell('quantity'))
        ? Number.parseInt(row.cell('quantity'), 10)
        : row.cell('quantity'),
      price: row.cell('price'),
      ...given({
        product_id: row.cell('product_id'),
        sku: row.cell('sku'),
        discount: row.cell('discount'),
        included_tax: row.cell('included_tax'),
      }),
    })),
    ...given({
      order_name: said('order_name'),
      click_id: said('click_id'),
      tax: first.cell('tax'),
      shipping: first.cell('shipping'),
    }),
  })
  // If the first row is invalid, the error should say so, instead of saying that the rows differ.
  const wrong = event.error?.issues.find(({ path: [field] }) => field === 'occurred_at' || field === 'currency')
  if (!wrong)
    for (const column of ['ordered_at', 'currency'] as const) {
      const other = rows.find((row) => row.cell(column) !== first.cell(column))
      if (other) return [{ line: other.line, reason: `${column} must be the same in all rows of order ${id}.` }]
    }
  const names = new Set(rows.map((row) => row.cell('order_name')).filter(Boolean))
  if (!wrong && names.size > 1) {
    const reason = `Order ${id} has two names: ${[...names].slice(0, 2).join(' and ')}. All rows of an order need the same order_name.`
    return rows.map(({ line }) => ({ line, reason }))
  }
  if (event.success) return { line: first.line, event: event.data as PaidEvent }
  const { path, message } = wrong ?? event.error.issues[0] ?? { path: [], message: '' }
  const line = path[0] === 'lines' && typeof path[1] === 'number' ? rows[path[1]]?.line : first.line
  const column = columnOf(path)
  return [{ line: line ?? first.line, reason: `${column}: ${inFiles(column, message)}` }]
}

/** Rewords the API's message, which requires amounts as text: in a file everything is text. */
const inFiles = (column: string, message: string): string =>
  AMOUNTS.includes(column) && message.startsWith('Send the amount')
    ? 'Enter an amount like 49.90, with a decimal point and no currency sign or thousands separators.'
    : message

/** Returns the file's column for a field of the schema. */
function columnOf(path: readonly PropertyKey[]): string {
  const name = String(path.findLast((part) => typeof part === 'string') ?? '')
  if (name === 'occurred_at') return 'ordered_at'
  if (name === 'id') return 'line_id'
  return name === 'discount_codes' ? 'discount_code' : name
}

/** Drops empty fields. */
const given = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, text]) => text))
