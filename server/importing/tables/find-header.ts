import { toSearchText } from '#server/catalogue/search-text.ts'
import { readRecords, type CsvRecord } from '#server/platform/csv-records.ts'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import { OTHER_NAMES } from '../other-names.ts'
import { OWN_FIELDS } from '../own-fields.schema.ts'
import { presetNames, recognisePreset } from '../presets/presets.ts'
import { SHOPIFY_NAMES } from '../shopify-columns.ts'
import { SEPARATOR_IDS, type ChosenReading, type Separator } from './table.schema.ts'

/** The header is expected among this many first rows. */
const HEAD_ROWS = 30
/** The number of characters that are read to detect the separator. */
const SAMPLE = 512 * 1024
/** A row with fewer known names may be data. */
const MIN_KNOWN = 2

const PRODUCT_NAMES: ReadonlySet<string> = new Set(
  [...OWN_FIELDS, ...Object.values(OTHER_NAMES).flat(), ...Object.values(SHOPIFY_NAMES).flat(), ...presetNames()].map(
    (name) => toSearchText(name.replaceAll('_', ' ')),
  ),
)

export interface FoundHeader {
  separator: Separator
  /** The line that the header starts on. */
  headerLine: number
}

/**
 * Detects which character separates the cells, and which row is the header. Before it there may be a 'sep=' line,
 * comments and other text.
 * @param source in UTF-8
 * @param chosen the partner's settings
 * @param names column names to look for, as search text; by default those of products
 */
export async function findHeader(
  source: CsvSource,
  { separator, headerLine }: Pick<ChosenReading, 'separator' | 'headerLine'>,
  names: ReadonlySet<string> = PRODUCT_NAMES,
): Promise<FoundHeader> {
  const sample = await sampleOf(source)
  const said = separator ?? sepLine(sample)
  let best: (FoundHeader & { score: number }) | null = null
  for (const sign of said ? [said] : SEPARATOR_IDS) {
    const records = await recordsOf(sample, sign)
    const found = judge(records, headerLine, names)
    if (found && (!best || found.score > best.score)) best = { separator: sign, ...found }
  }
  return best ?? { separator: said ?? ',', headerLine: headerLine ?? 1 }
}

async function sampleOf(source: CsvSource): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of source()) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= SAMPLE) break
  }
  return Buffer.concat(chunks)
}

/** Reads the separator from Excel's own line: 'sep=;'. */
function sepLine(sample: Buffer): Separator | null {
  const sign = /^\uFEFF?"?sep=(.)"?[^\S\t]*[\r\n]/i.exec(sample.subarray(0, 40).toString('utf8'))?.[1]
  return SEPARATOR_IDS.find((one) => one === sign) ?? null
}

const isSepLine = (cells: readonly string[]) => /^"?sep=/i.test(cells[0] ?? '') && cells.length <= 2
/**
 * Whether a row is a comment. Templates explain their columns in such a row. Below the header, a title may begin with
 * the same character.
 */
const isComment = (cells: readonly string[]) =>
  cells.some((cell) => cell !== '') && cells.every((cell) => cell === '' || cell.startsWith('#'))

async function recordsOf(sample: Buffer, separator: Separator): Promise<Array<{ line: number; cells: string[] }>> {
  const found: CsvRecord[] = []
  const source: CsvSource = async function* () {
    yield sample
  }
  for await (const records of readRecords(source, separator)) {
    found.push(...records)
    if (found.length >= HEAD_ROWS * 2) break
  }
  return found.flatMap(({ line, cells }) => (cells ? [{ line, cells: cells.map((cell) => cell.trim()) }] : []))
}

/** Returns the row with the most known names, or else the first one as wide as the table. */
function judge(
  records: ReadonlyArray<{ line: number; cells: string[] }>,
  chosenLine: number | undefined,
  names: ReadonlySet<string>,
): { headerLine: number; score: number } | null {
  const rows = records.filter(({ cells }) => !isSepLine(cells))
  const [firstRow] = rows
  if (!firstRow) return null
  const width = median(rows.slice(0, HEAD_ROWS).map(({ cells }) => cells.filter(Boolean).length))
  const steady = share(rows, ({ cells }) => cells.length === median(rows.map((row) => row.cells.length)))
  const rate = (known: number) => known * 1_000 + (width > 1 ? width * steady : 0)
  if (chosenLine !== undefined) {
    const chosen = records.find(({ line }) => line >= chosenLine) ?? firstRow
    return { headerLine: chosen.line, score: rate(known(chosen.cells, [], names)) }
  }
  let best = { headerLine: 0, known: 0 }
  for (const [index, { line, cells }] of rows.slice(0, HEAD_ROWS).entries()) {
    if (isComment(cells)) continue
    const score = known(
      cells,
      rows.slice(index + 1, index + 4).map((row) => row.cells),
      names,
    )
    if (score > best.known) best = { headerLine: line, known: score }
  }
  if (best.known >= MIN_KNOWN) return { headerLine: best.headerLine, score: rate(best.known) }
  const wide = rows.find(({ cells }) => !isComment(cells) && cells.filter(Boolean).length >= Math.max(2, width * 0.6))
  return { headerLine: (wide ?? rows.find(({ cells }) => !isComment(cells)) ?? firstRow).line, score: rate(0) }
}

function known(
  cells: readonly string[],
  following: ReadonlyArray<readonly string[]>,
  names: ReadonlySet<string>,
): number {
  const count = new Set(
    cells
      .filter((cell) => names.has(toSearchText(cell)) || cell.includes('(product.metafields.'))
      .map((cell) => cell.toLowerCase()),
  ).size
  return count + (count >= MIN_KNOWN && recognisePreset(cells, following) ? 5 : 0)
}

const median = (numbers: number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const share = <T>(all: readonly T[], is: (one: T) => boolean): number => all.filter(is).length / all.length
