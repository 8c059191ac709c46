import { createHash, type Hash } from 'node:crypto'
import { z } from 'zod'
import type { Storage } from '#server/media/storage-interface.ts'

/**
 * A backup is one tar file, so that system tools can list it. It starts with a header. Then come the rows of each table
 * in COPY format, in chunks compressed with zstd, the originals of pictures and videos, the files of imports, and a
 * summary. A file without its last entry is incomplete.
 */
export const FORMAT = 1
export const FIRST_ENTRY = 'wtf-backup.json'
export const LAST_ENTRY = 'wtf-backup-end.json'
/** Bytes of rows in one chunk. The writer and the reader keep one chunk in memory. */
export const PIECE_BYTES = 4 * 1024 * 1024
/** Sets COPY's value formats and removes the time limit, whatever the server's settings are. */
export const SESSION = `SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET timezone = 'UTC'; SET extra_float_digits = 3; SET client_encoding = 'UTF8';
  SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN
    ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`

/** An expected failure, with a message for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** A temporary failure: try again when the other backup is done. */
export class BackupUnderWay extends BackupError {}

/** The format of table, column and sequence names in migrations. Other names do not belong to the shop. */
export const NAME = /^[a-z_][a-z0-9_]{0,62}$/
const table = z.object({ name: z.string().regex(NAME), columns: z.array(z.string().regex(NAME)).min(1) })

export const headerSchema = z.object({
  format: z.number().int(),
  /** The time of the snapshot. */
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations that created its tables, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table).min(1),
  /** The partitions of the tables. */
  partitions: z.array(z.string().regex(NAME)).default([]),
  /** The ids of the keys that encrypted the stores' secrets. The keys themselves are not included. */
  secretKeyIds: z.array(z.string()),
})
export type BackupHeader = z.output<typeof headerSchema>

export const endSchema = z.object({
  /** The number of rows by table. */
  rows: z.record(z.string().regex(NAME), z.number().int().min(0)),
  sequences: z.array(
    z.object({ name: z.string().regex(NAME), value: z.string().regex(/^\d+$/), isCalled: z.boolean() }),
  ),
  files: z.number().int().min(0),
  fileBytes: z.number().int().min(0),
  /** Referenced files that were missing or damaged: their number, and some of them. */
  missing: z.object({ count: z.number().int().min(0), some: z.array(z.string()) }),
  /** SHA-256, hex, of the names, sizes and bytes of all entries before this one. */
  digest: z.string(),
})
export type BackupEnd = z.output<typeof endSchema>

export const pieceName = (name: string, number: number): string =>
  `tables/${name}/${String(number).padStart(6, '0')}.zst`

/** Returns the content of an entry by its name; null if it is not one of our entries. */
export function entryKind(name: string): { table: string } | { file: string } | null {
  const piece = /^tables\/([a-z_][a-z0-9_]{0,62})\/\d{6,}\.zst$/.exec(name)
  if (piece?.[1]) return { table: piece[1] }
  const isFile =
    /^media\/(originals\/[0-9a-f]{2}\/[0-9a-f]{24}|videos\/[0-9a-f]{2}\/[0-9a-f]{24}\.[a-z0-9]{2,5})$/.test(name) ||
    /^imports\/[0-9a-f-]{36}\.csv$/.test(name)
  return isFile ? { file: name } : null
}

/** Returns the first 24 digits of an original's SHA-256 (hex) from its name; null for a file with another name. */
export const digestInName = (name: string): string | null => /\/([0-9a-f]{24})(\.\w+)?$/.exec(name)?.[1] ?? null

/** Whether a stored original matches the hash in its name; unknown for other names. */
export async function isUndamaged(storage: Storage, name: string): Promise<boolean> {
  const digest = digestInName(name)
  if (digest === null) return true
  const hash = createHash('sha256')
  try {
    for await (const part of storage.stream(name)) hash.update(part)
  } catch (error) {
    if (['EIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
  return hash.digest('hex').startsWith(digest)
}

/** Accumulates the digest in the last entry. */
export class EntriesDigest {
  readonly #hash: Hash = createHash('sha256')

  begin(name: string, bytes: number): void {
    this.#hash.update(`${name}\0${bytes}\0`)
  }

  add(part: Uint8Array): void {
    this.#hash.update(part)
  }

  end(): string {
    return this.#hash.digest('hex')
  }
}

/** Counts rows. COPY writes one line per row, and escapes line feeds in values. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}

export const sumOf = (rows: Readonly<Record<string, number>>): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0)
