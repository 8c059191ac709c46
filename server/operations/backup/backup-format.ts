import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { z } from 'zod'

/**
 * A backup is one tar file, so that the system's own tools can list it. In this order: what it is; the rows of each table as COPY writes them,
 * in pieces compressed with zstd; originals of pictures and videos, and files of imports; last how much there was. A file without its last
 * entry is not whole.
 */
export const FORMAT = 1
export const FIRST_ENTRY = 'wtf-backup.json'
export const LAST_ENTRY = 'wtf-backup-end.json'
/** Bytes of rows in one piece: what writer and reader hold in memory. */
export const PIECE_BYTES = 4 * 1024 * 1024
/** How COPY writes and reads values, and that it takes as long as it takes, whatever the server's own settings are. */
export const SESSION = `SET datestyle = 'ISO, YMD'; SET intervalstyle = 'postgres'; SET timezone = 'UTC'; SET extra_float_digits = 3; SET client_encoding = 'UTF8';
  SELECT set_config(name, '0', false) FROM pg_settings WHERE name IN
    ('statement_timeout', 'lock_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout', 'idle_session_timeout')`

/** Why something is not done, in words for whoever runs the shop. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** It goes by: whoever waits can make one when that is done. */
export class BackupUnderWay extends BackupError {}

/** What migrations call tables, columns and sequences. What has other names is not the shop's. */
export const NAME = /^[a-z_][a-z0-9_]{0,62}$/
const table = z.object({ name: z.string().regex(NAME), columns: z.array(z.string().regex(NAME)).min(1) })

export const headerSchema = z.object({
  format: z.number().int(),
  /** When the rows stood as they stand in it. */
  takenAt: z.iso.datetime(),
  postgres: z.string(),
  /** That made its tables, in their order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(table).min(1),
  /** Of the keys that sealed secrets of stores: the keys themselves are not in it. */
  secretKeyIds: z.array(z.string()),
})
export type BackupHeader = z.output<typeof headerSchema>

export const endSchema = z.object({
  /** By table. */
  rows: z.record(z.string().regex(NAME), z.number().int().min(0)),
  sequences: z.array(
    z.object({ name: z.string().regex(NAME), value: z.string().regex(/^\d+$/), isCalled: z.boolean() }),
  ),
  files: z.number().int().min(0),
  fileBytes: z.number().int().min(0),
  /** Files that the database speaks of and that were not there, or damaged: how many, and some of them. */
  missing: z.object({ count: z.number().int().min(0), some: z.array(z.string()) }),
  /** SHA-256, hex, of the names, sizes and bytes of all entries before this one. */
  digest: z.string(),
})
export type BackupEnd = z.output<typeof endSchema>

export const pieceName = (name: string, number: number): string =>
  `tables/${name}/${String(number).padStart(6, '0')}.zst`

/** What an entry holds; null if no entry of ours has such a name. */
export function entryKind(name: string): { table: string } | { file: string } | null {
  const piece = /^tables\/([a-z_][a-z0-9_]{0,62})\/\d{6,}\.zst$/.exec(name)
  if (piece?.[1]) return { table: piece[1] }
  const isFile =
    /^media\/(originals\/[0-9a-f]{2}\/[0-9a-f]{24}|videos\/[0-9a-f]{2}\/[0-9a-f]{24}\.[a-z0-9]{2,5})$/.test(name) ||
    /^imports\/[0-9a-f-]{36}\.csv$/.test(name)
  return isFile ? { file: name } : null
}

/** Of an original: the first 24 digits of the SHA-256 (hex) of what it holds. Null if a file is not named so. */
export const digestInName = (name: string): string | null => /\/([0-9a-f]{24})(\.\w+)?$/.exec(name)?.[1] ?? null

/** Whether an original on the disk is still what its name says. A file that is named otherwise cannot tell. */
export async function isUndamaged(name: string, file: string): Promise<boolean> {
  const digest = digestInName(name)
  if (digest === null) return true
  const hash = createHash('sha256')
  try {
    for await (const part of createReadStream(file, { highWaterMark: 256 * 1024 })) hash.update(part as Buffer)
  } catch (error) {
    if (['EIO', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
  return hash.digest('hex').startsWith(digest)
}

/** What the last entry says of all others, as it grows. */
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

/** COPY writes one line a row, and a line feed within a value as '\n'. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}

export const sumOf = (rows: Readonly<Record<string, number>>): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0)
