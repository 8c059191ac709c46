import { isUtf8 } from 'node:buffer'
import { AppError } from '#server/platform/errors.ts'

/** Opens the file. Called once to check the file and once to read it. */
export type CsvSource = () => AsyncIterable<Uint8Array>

export interface Line {
  /** Line numbers as in editors, from 1. */
  number: number
  text: string
  isUtf8: boolean
}

/** Maximum line length in bytes. A line can hold a product's whole description, but no sensible line is longer. */
const MAX_LINE = 4 * 1024 * 1024
const CR = 13
const LF = 10

/**
 * Reads the whole file, so that a file that is not text is refused before anything is written.
 * @throws AppError bad_input that says what the file is instead
 */
export async function refuseNonText(source: CsvSource): Promise<void> {
  let length = 0
  let lineLength = 0
  for await (const chunk of source()) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    if (length === 0) refuseByFirstBytes(bytes)
    length += bytes.length
    if (bytes.includes(0)) throw new AppError('bad_input', 'This is not a CSV file: it contains binary data.')
    const lastBreak = Math.max(bytes.lastIndexOf(LF), bytes.lastIndexOf(CR))
    lineLength = lastBreak === -1 ? lineLength + bytes.length : bytes.length - lastBreak
    if (lineLength > MAX_LINE)
      throw new AppError('bad_input', 'This is not a CSV file: it has a line of more than 4 MB.')
  }
  if (length === 0) throw new AppError('bad_input', 'The file is empty.')
}

function refuseByFirstBytes(bytes: Buffer): void {
  const start = bytes.subarray(0, 400).toString('latin1')
  const kind = start.startsWith('PK\u0003\u0004')
    ? 'an Excel workbook or a zip archive: save the sheet as "CSV UTF-8" first'
    : start.startsWith('\u00d0\u00cf\u0011\u00e0')
      ? 'an old Excel workbook: save the sheet as "CSV UTF-8" first'
      : start.startsWith('%PDF')
        ? 'a PDF'
        : start.startsWith('\u00ff\u00fe') || start.startsWith('\u00fe\u00ff')
          ? 'text in UTF-16: save it as "CSV UTF-8" first'
          : /^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype|html|\?xml|rss|feed)\b/i.test(start)
            ? 'a web page or XML'
            : /^(?:\u00ef\u00bb\u00bf)?\s*[{[]/.test(start)
              ? 'JSON'
              : null
  if (kind) throw new AppError('bad_input', `This is not a CSV file but ${kind}.`)
}

/** Whether a text has more line breaks than this. Empty lines cost as much as others. */
export function hasMoreBreaks(bytes: Buffer, most: number): boolean {
  let count = 0
  for (let at = nextBreak(bytes, 0); at !== -1; at = nextBreak(bytes, afterBreak(bytes, at)))
    if (++count > most) return true
  return false
}

/**
 * Yields the file's lines without their ends (LF, CRLF or CR) and without a byte order mark, a few hundred at a time.
 */
export async function* readLines(source: CsvSource): AsyncGenerator<Line[]> {
  let rest: Buffer = Buffer.alloc(0)
  let number = 0
  let afterCr = false
  const toLine = (bytes: Buffer): Line => {
    number++
    const text = bytes.toString('utf8')
    return { number, text: number === 1 ? text.replace(/^\uFEFF/, '') : text, isUtf8: isUtf8(bytes) }
  }
  for await (const chunk of source()) {
    let bytes: Buffer = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    // A CRLF split between two chunks ends one line, not two.
    if (afterCr && bytes[0] === LF) bytes = bytes.subarray(1)
    if (bytes.length === 0) continue
    afterCr = bytes[bytes.length - 1] === CR
    const lines: Line[] = []
    let start = 0
    for (let end = nextBreak(bytes, 0); end !== -1; end = nextBreak(bytes, start)) {
      const piece = bytes.subarray(start, end)
      lines.push(toLine(rest.length ? Buffer.concat([rest, piece]) : piece))
      rest = Buffer.alloc(0)
      start = afterBreak(bytes, end)
    }
    if (start < bytes.length) rest = Buffer.concat([rest, bytes.subarray(start)])
    if (lines.length) yield lines
  }
  if (rest.length) yield [toLine(rest)]
}

function nextBreak(bytes: Buffer, from: number): number {
  for (let index = from; index < bytes.length; index++) if (bytes[index] === LF || bytes[index] === CR) return index
  return -1
}

const afterBreak = (bytes: Buffer, at: number): number => at + (bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1)
