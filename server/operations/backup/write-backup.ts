import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { originalKey, VIDEO_EXTENSIONS, videoKey } from '#server/media/media-keys.ts'
import { mediaName } from '#server/media/picture.ts'
import { openStorage } from '#server/media/storage.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { makePrivateFolder } from '#server/platform/private-files.ts'
import {
  BackupError,
  BackupUnderWay,
  countLines,
  FIRST_ENTRY,
  FORMAT,
  LAST_ENTRY,
  NAME,
  PIECE_BYTES,
  pieceName,
  SESSION,
  sumOf,
  type BackupEnd,
  type BackupHeader,
} from './backup-format.ts'
import { inBucket, removeBackup, sizeOfBackup } from './backup-place.ts'
import { EntryWriter, describeWriteError, type WritingParts } from './entry-writer.ts'
import { readBackup } from './read-backup.ts'
import { quoted, listBackupTables } from './shop-tables.ts'

const compress = promisify(zstdCompress)
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 } }
const FILES_AT_ONCE = 1_000
const MAX_NAMED = 20

export interface BackupParts extends WritingParts {
  databaseUrl: string
  dataDir: string
  onProgress?: (text: string) => void
}

export interface BackupResult {
  takenAt: Date
  bytes: number
  rows: number
  files: number
  missing: BackupEnd['missing']
}

/**
 * Writes the entire shop to one file, on the disk or in the bucket ('s3:NAME'): all rows from one snapshot, and the
 * files that they refer to. The shop keeps running. The file is read again before it gets its final name. Leaves out
 * data that can be recreated (drawn sizes of pictures, queues, unlogged tables), and the key that encrypts the stores'
 * secrets.
 * @throws BackupError with a message for the operator; the signal's reason
 */
export async function writeBackup(parts: BackupParts): Promise<BackupResult> {
  const { databaseUrl, file } = parts
  const isOnDisk = inBucket(file) === null
  // In a bucket a file appears only when it is complete. It is deleted if it cannot be verified.
  const partial = isOnDisk ? `${file}.partial` : file
  if ((await sizeOfBackup(file).catch((error: unknown) => refuse(error, file))) !== null)
    throw new BackupError(`${file} already exists. Choose another file name.`)
  if (isOnDisk) await makePrivateFolder(path.dirname(file)).catch((error: unknown) => refuse(error, file))
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'backup' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(SESSION)
    const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1::bigint) AS "isOurs"', [
      LOCKS.backup,
    ])
    // Only the lock's holder may touch the unfinished file, because another process may be writing one of the same
    // name.
    if (!rows[0]?.isOurs)
      throw new BackupUnderWay('Another backup of this database is in progress. Try again when it has finished.')
    return await writeAlone(client, partial, parts)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function writeAlone(client: pg.Client, partial: string, parts: BackupParts): Promise<BackupResult> {
  const { file, signal } = parts
  try {
    // A killed process may have left this file.
    await removeBackup(partial)
    const { header, end } = await fill(client, partial, parts)
    signal?.throwIfAborted()
    parts.onProgress?.('verifying')
    await proveSame(partial, end, signal)
    if (partial !== file) {
      await fs.rename(partial, file)
      await syncFolder(path.dirname(file))
    }
    return {
      takenAt: new Date(header.takenAt),
      bytes: (await sizeOfBackup(file)) ?? 0,
      rows: sumOf(end.rows),
      files: end.files,
      missing: end.missing,
    }
  } catch (error) {
    // Ignores errors, because in a read-only folder this also fails, with a less useful error.
    await removeBackup(partial).catch(() => undefined)
    throw describeWriteError(error, file)
  }
}

async function fill(client: pg.Client, partial: string, parts: BackupParts) {
  const entries = new EntryWriter(partial, parts)
  const storage = openStorage(parts.dataDir)
  try {
    // Locks before reading the rows, until they and their files are read. Otherwise a migration could recreate a table,
    // which is then empty in an older snapshot, or files that rows refer to could be deleted.
    for (const lock of [LOCKS.migrations, LOCKS.storedFiles])
      await client.query('SELECT pg_advisory_lock_shared($1::bigint)', [lock])
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const header = await describe(client)
    await entries.put(FIRST_ENTRY, json(header))
    const end: Omit<BackupEnd, 'digest'> = {
      rows: {},
      sequences: await listSequences(client),
      files: 0,
      fileBytes: 0,
      missing: { count: 0, some: [] },
    }
    for (const { name, columns } of header.tables) {
      parts.onProgress?.(name)
      end.rows[name] = await putTable(client, name, columns, entries)
    }
    parts.onProgress?.('files')
    for await (const key of filesOf(client)) {
      const bytes = await entries.putFile(storage, key)
      // The file of an import is deleted when the import is done, possibly by now.
      if (bytes === null && key.startsWith('imports/')) continue
      if (bytes === null) {
        end.missing.count++
        if (end.missing.some.length < MAX_NAMED) end.missing.some.push(key)
      } else {
        end.files++
        end.fileBytes += bytes
      }
    }
    await client.query('COMMIT')
    for (const lock of [LOCKS.migrations, LOCKS.storedFiles])
      await client.query('SELECT pg_advisory_unlock_shared($1::bigint)', [lock])
    const withDigest: BackupEnd = { ...end, digest: entries.digest() }
    await entries.put(LAST_ENTRY, json(withDigest))
    await entries.close()
    return { header, end: withDigest }
  } catch (error) {
    throw (await entries.abandon()) ?? error
  }
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`)

/**
 * Describes the tables. As the first query of the transaction it sets the snapshot for all others. Locks the tables
 * against changes of their columns, not of their rows.
 */
async function describe(client: pg.Client): Promise<BackupHeader> {
  const { rows: made } = await client.query<{ isShop: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS "isShop"`,
  )
  if (!made[0]?.isShop) throw new BackupError('There is no shop in this database yet, so there is nothing to back up.')
  const tables = await listBackupTables(client)
  const unreadable = tables.find(({ isReadable }) => !isReadable)
  if (unreadable)
    throw new BackupError(
      `The role in DATABASE_URL cannot read the table ${unreadable.name}. If the table does not belong to the shop, move it to another schema. Otherwise, make the role its owner.`,
    )
  await client.query(`LOCK TABLE ${tables.map(({ name }) => quoted(name)).join(', ')} IN ACCESS SHARE MODE`)
  const { rows: migrations } = await client.query<{ name: string; checksum: string }>(
    `SELECT migration_name AS name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name`,
  )
  const sealed = tables.filter(({ columns }) => columns.includes('key_id'))
  const { rows: keys } = await client.query<{ id: string }>(
    `SELECT DISTINCT id FROM (${['SELECT NULL AS id', ...sealed.map(({ name }) => `SELECT key_id::text FROM ${quoted(name)}`)].join(' UNION ')}) keys WHERE id IS NOT NULL ORDER BY id`,
  )
  const { rows: partitions } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid JOIN pg_class p ON p.oid = i.inhparent
    WHERE p.relkind = 'p' AND p.relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  const { rows: about } = await client.query<{ at: Date; version: string }>(
    `SELECT now() AS at, current_setting('server_version') AS version`,
  )
  return {
    format: FORMAT,
    takenAt: (about[0]?.at ?? new Date()).toISOString(),
    postgres: about[0]?.version ?? '',
    migrations,
    secretKeyIds: keys.map(({ id }) => id),
    tables: tables.map(({ name, columns }) => ({ name, columns })),
    partitions: partitions.map(({ name }) => name),
  }
}

async function listSequences(client: pg.Client): Promise<BackupEnd['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c WHERE c.relkind = 'S' AND c.relnamespace = 'public'::regnamespace AND c.relname ~ $1 ORDER BY 1`,
    [NAME.source],
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

/** @returns the number of rows. */
async function putTable(client: pg.Client, name: string, columns: string[], entries: EntryWriter): Promise<number> {
  const copy = client.query(copyTo(`COPY (SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(name)}) TO STDOUT`))
  let [rows, number, held] = [0, 0, 0]
  let pieces: Buffer[] = []
  // One chunk is compressed while the next one is read.
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

/** Yields the keys of the files that rows refer to, in the same transaction as the rows. */
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
        yield isVideo ? videoKey(name, VIDEO_EXTENSIONS[mimeType] ?? '') : originalKey(name)
      }
      if (rows.length < FILES_AT_ONCE) break
      after = rows.at(-1)?.sha256 ?? ''
    }
  const { rows } = await client.query<{ id: string }>(
    `SELECT id::text FROM product_imports WHERE status IN ('uploaded', 'unmapped', 'reading', 'read', 'applying') ORDER BY id`,
  )
  for (const { id } of rows) yield `imports/${id}.csv`
}

/** Reads the written file like a restore. @throws BackupError if it differs from what was written */
async function proveSame(file: string, end: BackupEnd, signal?: AbortSignal): Promise<void> {
  const read = await readBackup(file, {}, signal)
  if (read.end.digest !== end.digest)
    throw new BackupError(
      'The backup could not be verified: the data on the disk differs from what was written. The backup was deleted.',
    )
}

async function syncFolder(folder: string): Promise<void> {
  const opened = await fs.open(folder).catch(() => null)
  // Not every system can sync a folder.
  await opened?.sync().catch(() => undefined)
  await opened?.close()
}

function refuse(error: unknown, file: string): never {
  throw describeWriteError(error, file)
}
