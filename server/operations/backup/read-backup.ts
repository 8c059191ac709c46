import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import tar from 'tar-stream'
import type { z } from 'zod'
import { readBackupFile } from './backup-place.ts'
import {
  BackupError,
  countLines,
  digestInName,
  endSchema,
  EntriesDigest,
  entryKind,
  FIRST_ENTRY,
  FORMAT,
  headerSchema,
  LAST_ENTRY,
  PIECE_BYTES,
  type BackupEnd,
  type BackupHeader,
} from './backup-format.ts'

const decompress = promisify(zstdDecompress)
/** A chunk exceeds its limit by at most one block from PostgreSQL. */
const MAX_OF_PIECE = PIECE_BYTES + 1024 ** 3
/** The header and the summary take a few kilobytes. */
const MAX_SAID = 16 * 1024 * 1024

const UNREADABLE = {
  EACCES: 'the user that runs the shop cannot read it. Make that user its owner (chown), and let them open its folder',
  EISDIR: 'it is a folder',
  EIO: 'its disk is failing. Use another copy',
}

/** Consumes the contents of a backup, in their order. */
export interface BackupTaker {
  begin?: (header: BackupHeader) => Promise<void>
  /** A chunk of a table's rows in COPY format. The chunks of a table follow one another. */
  rows?: (table: string, bytes: Buffer) => Promise<void>
  /** A file, with its path below DATA_DIR. */
  file?: (name: string, bytes: AsyncIterable<Uint8Array>) => Promise<void>
}

/**
 * Reads a complete backup and verifies it: the checksum of every chunk, the name of every image against its content,
 * and the summary against the entries and rows.
 * @throws BackupError if it is not a backup, comes from a later version, or is damaged; errors of the consumer
 */
export async function readBackup(
  file: string,
  take: BackupTaker,
  signal?: AbortSignal,
): Promise<{ header: BackupHeader; end: BackupEnd }> {
  const extract = tar.extract()
  // The pipeline's errors come from the consumer.
  const source = pipeline(Readable.from(readBackupFile(file)), extract, () => undefined)
  let isTaking = false
  /** The error of the file while it was consumed. */
  let broken: unknown
  const digest = new EntriesDigest()
  const rows: Record<string, number> = {}
  let header: BackupHeader | null = null
  let end: BackupEnd | null = null
  let files = 0
  try {
    for await (const entry of extract) {
      signal?.throwIfAborted()
      const { name, size = 0 } = entry.header
      const content = entry as AsyncIterable<Uint8Array>
      if (!header) {
        if (name !== FIRST_ENTRY) throw new BackupError(`${file} is not a backup of this shop.`)
        const bytes = await bufferEntry(file, name, content, MAX_SAID)
        header = headerOf(file, bytes)
        digest.begin(name, size)
        digest.add(bytes)
        for (const table of header.tables) rows[table.name] = 0
        isTaking = true
        await take.begin?.(header)
        isTaking = false
        continue
      }
      if (end) throw damaged(file, `${name} comes after its end`)
      if (name === LAST_ENTRY) {
        end = parsed(file, endSchema, await bufferEntry(file, name, content, MAX_SAID))
        continue
      }
      digest.begin(name, size)
      const kind = entryKind(name)
      if (!kind) throw damaged(file, `${name} does not belong in it`)
      if ('table' in kind) {
        const packed = await bufferEntry(file, name, content, MAX_OF_PIECE)
        digest.add(packed)
        const bytes = await decompress(packed, { maxOutputLength: MAX_OF_PIECE }).catch((error: unknown) => {
          throw damaged(file, `${name} cannot be unpacked`, error)
        })
        if (rows[kind.table] === undefined) throw damaged(file, `its header does not list the table ${kind.table}`)
        rows[kind.table] = (rows[kind.table] ?? 0) + countLines(bytes)
        isTaking = true
        await take.rows?.(kind.table, bytes)
        isTaking = false
      } else {
        files++
        const hash = createHash('sha256')
        const parts = (async function* () {
          try {
            for await (const part of content) {
              digest.add(part)
              hash.update(part)
              yield part
            }
          } catch (error) {
            broken = error
            throw error
          }
        })()
        if (take.file) {
          isTaking = true
          await take.file(name, parts)
          isTaking = false
        }
        for await (const part of parts) void part
        if (!hash.digest('hex').startsWith(digestInName(name) ?? ''))
          throw damaged(file, `the contents of ${name} do not match its name`)
      }
    }
  } catch (error) {
    if ((isTaking && error !== broken) || error instanceof BackupError || signal?.aborted) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new BackupError(`The file ${file} does not exist.`, { cause: error })
    if (code === 'EACCES' || code === 'EISDIR' || code === 'EIO')
      throw new BackupError(`${file} cannot be read: ${UNREADABLE[code]}.`, { cause: error })
    throw header ? cutShort(file, error) : new BackupError(`${file} is not a backup of this shop.`, { cause: error })
  } finally {
    source.destroy()
  }
  if (!header) throw new BackupError(`${file} is empty, so it is not a backup of this shop.`)
  if (!end) throw cutShort(file)
  if (digest.end() !== end.digest || files !== end.files)
    throw damaged(file, 'its contents do not match what was written')
  for (const [table, count] of Object.entries(end.rows))
    if (rows[table] !== count) throw damaged(file, `${table} has ${rows[table] ?? 0} rows of ${count}`)
  return { header, end }
}

function headerOf(file: string, bytes: Buffer): BackupHeader {
  const { format } = parsed(file, headerSchema.pick({ format: true }), bytes)
  if (format > FORMAT)
    throw new BackupError(
      `${file} was made by a later version of the shop (format ${format}; this one reads ${FORMAT}). Install that version, then restore.`,
    )
  return parsed(file, headerSchema, bytes)
}

function parsed<Schema extends z.ZodType>(file: string, schema: Schema, bytes: Buffer): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    throw damaged(file, 'its description cannot be read', error)
  }
}

async function bufferEntry(
  file: string,
  name: string,
  content: AsyncIterable<Uint8Array>,
  most: number,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of content) {
    bytes += part.length
    if (bytes > most) throw damaged(file, `${name} is too large`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const damaged = (file: string, what: string, cause?: unknown) =>
  new BackupError(`${file} is damaged: ${what}. Make another backup.`, { cause })
const cutShort = (file: string, cause?: unknown) =>
  new BackupError(`${file} is incomplete: it ends too early. Copy it again, or make another backup.`, { cause })
