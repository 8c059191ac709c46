import { createHash } from 'node:crypto'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import { readRecords, type CsvRecord } from '#server/platform/csv-records.ts'
import { AppError } from '#server/platform/errors.ts'
import { recognisePreset } from '../presets/presets.ts'
import { asUtf8, detectEncoding } from './detect-encoding.ts'
import { findCurrencyColumn } from './currency-column.ts'
import { findHeader } from './find-header.ts'
import { namedColumns } from './table-columns.ts'
import type { ChosenReading, TableLayout } from './table.schema.ts'
import { readXmlRows, XML_COLUMNS } from './xml-rows.ts'

const MAX_COLUMNS = 500
const SAMPLE_ROWS = 3
/** Rows used to recognise the exporting platform. */
const TELLING_ROWS = 50
const SHOWN_CHARS = 120

const shown = (cells: readonly string[]) => cells.map((cell) => cell.trim().slice(0, SHOWN_CHARS).toWellFormed())

/**
 * Detects a product file's layout: kind, encoding, separator, header position, platform and first rows. Reads the file
 * to its end once, in bounded memory.
 * @param chosen the partner's choices; the rest is detected
 * @throws AppError bad_input saying what the file is instead, or what is wrong with it
 */
export async function detectLayout(source: CsvSource, chosen: ChosenReading = {}): Promise<TableLayout> {
  const { kind, encoding } = await detectEncoding(source, chosen.encoding)
  if (kind === 'xml') return xmlLayout(source, encoding, chosen)
  const { separator, headerLine } = await findHeader(asUtf8(source, encoding), chosen)
  const layout = { kind, encoding, separator, headerLine } as const
  let header: string[] | null = null
  const rows: string[][] = []
  for await (const records of readRecords(asUtf8(source, encoding), separator)) {
    for (const { line, cells } of records) {
      if (line < headerLine) continue
      if (!header) {
        if (!cells) throw new AppError('bad_input', 'We cannot read the row with the column names.')
        if (cells.length > MAX_COLUMNS)
          throw new AppError(
            'bad_input',
            `The file has ${cells.length.toLocaleString('en-GB')} columns. The limit is ${MAX_COLUMNS}.`,
          )
        header = shown(cells)
      } else if (cells?.some((cell) => cell.trim() !== '')) rows.push(shown(cells.slice(0, header.length)))
    }
    if (rows.length >= TELLING_ROWS) break
  }
  if (!header) throw new AppError('bad_input', 'The file is empty.')
  if (!rows.length) throw new AppError('bad_input', 'The file has no products, only a header line.')
  const preset = recognisePreset(header, rows)?.id ?? null
  const currencyAt = findCurrencyColumn(header, rows, namedColumns({ header, preset }))
  return { ...layout, header, rows: rows.slice(0, SAMPLE_ROWS), preset, currencyAt, isScattered: false, chosen }
}

async function xmlLayout(
  source: CsvSource,
  encoding: TableLayout['encoding'],
  chosen: ChosenReading,
): Promise<TableLayout> {
  const header = [...XML_COLUMNS]
  let rows: string[][] = []
  // Read to the end, so that a truncated feed is refused before anything is written.
  for await (const records of readXmlRows(source))
    if (rows.length < SAMPLE_ROWS) rows = [...rows, ...records.flatMap(({ cells }) => (cells ? [shown(cells)] : []))]
  if (!rows.length) throw new AppError('bad_input', 'This feed has no products.')
  return {
    kind: 'xml',
    encoding,
    separator: ',',
    headerLine: 0,
    header,
    rows: rows.slice(0, SAMPLE_ROWS),
    preset: 'google',
    currencyAt: null,
    isScattered: false,
    chosen,
  }
}

/** Returns the decoded rows below the header. */
export async function* readRows(
  source: CsvSource,
  { kind, encoding, separator, headerLine }: Pick<TableLayout, 'kind' | 'encoding' | 'separator' | 'headerLine'>,
): AsyncGenerator<CsvRecord[]> {
  if (kind === 'xml') {
    yield* readXmlRows(source)
    return
  }
  for await (const records of readRecords(asUtf8(source, encoding), separator)) {
    const first = records[0]?.line ?? 0
    yield first > headerLine ? records : records.filter(({ line }) => line > headerLine)
  }
}

/** Returns a key that files with the same columns share. */
export const headerKeyOf = (header: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(header.map((name) => name.toLowerCase())))
    .digest('hex')
    .slice(0, 32)
