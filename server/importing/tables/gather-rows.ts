import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import readline from 'node:readline'
import type { CsvRecord } from '#server/platform/csv-records.ts'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'

/** Maximum kept rows of one product. No valid product has more. */
export const MAX_ROWS = MAX_PRODUCT.variants * 2
/** The maximum number of characters of rows that are kept in memory. Further rows are written to disk. */
const IN_MEMORY = 16 * 1024 * 1024
/** The number of files among which rows are divided, so that each fits into memory. */
const BUCKETS = 64
const WRITTEN_AT_ONCE = 128 * 1024

type Row = { line: number; cells: string[] }
interface Group {
  key: string
  rows: Row[]
  /** Lines that were dropped because there are too many. */
  surplus: number[]
}

/**
 * Collects the rows of each product from anywhere in the file. Rows that do not fit into memory are written to a
 * temporary folder, divided by product. If all rows fit into memory, products come in the order of their first rows.
 * @param keyOf returns a row's product; null for rows to leave out. Called in the order of the file
 */
export async function* gatherRows(
  records: AsyncIterable<CsvRecord[]>,
  keyOf: (record: CsvRecord) => string | null,
  inMemory = IN_MEMORY,
): AsyncGenerator<Group> {
  let groups = new Map<string, Group>()
  let chars = 0
  let buckets: Buckets | null = null
  try {
    for await (const batch of records)
      for (const record of batch) {
        const key = keyOf(record)
        if (key === null || !record.cells) continue
        if (buckets) {
          buckets.add(key, record)
          continue
        }
        addTo(groups, key, record)
        for (const cell of record.cells) chars += cell.length + 8
        if (chars < inMemory) continue
        buckets = await Buckets.open()
        for (const group of groups.values()) {
          for (const row of group.rows) buckets.add(group.key, row)
          for (const line of group.surplus) buckets.add(group.key, { line, cells: [] })
        }
        groups = new Map()
      }
    if (buckets) yield* buckets.groups()
    else yield* groups.values()
  } finally {
    await buckets?.close()
  }
}

function addTo(groups: Map<string, Group>, key: string, { line, cells }: Row): void {
  const group = groups.get(key) ?? { key, rows: [], surplus: [] }
  if (group.rows.length < MAX_ROWS) group.rows.push({ line, cells })
  else group.surplus.push(line)
  groups.set(key, group)
}

class Buckets {
  readonly #folder: string
  readonly #files: number[]
  readonly #waiting: string[]

  private constructor(folder: string) {
    this.#folder = folder
    this.#files = Array.from({ length: BUCKETS }, (_, index) => fs.openSync(this.#path(index), 'a', 0o600))
    this.#waiting = Array.from({ length: BUCKETS }, () => '')
  }

  static async open(): Promise<Buckets> {
    return new Buckets(await mkdtemp(path.join(os.tmpdir(), 'wtf-import-')))
  }

  #path(index: number): string {
    return path.join(this.#folder, `${index}.jsonl`)
  }

  add(key: string, { line, cells }: Row): void {
    const bucket = bucketOf(key)
    // Escape these characters, because readline treats them as line ends.
    const text = JSON.stringify([key, line, cells]).replace(/[\u2028\u2029]/g, (sign) =>
      sign === '\u2028' ? '\\u2028' : '\\u2029',
    )
    this.#waiting[bucket] += `${text}\n`
    if ((this.#waiting[bucket] ?? '').length >= WRITTEN_AT_ONCE) this.#flush(bucket)
  }

  #flush(bucket: number): void {
    fs.writeSync(this.#files[bucket] ?? 0, this.#waiting[bucket] ?? '')
    this.#waiting[bucket] = ''
  }

  async *groups(): AsyncGenerator<Group> {
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      this.#flush(bucket)
      const groups = new Map<string, Group>()
      const lines = readline.createInterface({ input: fs.createReadStream(this.#path(bucket)), crlfDelay: Infinity })
      for await (const text of lines) {
        const [key, line, cells] = JSON.parse(text) as [string, number, string[]]
        addTo(groups, key, { line, cells })
      }
      yield* groups.values()
    }
  }

  async close(): Promise<void> {
    for (const file of this.#files) fs.closeSync(file)
    await rm(this.#folder, { recursive: true, force: true })
  }
}

/** Returns a key's bucket, by its FNV-1a hash. */
function bucketOf(key: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % BUCKETS
}
