import { resolveDestination } from '#server/catalogue/destination.ts'
import { toSearchText } from '#server/catalogue/search-text.ts'
import type { CsvRecord } from '#server/platform/csv-records.ts'
import { MAX_PRODUCT, type IncomingProduct } from '#server/products/incoming-product.schema.ts'
import { FileRemarks } from './file-remarks.ts'
import type { Note } from './row-note.ts'
import type { Preset, PresetRow } from './presets/preset.ts'
import type { Columns } from './product-columns.ts'
import { parseProduct, type ProductGroup, type ProductRules } from './parse-product.ts'
import { toOneLine } from './to-one-line.ts'
import { gatherRows, MAX_ROWS } from './tables/gather-rows.ts'

export type { ProductGroup, ProductRules } from './parse-product.ts'

/** A file with known columns. */
export interface ProductTable {
  columns: Columns
  header: readonly string[]
  preset: Preset | null
  /** The rows of a product may be anywhere in the file. */
  isScattered: boolean
  /** Opens the rows from the start, without the header. */
  open: () => AsyncIterable<CsvRecord[]>
}

interface Collected {
  key: string
  rows: Row[]
  problems: Note[]
  isIncomplete: boolean
}

type Row = { line: number; cells: string[] }

/** Reads a file's rows product by product in bounded memory. Notes about the file come last, as a group without a product. */
export async function* readProductGroups(table: ProductTable, rules: ProductRules): AsyncGenerator<ProductGroup> {
  const remarks = new FileRemarks()
  const unreadable: Note[] = []
  const takeNotes = () =>
    unreadable.splice(0).map((note): ProductGroup => ({ ...emptyGroup(note.line), problems: [note] }))
  const keys = await RowKeys.of(table)
  const handles = new Map<string, number>()
  const collect = table.isScattered ? gathered : streamed
  for await (const group of collect(table, keys, (note) => unreadable.push(note))) {
    yield* takeNotes()
    const read = parseGroup(group, table, { rules, remarks, handles, keys })
    // The preset's hint already explains missing pages.
    if (read.product && rules.verifiedHosts && !(table.preset?.hint && !table.columns.has('productUrl')))
      remarkOnPage(read.product, rules.verifiedHosts, remarks)
    yield read
  }
  yield* takeNotes()
  const warnings = remarks.notes()
  if (warnings.length) yield { ...emptyGroup(0), warnings }
}

/** Whether other rows come between the rows of any product. Reads the entire file. */
export async function hasScatteredRows(table: ProductTable): Promise<boolean> {
  if (table.preset?.isScattered) return true
  const keys = await RowKeys.of(table)
  const seen = new Set<string>()
  let current = null as string | null
  for await (const records of table.open())
    for (const { line, cells } of records) {
      if (!cells || isBlank(cells)) continue
      const key = keys.next({ line, cells })
      if (key === current) continue
      if (seen.has(key)) return true
      seen.add(key)
      current = key
    }
  return false
}

const emptyGroup = (line: number): ProductGroup => ({
  line,
  product: null,
  isSkipped: false,
  problems: [],
  warnings: [],
})
const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === '')

/** Assigns each row to its product. */
class RowKeys {
  readonly #table: ProductTable
  readonly #places = new Map<string, number | undefined>()
  readonly #found: Map<string, number>
  #links = new Map<string, string>()
  #before = ''

  private constructor(table: ProductTable) {
    this.#table = table
    this.#found = new Map(table.header.map((name, index) => [toSearchText(name), index] as const).toReversed())
  }

  static async of(table: ProductTable): Promise<RowKeys> {
    const keys = new RowKeys(table)
    const links = table.preset?.links
    if (links)
      for await (const records of table.open())
        for (const { line, cells } of records)
          if (cells) for (const [from, to] of links(keys.view({ line, cells }))) keys.#links.set(from, to)
    return keys
  }

  view({ line, cells }: Row): PresetRow {
    return {
      line,
      cells,
      cell: (...names) => {
        for (const name of names) {
          const text = (cells[this.#placeOf(name) ?? -1] ?? '').trim()
          if (text !== '') return text
        }
        return ''
      },
      read: (field) => this.#table.columns.read(cells, field),
    }
  }

  /** Returns the key of the file's next row. */
  next(row: Row): string {
    const { preset, columns } = this.#table
    const key = preset?.keyOf?.(this.view(row), this.#before) ?? columns.read(row.cells, 'handle')
    this.#before = key
    return this.#links.get(key) ?? key
  }

  #placeOf(name: string): number | undefined {
    if (!this.#places.has(name)) this.#places.set(name, this.#found.get(toSearchText(name)))
    return this.#places.get(name)
  }
}

type Report = (note: Note) => void

/** Groups consecutive rows of each product. */
async function* streamed(table: ProductTable, keys: RowKeys, report: Report): AsyncGenerator<Collected> {
  let current = null as Collected | null
  // An unreadable row may belong to the product before or after it.
  let lostRow = false
  for await (const records of table.open())
    for (const record of records) {
      if (record.cells && isBlank(record.cells)) continue
      const problem = whyUnreadable(record, table)
      if (problem || !record.cells) {
        lostRow = true
        if (current) current.isIncomplete = true
        report({ line: record.line, handle: handleOf(record, table), reason: problem ?? '' })
        continue
      }
      const key = keys.next(record)
      if (current?.key !== key) {
        if (current) yield current
        current = { key, rows: [], problems: [], isIncomplete: lostRow }
      }
      lostRow = false
      if (current.rows.length < MAX_ROWS) current.rows.push({ line: record.line, cells: record.cells })
      else current.problems.push(tooManyRows(record.line, key))
    }
  if (current) yield current
}

/** Collects each product's rows from anywhere in the file. */
async function* gathered(table: ProductTable, keys: RowKeys, report: Report): AsyncGenerator<Collected> {
  const incomplete = new Set<string>()
  let [before, lostRow] = ['', false]
  const lose = (line: number, handle: string, reason: string) => {
    incomplete.add(before)
    lostRow = true
    report({ line, handle, reason })
  }
  const keyOf = (record: CsvRecord) => {
    if (record.cells && isBlank(record.cells)) return null
    const problem = whyUnreadable(record, table)
    if (problem !== null || !record.cells) {
      lose(record.line, handleOf(record, table), problem ?? '')
      return null
    }
    before = keys.next(record)
    if (lostRow) incomplete.add(before)
    lostRow = false
    return before
  }
  for await (const { key, rows, surplus } of gatherRows(table.open(), keyOf))
    yield { key, rows, problems: surplus.map((line) => tooManyRows(line, key)), isIncomplete: incomplete.has(key) }
}

const tooManyRows = (line: number, handle: string): Note => ({
  line,
  handle,
  reason: `a product has at most ${MAX_ROWS} rows`,
})

const handleOf = ({ cells }: CsvRecord, { columns }: ProductTable) =>
  cells ? columns.read(cells, 'handle').slice(0, MAX_PRODUCT.handle) : ''

function whyUnreadable(record: CsvRecord, { columns, preset }: ProductTable): string | null {
  if (!record.cells) return record.reason
  const { cells } = record
  if (cells.length > columns.count && cells.slice(columns.count).some((cell) => cell.trim() !== ''))
    return `it has ${cells.length} cells, but the first line has only ${columns.count}`
  return preset ? null : handleProblem(columns.read(cells, 'handle'))
}

function handleProblem(handle: string): string | null {
  if (handle === '') return 'it has no handle'
  if (handle.length > MAX_PRODUCT.handle) return `its handle is longer than ${MAX_PRODUCT.handle} characters`
  return toOneLine(handle) === handle ? null : 'its handle has line breaks or double spaces in it'
}

interface Reading {
  rules: ProductRules
  remarks: FileRemarks
  /** Handles read so far, with their first lines. */
  handles: Map<string, number>
  keys: RowKeys
}

function parseGroup(
  { rows, problems, isIncomplete }: Collected,
  table: ProductTable,
  { rules, remarks, handles, keys }: Reading,
): ProductGroup {
  const { columns, preset } = table
  const line = rows[0]?.line ?? 0
  if (!preset) {
    const handle = columns.read(rows[0]?.cells ?? [], 'handle')
    return parseProduct({ handle, rows, problems, isIncomplete }, table, { rules, remarks })
  }
  const warnings: Note[] = []
  const views = rows.map((row) => keys.view(row))
  const head = views.find((view) => view.read('title') !== '') ?? views[0]
  const called = head ? (preset.handleOf?.(head) ?? head.read('handle')).slice(0, MAX_PRODUCT.handle) : ''
  const arrangedRows =
    preset.arrange?.(views, {
      header: table.header,
      prices: rules,
      websiteUrl: rules.websiteUrl,
      note: (at, reason) => warnings.push({ line: at, handle: called, reason }),
      refuse: (at, reason) => problems.push({ line: at, handle: called, reason }),
      remark: (key, say) => remarks.add(key, say),
    }) ?? rows
  const [first] = arrangedRows
  if (!first) return { ...emptyGroup(line), isSkipped: true, problems, warnings }
  const handle = columns.read(first.cells, 'handle')
  const before = handles.get(handle)
  const problem =
    handleProblem(handle) ?? (before === undefined ? null : `another product has the same handle (line ${before})`)
  if (problem !== null)
    return {
      ...emptyGroup(line),
      problems: [...problems, { line: first.line, handle: handle.slice(0, MAX_PRODUCT.handle), reason: problem }],
      warnings,
    }
  handles.set(handle, first.line)
  const read = parseProduct({ handle, rows: arrangedRows, problems, isIncomplete }, table, { rules, remarks })
  return { ...read, warnings: [...warnings, ...read.warnings] }
}

function remarkOnPage({ productUrl = '' }: IncomingProduct, verifiedHosts: string[], remarks: FileRemarks): void {
  if (productUrl === '')
    return remarks.add(
      'no page',
      (count) =>
        `${count === 1 ? '1 product has' : `${count.toLocaleString('en-GB')} products have`} no product page in this file. Shoppers cannot buy a product without one. Add a column with the link to each product’s page in your store, or add the links under Products.`,
    )
  if (!URL.canParse(productUrl) || resolveDestination({ productUrl, verifiedHosts })) return
  const { hostname } = new URL(productUrl)
  remarks.add(`host ${hostname}`, (count) =>
    count === 1
      ? `1 product links to ${hostname}, which is not verified yet, so shoppers cannot buy it. Verify the domain under Connect Store. You do not need to import again.`
      : `${count.toLocaleString('en-GB')} products link to ${hostname}, which is not verified yet, so shoppers cannot buy them. Verify the domain under Connect Store. You do not need to import again.`,
  )
}
