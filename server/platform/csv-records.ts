import { setImmediate as turnOfOthers } from 'node:timers/promises'
import { parse } from 'csv-parse/sync'
import { cleanText } from './clean-text.ts'
import { readLines, type CsvSource, type Line } from './csv-lines.ts'

/** One row of the file, with the line it starts on. Without cells it is unreadable, for the given reason. */
export type CsvRecord = { line: number; cells: string[] } | { line: number; cells: null; reason: string }

/** Maximum lines per row. A longer row has a quote that was never closed. */
const MAX_RECORD_LINES = 20_000
const MAX_RECORD_CHARS = 2 * 1024 * 1024
/** Rows passed to csv-parse at once. One by one takes five times as long. */
const GROUP = 250
/** Limits a group's characters, so that a group of the longest rows does not fill the memory. */
const GROUP_CHARS = 1024 * 1024

/**
 * Yields the file's rows in groups, without empty lines, in bounded memory. Reports a row with broken quotes by its
 * line number. Other rows stay intact. A row ends when its number of quotes is even; if csv-parse then refuses it,
 * reading continues at the next line of the file. Lets other tasks run between groups.
 *
 * Rows after a broken one in the same group are read again. To limit that cost, groups restart at one row, and grow
 * only while they have no broken row.
 */
export async function* readRecords(source: CsvSource, separator = ','): AsyncGenerator<CsvRecord[]> {
  const lines = new LineQueue(readLines(source))
  let size = GROUP
  for (;;) {
    const rows: Line[][] = []
    let chars = 0
    while (rows.length < size && chars < GROUP_CHARS) {
      const row = await takeRow(lines)
      if (!row) break
      rows.push(row)
      for (const { text } of row) chars += text.length
    }
    if (!rows.length) return
    const together = parseRows(rows, separator)
    if (together) {
      yield together
      size = Math.min(size * 2, GROUP)
      await turnOfOthers()
      continue
    }
    // One of the rows is broken: parse each row alone, and read again the lines that a broken row swallowed.
    const records: CsvRecord[] = []
    for (const [index, row] of rows.entries()) {
      const { record, rest: pending } = parseRow(row, separator)
      records.push(record)
      if (!pending.length) continue
      lines.giveBack([...pending, ...rows.slice(index + 1).flat()])
      size = 1
      break
    }
    yield records
    await turnOfOthers()
  }
}

/** Returns the lines of one row: enough to make its number of quotes even. */
async function takeRow(lines: LineQueue): Promise<Line[] | null> {
  let line = await lines.take()
  while (line && line.text.trim() === '') line = await lines.take()
  if (!line) return null
  const row = [line]
  let chars = line.text.length
  let isOpen = hasOddQuotes(line.text)
  while (isOpen && row.length < MAX_RECORD_LINES && chars < MAX_RECORD_CHARS) {
    const next = await lines.take()
    if (!next) break
    row.push(next)
    chars += next.text.length
    if (hasOddQuotes(next.text)) isOpen = false
  }
  return row
}

function parseRows(rows: Line[][], separator: string): CsvRecord[] | null {
  if (rows.some((row) => row.some((line) => !line.isUtf8))) return null
  const parsed = parseText(rows.map(textOf).join('\n'), separator, false)
  if (parsed?.length !== rows.length) return null
  return parsed.map((cells, index) => ({ line: rows[index]?.[0]?.number ?? 0, cells }))
}

function parseRow(row: Line[], separator: string): { record: CsvRecord; rest: Line[] } {
  const [first, ...others] = row
  const line = first?.number ?? 0
  const [strict, surplus] = parseText(textOf(row), separator, false) ?? []
  if (strict && !surplus) {
    if (row.every((part) => part.isUtf8)) return { record: { line, cells: strict }, rest: [] }
    return { record: { line, cells: null, reason: 'it is not UTF-8 text' }, rest: [] }
  }
  // A quote inside an unquoted cell (12" heel) is a normal character.
  const [relaxed] = parseText(first?.text ?? '', separator, true) ?? []
  if (relaxed && first?.isUtf8 && !relaxed.some((cell) => cell.startsWith('"')))
    return { record: { line, cells: relaxed }, rest: others }
  return { record: { line, cells: null, reason: 'its quotes do not match' }, rest: others }
}

function parseText(text: string, delimiter: string, relaxed: boolean): string[][] | null {
  try {
    const options = { delimiter, relax_column_count: true, relax_quotes: relaxed, record_delimiter: '\n' }
    return parse(text, options).map((cells) => cells.map(cleanText))
  } catch {
    return null
  }
}

const textOf = (row: Line[]) => row.map((line) => line.text).join('\n')

function hasOddQuotes(text: string): boolean {
  let odd = false
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) odd = !odd
  return odd
}

class LineQueue {
  readonly #source: AsyncGenerator<Line[]>
  #lines: Line[] = []
  #next = 0
  /** Lines to read again, in reverse order, so that the last one is next. */
  readonly #givenBack: Line[] = []

  constructor(source: AsyncGenerator<Line[]>) {
    this.#source = source
  }

  async take(): Promise<Line | null> {
    const line = this.#givenBack.pop()
    if (line) return line
    if (this.#next === this.#lines.length) {
      const { value, done } = await this.#source.next()
      if (done) return null
      this.#lines = value
      this.#next = 0
    }
    return this.#lines[this.#next++] ?? null
  }

  /** Puts lines back to be read again before everything else. The cost depends only on their number. */
  giveBack(lines: Line[]): void {
    for (const line of lines.toReversed()) this.#givenBack.push(line)
  }
}
