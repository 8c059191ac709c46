import { createHash } from 'node:crypto'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import { readRecords } from '#server/platform/csv-records.ts'
import { AppError } from '#server/platform/errors.ts'
import { ownMapping, mappedColumns } from './own-columns.ts'
import { OWN_FIELDS, REQUIRED_OWN_FIELDS } from './own-fields.schema.ts'
import type { CsvLayout } from './imports.schema.ts'
import { readColumns } from './shopify-columns.ts'
import type { Columns } from './product-columns.ts'

const MAX_COLUMNS = 500
const MAX_LINE = 4 * 1024 * 1024
const SAMPLE_ROWS = 3
const SHOWN_CHARS = 120
const UNDEFINED_IN_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** Of other kinds of files, by their first bytes, as Latin-1. */
const OTHER_KINDS: ReadonlyArray<[RegExp, string]> = [
  [/^PK\u0003\u0004/, 'an Excel workbook or a zip archive: save the sheet as "CSV UTF-8" first'],
  [/^\u00d0\u00cf\u0011\u00e0/, 'an old Excel workbook: save the sheet as "CSV UTF-8" first'],
  [/^%PDF/, 'a PDF'],
  [/^\u001f\u008b/, 'a compressed file: unpack it first'],
  [/^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|html|\?xml|rss|feed)\b/i, 'a web page or XML'],
  [/^(?:\u00ef\u00bb\u00bf)?\s*[{[]/, 'JSON'],
]

/**
 * How a file of products is written: its encoding, what separates its cells, its first lines. Reads the whole file once,
 * in bounded memory.
 * @throws AppError bad_input saying what the file is instead, or what is wrong with it
 */
export async function readLayout(source: CsvSource): Promise<CsvLayout> {
  const encoding = await readEncoding(source)
  const text = decoded(source, encoding)
  const separator = await readSeparator(text)
  let header: string[] | null = null
  const rows: string[][] = []
  for await (const records of readRecords(text, separator)) {
    for (const { cells } of records) {
      if (!header) {
        if (!cells) throw new AppError('bad_input', 'The first line, with the names of the columns, cannot be read.')
        if (cells.length > MAX_COLUMNS)
          throw new AppError(
            'bad_input',
            `The file has ${cells.length.toLocaleString('en-GB')} columns; at most ${MAX_COLUMNS} are read.`,
          )
        header = cells.map((cell) => cell.trim().slice(0, SHOWN_CHARS).toWellFormed())
      } else if (cells?.some((cell) => cell.trim() !== ''))
        rows.push(cells.slice(0, header.length).map((cell) => cell.trim().slice(0, SHOWN_CHARS).toWellFormed()))
      if (rows.length === SAMPLE_ROWS) return { encoding, separator, header, rows }
    }
  }
  if (!header) throw new AppError('bad_input', 'The file is empty.')
  if (!rows.length) throw new AppError('bad_input', 'There are no products in the file, only its first line.')
  return { encoding, separator, header, rows }
}

/** The file's rows, decoded. */
export const readRows = (source: CsvSource, { encoding, separator }: Pick<CsvLayout, 'encoding' | 'separator'>) =>
  readRecords(decoded(source, encoding), separator)

/** Whose columns these are, by their names: null if the partner has to say. */
export function formatOf(header: readonly string[]): 'shopify' | 'wtf' | null {
  const own = ownMapping(header)
  if (REQUIRED_OWN_FIELDS.every((field) => own[field] !== undefined)) return 'wtf'
  try {
    readColumns([...header])
    return 'shopify'
  } catch {
    return null
  }
}

/** Finds the columns of a file in its header. @throws AppError bad_input if they do not fit the format */
export const columnsOf =
  (format: 'shopify' | 'wtf' | 'mapped', mapping: Readonly<Record<string, number>>) =>
  (header: string[]): Columns =>
    format === 'shopify' ? readColumns(header) : mappedColumns(header, format === 'wtf' ? ownMapping(header) : mapping)

/** Same for files with the same columns. */
export const headerKeyOf = (header: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(header.map((name) => name.toLowerCase())))
    .digest('hex')
    .slice(0, 32)

/** Only fields of ours, only columns that are there. */
export const validMapping = (mapping: Readonly<Record<string, number>>, header: readonly string[]) =>
  Object.fromEntries(
    OWN_FIELDS.flatMap((field) => {
      const place = mapping[field]
      return place !== undefined && place < header.length ? [[field, place] as const] : []
    }),
  )

async function readEncoding(source: CsvSource): Promise<CsvLayout['encoding']> {
  let encoding: CsvLayout['encoding'] | null = null
  let decoder = new TextDecoder('utf-8')
  let [length, lineLength, odd, good] = [0, 0, 0, 0]
  let isIn1252 = true
  for await (const chunk of source()) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (length === 0) {
      encoding = refuseByFirstBytes(bytes)
      if (encoding !== 'utf-8') decoder = new TextDecoder(encoding)
    }
    length += bytes.length
    const text = decoder.decode(bytes, { stream: true })
    if (encoding === 'utf-8' ? bytes.includes(0) : text.includes('\0'))
      throw new AppError('bad_input', 'This is not a CSV file: it has binary data in it.')
    const lastBreak = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
    lineLength = lastBreak === -1 ? lineLength + text.length : text.length - lastBreak
    if (lineLength > MAX_LINE)
      throw new AppError('bad_input', 'This is not a CSV file: it has a line of more than 4 MB.')
    for (const [run] of text.matchAll(/[^\u0000-\u007f]+/g))
      for (const sign of run)
        if (sign === '\uFFFD') odd++
        else good++
    if (odd > 0 && isIn1252) isIn1252 = !bytes.some((byte) => UNDEFINED_IN_1252.has(byte))
  }
  if (encoding === null) throw new AppError('bad_input', 'The file is empty.')
  // A few broken rows in UTF-8 are refused by their lines.
  if (encoding !== 'utf-8' || odd === 0 || odd <= good) return encoding
  if (isIn1252) return 'windows-1252'
  throw new AppError('bad_input', 'The letters of this file cannot be read: save it as "CSV UTF-8" first.')
}

function refuseByFirstBytes(bytes: Buffer): CsvLayout['encoding'] {
  const start = bytes.subarray(0, 400).toString('latin1')
  if (start.startsWith('\u00ff\u00fe')) return 'utf-16le'
  if (start.startsWith('\u00fe\u00ff')) return 'utf-16be'
  const kind = OTHER_KINDS.find(([expression]) => expression.test(start))?.[1]
  if (kind) throw new AppError('bad_input', `This is not a CSV file but ${kind}.`)
  return 'utf-8'
}

/** Any text as the UTF-8 that readLines wants. */
function decoded(source: CsvSource, encoding: CsvLayout['encoding']): CsvSource {
  if (encoding === 'utf-8') return source
  return async function* () {
    const decoder = new TextDecoder(encoding)
    for await (const chunk of source()) {
      const text = decoder.decode(chunk, { stream: true })
      if (text !== '') yield Buffer.from(text)
    }
    const rest = decoder.decode()
    if (rest !== '') yield Buffer.from(rest)
  }
}

/** The one of comma, semicolon and tab that is most often in the first line, outside quotes. */
async function readSeparator(source: CsvSource): Promise<CsvLayout['separator']> {
  let line = ''
  for await (const chunk of source()) {
    line += Buffer.from(chunk).toString('utf8')
    if (line.length > MAX_COLUMNS * 1_000 || /\S[^]*[\r\n]/.test(line)) break
  }
  const bare = (line.trimStart().split(/[\r\n]/, 1)[0] ?? '').replace(/"[^"]*"/g, '')
  const counts = ([',', ';', '\t'] as const).map((sign) => ({ sign, count: bare.split(sign).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign
}
