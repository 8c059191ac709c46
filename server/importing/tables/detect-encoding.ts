import { isAscii } from 'node:buffer'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Encoding } from './table.schema.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** Bytes. A line can contain a product's full description; longer lines are not valid data. */
const MAX_LINE = 4 * 1024 * 1024
/** Bytes around non-ASCII letters that are enough to detect the encoding. */
const SAMPLE = 128 * 1024
const UNDEFINED_IN_1252 = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d])
/** The lead in chardet points that another Latin encoding needs over Windows-1252, which is far more common. */
const LEAD = 15
const LATIN: ReadonlySet<Encoding> = new Set<Encoding>(['windows-1252', 'windows-1250', 'windows-1254'])
/** Below this confidence the detector is only guessing. */
const MIN_CONFIDENCE = 8
/** chardet's names. ISO-8859-1 and others are read as the Windows encodings that contain them. */
const DETECTED = lookup<Encoding>({
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'ISO-8859-2': 'windows-1250',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'ISO-8859-7': 'windows-1253',
  'windows-1253': 'windows-1253',
  'ISO-8859-9': 'windows-1254',
  'windows-1254': 'windows-1254',
  Shift_JIS: 'shift_jis',
  GB18030: 'gb18030',
  'EUC-KR': 'euc-kr',
  Big5: 'big5',
})
/** Other kinds of files by their first bytes, as Latin-1, some with advice. */
const OTHER_KINDS: ReadonlyArray<[RegExp, string, string?]> = [
  [/^PK\u0003\u0004/, 'an Excel workbook or a zip archive', 'Save the sheet as "CSV UTF-8" first.'],
  [/^\u00d0\u00cf\u0011\u00e0/, 'an old Excel workbook', 'Save the sheet as "CSV UTF-8" first.'],
  [/^%PDF/, 'a PDF'],
  [/^\u001f\u008b/, 'a compressed file', 'Unpack it first.'],
  [/^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html)\b/i, 'a web page'],
  [/^(?:\u00ef\u00bb\u00bf)?\s*[{[]/, 'JSON'],
]
const XML = /^(?:\u00ef\u00bb\u00bf)?\s*<(?:\?xml|rss|feed|!--|!doctype)/i

/**
 * Detects a file's encoding. Reads a table to its end in bounded memory, and only the start of XML.
 * @param chosen the partner's choice
 * @throws AppError bad_input saying what the file is instead, or what is wrong with it
 */
export async function detectEncoding(
  source: CsvSource,
  chosen?: Encoding,
): Promise<{ kind: 'table' | 'xml'; encoding: Encoding }> {
  const start = await firstBytes(source)
  if (!start.length) throw new AppError('bad_input', 'The file is empty.')
  const encoding = chosen ?? byMark(start)
  const text = encoding?.startsWith('utf-16') ? new TextDecoder(encoding).decode(start) : start.toString('latin1')
  const other = OTHER_KINDS.find(([expression]) => expression.test(text))
  if (other) throw new AppError('bad_input', `This is ${other[1]}, not a CSV file. ${other[2] ?? ''}`.trim())
  if (XML.test(text)) return { kind: 'xml', encoding: encoding ?? 'utf-8' }
  return { kind: 'table', encoding: await parseToEnd(source, encoding, chosen !== undefined) }
}

async function firstBytes(source: CsvSource): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0)
  for await (const chunk of source()) {
    start = Buffer.concat([start, chunk])
    if (start.length >= 400) break
  }
  return start.subarray(0, 400)
}

/** Detects by the byte order mark, or by the zeros that UTF-16 has in Latin text. Null if neither decides. */
function byMark(start: Buffer): Encoding | null {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > start.length / 5 && even === 0) return 'utf-16le'
  return even > start.length / 5 && odd === 0 ? 'utf-16be' : null
}

async function parseToEnd(source: CsvSource, known: Encoding | null, isChosen: boolean): Promise<Encoding> {
  const decoder = new TextDecoder(known ?? 'utf-8')
  const sample: Uint8Array[] = []
  let [lineLength, odd, good, sampled] = [0, 0, 0, 0]
  let isIn1252 = true
  let wasPlain = true
  for await (const chunk of source()) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    // A chunk of ASCII needs no decoding, unless a letter began in the previous chunk.
    const isPlain: boolean = known === null && wasPlain && isAscii(bytes)
    const text = isPlain ? bytes.toString('latin1') : decoder.decode(bytes, { stream: true })
    wasPlain = isPlain || (bytes.at(-1) ?? 0) < 0x80
    if (known === null ? bytes.includes(0) : text.includes('\0'))
      throw new AppError('bad_input', 'This is not a CSV file: it contains binary data.')
    const lastBreak = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'))
    lineLength = lastBreak === -1 ? lineLength + text.length : text.length - lastBreak
    if (lineLength > MAX_LINE)
      throw new AppError('bad_input', 'This is not a CSV file: it has a line of more than 4 MB.')
    if (isChosen || isPlain) continue
    const before = odd
    for (const [run] of text.matchAll(/[^\u0000-\u007f]+/g))
      for (const sign of run)
        if (sign === '\uFFFD') odd++
        else good++
    if (odd > before && sampled < SAMPLE) {
      sample.push(Buffer.from(bytes.subarray(0, SAMPLE)))
      sampled += bytes.length
    }
    if (odd > 0 && isIn1252) isIn1252 = !bytes.some((byte) => UNDEFINED_IN_1252.has(byte))
  }
  // If only a few rows are broken UTF-8, only their lines are refused.
  if (known !== null || odd === 0 || odd <= good) return known ?? 'utf-8'
  const guessed = await guess(Buffer.concat(sample), isIn1252)
  if (guessed !== null) return guessed
  throw new AppError('bad_input', 'We cannot read the characters in this file. Save it as "CSV UTF-8" first.')
}

async function guess(sample: Buffer, isIn1252: boolean): Promise<Encoding | null> {
  // Loaded only for files that need it: it includes large tables.
  const { default: chardet } = await import('chardet')
  const found = chardet
    .analyse(sample)
    .flatMap(({ name, confidence }) => (DETECTED[name] ? [{ encoding: DETECTED[name], confidence }] : []))
  const clean = found.filter(({ encoding }) => decodesCleanly(sample, encoding))
  if (isOtherScript(sample)) return clean.find(({ encoding }) => !LATIN.has(encoding))?.encoding ?? null
  const latin = found.find(({ encoding }) => encoding === 'windows-1252')?.confidence ?? 0
  const best = clean.find(
    ({ encoding, confidence }) =>
      encoding !== 'windows-1252' &&
      confidence >= MIN_CONFIDENCE &&
      (!isIn1252 || (LATIN.has(encoding) && confidence >= latin + LEAD)),
  )
  return best?.encoding ?? (isIn1252 ? 'windows-1252' : null)
}

/** Whether entire words are non-ASCII. In Latin text only single letters are. */
function isOtherScript(sample: Buffer): boolean {
  const runs = sample.toString('latin1').match(/[\u0080-\u00ff]+/g) ?? []
  const length = (all: readonly string[]) => all.reduce((sum, run) => sum + run.length, 0)
  return length(runs.filter((run) => run.length > 2)) > length(runs) / 2
}

const decodesCleanly = (sample: Buffer, encoding: Encoding): boolean => {
  const text = new TextDecoder(encoding).decode(sample)
  return (text.match(/[\uFFFD\u0080-\u009f]/g)?.length ?? 0) <= sample.length / 1_000
}

/** Returns the file's text as UTF-8, for the CSV reader. */
export function asUtf8(source: CsvSource, encoding: Encoding): CsvSource {
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
