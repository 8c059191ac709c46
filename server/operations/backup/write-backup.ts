import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
// The format's well-kept reader and writer: streams, names of any length, no temporary files.
import tar from 'tar-stream'
import { originalKey, VIDEO_EXTENSIONS, videoKey } from '#server/media/media-keys.ts'
import { mediaName } from '#server/media/picture.ts'
import { isDiskFull } from '#server/platform/disk-space.ts'
import { LOCKS } from '#server/platform/locks.ts'
import {
  BackupError,
  countLines,
  EntriesDigest,
  FIRST_ENTRY,
  FORMAT,
  LAST_ENTRY,
  PIECE_BYTES,
  pieceName,
  SESSION,
  sumOf,
  type BackupEnd,
  type BackupHeader,
} from './backup-format.ts'
import { readBackup } from './read-backup.ts'

const compress = promisify(zstdCompress)
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }
/** PostgreSQL may write to the same disk: it stops where that is full. */
export const LEFT_FREE = 500 * 2 ** 20
const LOOK_AT_DISK_EVERY = 64 * 2 ** 20
const FILES_AT_ONCE = 1_000
const MOST_NAMED = 20
/** What is told of this machine, not of the shop, or told anew by whoever migrates. */
const LEFT_OUT = ['_prisma_migrations', 'backups']

export interface BackupParts {
  databaseUrl: string
  dataDir: string
  /** Where it is written to. It is there when it is whole, and not before. */
  file: string
  signal?: AbortSignal | undefined
  onProgress?: (text: string) => void
  /** Bytes of its disk that it leaves free. */
  leftFree?: number
}

export interface BackupResult {
  takenAt: Date
  bytes: number
  rows: number
  files: number
  missing: BackupEnd['missing']
}

/**
 * Writes the whole shop into one file: all rows as they stood at one moment, and the files that they speak of. The shop goes on meanwhile. The
 * file is read through again before it gets its name. What can be made again is left out: drawn sizes of pictures, queues, and what forgets
 * itself in a crash. So is the key that seals secrets of stores.
 * @throws BackupError in words for whoever runs the shop; the signal's reason
 */
export async function writeBackup(parts: BackupParts): Promise<BackupResult> {
  const { databaseUrl, file, signal } = parts
  const partial = `${file}.partial`
  if (await exists(file)) throw new BackupError(`${file} is there already. Name another file.`)
  await fs.mkdir(path.dirname(file), { recursive: true }).catch((error: unknown) => {
    throw inWords(error, file)
  })
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1::bigint) AS "isOurs"', [
      LOCKS.backup,
    ])
    if (!rows[0]?.isOurs)
      throw new BackupError('Another backup of this database is under way. Try again when it is done.')
    // One that was killed has left it.
    await fs.rm(partial, { force: true })
    const { header, end } = await fill(client, partial, parts)
    signal?.throwIfAborted()
    parts.onProgress?.('reading it through')
    await proveSame(partial, end, signal)
    await fs.rename(partial, file)
    await syncFolder(path.dirname(file))
    const { size } = await fs.stat(file)
    return {
      takenAt: new Date(header.takenAt),
      bytes: size,
      rows: sumOf(end.rows),
      files: end.files,
      missing: end.missing,
    }
  } catch (error) {
    // In a folder that may not be written to this fails too, and would say less.
    await fs.rm(partial, { force: true }).catch(() => undefined)
    throw inWords(error, file)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function fill(client: pg.Client, partial: string, parts: BackupParts) {
  const entries = new EntryWriter(partial, parts)
  try {
    await client.query(SESSION)
    // Before the rows are looked at, and until the end: nobody deletes files that they speak of.
    await client.query('SELECT pg_advisory_lock_shared($1::bigint)', [LOCKS.storedFiles])
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const header = await describe(client)
    await entries.put(FIRST_ENTRY, json(header))
    const end: Omit<BackupEnd, 'digest'> = {
      ...{ rows: {}, sequences: await readSequences(client), files: 0, fileBytes: 0 },
      missing: { count: 0, some: [] },
    }
    for (const { name, columns } of header.tables) {
      parts.onProgress?.(name)
      end.rows[name] = await putTable(client, name, columns, entries)
    }
    parts.onProgress?.('files')
    for await (const key of filesOf(client)) {
      const bytes = await entries.putFile(key, path.join(parts.dataDir, key))
      // The file of an import goes when that is done, which may be by now.
      if (bytes === null && key.startsWith('imports/')) continue
      if (bytes === null) {
        end.missing.count++
        if (end.missing.some.length < MOST_NAMED) end.missing.some.push(key)
      } else {
        end.files++
        end.fileBytes += bytes
      }
    }
    await client.query('COMMIT')
    const whole: BackupEnd = { ...end, digest: entries.digest() }
    await entries.put(LAST_ENTRY, json(whole))
    await entries.close()
    return { header, end: whole }
  } catch (error) {
    // What it met when it went on after the file could not be written says less than why.
    const cause = entries.failure ?? error
    await entries.abandon()
    throw cause
  }
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

/** The first query of the transaction: it is what the others see too. Locks the tables against changes of their columns, not of their rows. */
async function describe(client: pg.Client): Promise<BackupHeader> {
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p' AND NOT c.relname = ANY($1)
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
    GROUP BY c.relname ORDER BY c.relname`,
    [LEFT_OUT],
  )
  await client.query(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`)
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name`,
  )
  const sealed = tables.filter(({ columns }) => columns.includes('key_id'))
  const { rows: keys } = await client.query<{ id: string }>(
    `SELECT DISTINCT id FROM (${['SELECT NULL AS id', ...sealed.map(({ name }) => `SELECT key_id FROM ${quoted(name)}`)].join(' UNION ')}) keys WHERE id IS NOT NULL ORDER BY id`,
  )
  const { rows: about } = await client.query<{ at: Date; version: string }>(
    `SELECT now() AS at, current_setting('server_version') AS version`,
  )
  return {
    ...{ format: FORMAT, takenAt: (about[0]?.at ?? new Date()).toISOString(), postgres: about[0]?.version ?? '' },
    ...{ migrations, tables, secretKeyIds: keys.map(({ id }) => id) },
  }
}

async function readSequences(client: pg.Client): Promise<BackupEnd['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'S' AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  const sequences: BackupEnd['sequences'] = []
  for (const { name } of rows) {
    const { rows: at } = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${quoted(name)}`,
    )
    sequences.push({ name, value: at[0]?.value ?? '1', isCalled: at[0]?.isCalled ?? false })
  }
  return sequences
}

/** @returns how many rows it has. */
async function putTable(client: pg.Client, name: string, columns: string[], entries: EntryWriter): Promise<number> {
  const copy = client.query(copyTo(`COPY ${quoted(name)} (${columns.map(quoted).join(', ')}) TO STDOUT`))
  let [rows, number, held] = [0, 0, 0]
  let pieces: Buffer[] = []
  // One piece is compressed while the next one is read.
  let writing: Promise<void> = Promise.resolve()
  const flush = async () => {
    await writing
    const bytes = Buffer.concat(pieces)
    ;[pieces, held] = [[], 0]
    rows += countLines(bytes)
    writing = compress(bytes, COMPRESSION).then((packed) => entries.put(pieceName(name, number++), packed))
    writing.catch(() => undefined)
  }
  try {
    for await (const piece of copy as AsyncIterable<Buffer>) {
      pieces.push(piece)
      held += piece.length
      if (held >= PIECE_BYTES) await flush()
    }
    if (held) await flush()
  } finally {
    await writing
  }
  return rows
}

/** Files below DATA_DIR that rows speak of, in the same transaction as the rows. */
async function* filesOf(client: pg.Client): AsyncGenerator<string> {
  for (const table of ['media_files', 'media_videos'] as const)
    for (let after = ''; ;) {
      const { rows } = await client.query<{ sha256: string; mimeType: string }>(
        `SELECT sha256, mime_type AS "mimeType" FROM ${table} WHERE sha256 > $1 ORDER BY sha256 LIMIT ${FILES_AT_ONCE}`,
        [after],
      )
      for (const { sha256, mimeType } of rows) {
        const name = mediaName(sha256)
        const isVideo = table === 'media_videos'
        yield `media/${isVideo ? videoKey(name, VIDEO_EXTENSIONS[mimeType] ?? '') : originalKey(name)}`
      }
      if (rows.length < FILES_AT_ONCE) break
      after = rows.at(-1)?.sha256 ?? ''
    }
  const { rows } = await client.query<{ id: string }>(
    `SELECT id::text FROM product_imports WHERE status IN ('uploaded', 'unmapped', 'reading', 'read', 'applying') ORDER BY id`,
  )
  for (const { id } of rows) yield `imports/${id}.csv`
}

/** Writes entries one after the other. What is awaited fails when the file cannot be written. */
class EntryWriter {
  readonly #pack = tar.pack()
  readonly #written: Promise<void>
  readonly #digest = new EntriesDigest()
  readonly #parts: BackupParts
  readonly #file: string
  #sinceLook = LOOK_AT_DISK_EVERY
  /** Why the file could not be written; null as long as it can. */
  failure: Error | null = null

  constructor(file: string, parts: BackupParts) {
    this.#parts = parts
    this.#file = file
    this.#written = pipeline(this.#pack, createWriteStream(file, { mode: 0o600, flush: true }))
    this.#written.catch((error: Error) => (this.failure ??= error))
  }

  digest(): string {
    return this.#digest.end()
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    await this.#ready(bytes.length)
    if (name !== LAST_ENTRY) {
      this.#digest.begin(name, bytes.length)
      this.#digest.add(bytes)
    }
    await this.#orFailed(
      new Promise<void>((resolve, reject) =>
        this.#pack.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) =>
          error ? reject(error) : resolve(),
        ),
      ),
    )
  }

  /** @returns its bytes; null if there is no such file. */
  async putFile(name: string, file: string): Promise<number | null> {
    const opened = await fs.open(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!opened) return null
    try {
      const { size, mtime } = await opened.stat()
      await this.#ready(size)
      this.#digest.begin(name, size)
      const entry = this.#pack.entry({ name, size, mtime, mode: 0o600 })
      const reading = createReadStream(file, { fd: opened, autoClose: false, highWaterMark: 256 * 1024 })
      reading.on('data', (piece) => this.#digest.add(piece as Buffer))
      await this.#orFailed(pipeline(reading, entry))
      return size
    } finally {
      await opened.close()
    }
  }

  async close(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  async abandon(): Promise<void> {
    this.#pack.destroy()
    await this.#written.catch(() => undefined)
  }

  /** An entry whose file cannot be written never ends by itself. */
  #orFailed<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#written.then(() => new Promise<never>(() => undefined))])
  }

  async #ready(bytes: number): Promise<void> {
    this.#parts.signal?.throwIfAborted()
    this.#sinceLook += bytes
    if (this.#sinceLook < LOOK_AT_DISK_EVERY) return
    this.#sinceLook = 0
    const { bavail, bsize } = await fs.statfs(path.dirname(this.#file))
    if (bavail * bsize < (this.#parts.leftFree ?? LEFT_FREE) + bytes) throw new BackupError(noRoom(this.#parts.file))
  }
}

const noRoom = (file: string) =>
  `There is no room for the backup: the disk of ${path.dirname(file)} is nearly full. Nothing was written, and earlier backups are still there. Make room, or name a folder on another disk in BACKUP_DIR.`

/** Where writing there is refused, and by whom: a folder of somebody else, or the unit, which opens few of them to the shop. */
const REFUSALS: Readonly<Record<string, string>> = {
  EACCES: 'it does not belong to the user that the shop runs as. Give it to that user (chown)',
  EPERM: 'it does not belong to the user that the shop runs as. Give it to that user (chown)',
  EROFS: 'its disk is mounted for reading only, or the unit of systemd does not name it in ReadWritePaths',
  ENOTDIR: 'a part of its name is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
}

/** An error of writing the backup, for whoever can mend it; every other one as it is. Reading the shop's own files fails otherwise. */
function inWords(error: unknown, file: string): unknown {
  if (isDiskFull(error)) return new BackupError(noRoom(file), { cause: error })
  const { code = '', path: where = '/nowhere' } = error as NodeJS.ErrnoException
  const folder = path.dirname(file)
  const reason = REFUSALS[code]
  if (reason === undefined || !`${file}.partial`.startsWith(where)) return error
  return new BackupError(
    `The backup cannot be written into ${folder}: ${reason}, or name another folder in BACKUP_DIR. Nothing was written.`,
    { cause: error },
  )
}

/** Reads what was written through, as a restore would. @throws BackupError if it is not what was written */
async function proveSame(file: string, end: BackupEnd, signal?: AbortSignal): Promise<void> {
  const read = await readBackup(file, {}, signal)
  if (read.end.digest !== end.digest)
    throw new BackupError('What was written reads differently: the disk cannot be trusted. The backup was thrown away.')
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await fs.open(folder).catch(() => null)
  // Not every system can sync a folder.
  await opened?.sync().catch(() => undefined)
  await opened?.close()
}

export const quoted = (name: string): string => pg.escapeIdentifier(name)

const exists = (file: string) =>
  fs.access(file).then(
    () => true,
    () => false,
  )
