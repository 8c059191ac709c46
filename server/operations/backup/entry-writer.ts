import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
// The usual reader and writer for the format: streams, names of any length, no temporary files.
import tar from 'tar-stream'
import { StorageAway } from '#server/media/s3-client.ts'
import type { Storage } from '#server/media/storage-interface.ts'
import { isDiskFull } from '#server/platform/disk-space.ts'
import { inBucket } from './backup-place.ts'
import { BackupError, EntriesDigest, isUndamaged, LAST_ENTRY } from './backup-format.ts'
import { lookup } from '#server/platform/lookup.schema.ts'

/** PostgreSQL may use the same disk, and stops when it is full. */
const LEFT_FREE = 500 * 2 ** 20
const LOOK_AT_DISK_EVERY = 64 * 2 ** 20

export interface WritingParts {
  /** The target file. It appears only when it is complete. */
  file: string
  signal?: AbortSignal | undefined
  /** Bytes of the disk that must stay free. */
  leftFree?: number
}

/** Writes entries one by one. Awaited calls fail if the file cannot be written. */
export class EntryWriter {
  readonly #pack = tar.pack()
  readonly #written: Promise<void>
  readonly #isOnDisk: boolean
  readonly #digest = new EntriesDigest()
  readonly #parts: WritingParts
  readonly #file: string
  #sinceLook = LOOK_AT_DISK_EVERY

  constructor(file: string, parts: WritingParts) {
    this.#parts = parts
    this.#file = file
    const place = inBucket(file)
    this.#isOnDisk = place === null
    this.#written = place
      ? place.bucket.writeStream(place.key, this.#pack as AsyncIterable<Uint8Array>).then(() => undefined)
      : pipeline(this.#pack, createWriteStream(file, { mode: 0o600, flush: true }))
    this.#written.catch(() => undefined)
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

  /** @returns its bytes; null if the file is missing or damaged, because one picture must not prevent a backup. */
  async putFile(storage: Storage, name: string): Promise<number | null> {
    if (!(await isUndamaged(storage, name))) return null
    const size = await storage.size(name)
    if (size === null) return null
    await this.#ready(size)
    const bytes = storage.stream(name, 0, size)
    // Reads the first chunk before the entry begins, because the file of an import may be deleted at any moment.
    const first = await bytes.next().catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    })
    if (!first) return null
    this.#digest.begin(name, size)
    const entry = this.#pack.entry({ name, size, mode: 0o600 })
    const digest = this.#digest
    const reading = async function* () {
      for (let next = first; !next.done; next = await bytes.next()) {
        digest.add(next.value)
        yield next.value
      }
    }
    await this.#orFailed(pipeline(reading, entry))
    return size
  }

  async close(): Promise<void> {
    this.#pack.finalize()
    await this.#written
  }

  /**
   * @returns the system's error if the file could not be written, because errors that follow from it may be reported
   * first
   */
  async abandon(): Promise<NodeJS.ErrnoException | null> {
    // Destroys it with an error. Otherwise the part so far would count as a complete file.
    this.#pack.destroy(new Error('The backup was abandoned.'))
    return this.#written.then(
      () => null,
      (reason: NodeJS.ErrnoException) =>
        reason.syscall === undefined && !(reason instanceof StorageAway) ? null : reason,
    )
  }

  /** Fails if the file cannot be written, because its entry would never end. */
  #orFailed<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#written.then(() => new Promise<never>(() => undefined))])
  }

  async #ready(bytes: number): Promise<void> {
    this.#parts.signal?.throwIfAborted()
    if (!this.#isOnDisk) return
    this.#sinceLook += bytes
    if (this.#sinceLook < LOOK_AT_DISK_EVERY) return
    this.#sinceLook = 0
    const { bavail, bsize } = await fs.statfs(path.dirname(this.#file))
    if (bavail * bsize < (this.#parts.leftFree ?? LEFT_FREE) + bytes) throw new BackupError(noRoom(this.#parts.file))
  }
}

const noRoom = (file: string) =>
  `There is not enough space for the backup: the disk of ${path.dirname(file)} is nearly full. Nothing was written, and earlier backups are still there. Free some space, or set BACKUP_DIR to a folder on another disk.`

/** Reasons for refused writes: another user's folder, or the systemd unit, which allows the shop only a few folders. */
const REFUSALS = lookup({
  EACCES: 'the user that runs the shop cannot write there (use chown)',
  EPERM: 'the user that runs the shop cannot write there (use chown)',
  EROFS: 'its disk is mounted read-only, or the systemd unit does not list it in ReadWritePaths',
  ENOENT:
    'it does not exist and cannot be created. Its disk is not mounted, or the systemd unit does not list it in ReadWritePaths',
  ENOTDIR: 'part of its path is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
})

/**
 * Converts an error of writing the backup to a message for the operator; returns other errors unchanged. Errors of
 * reading the shop's own files differ.
 */
export function describeWriteError(error: unknown, file: string): unknown {
  if (error instanceof StorageAway)
    return new BackupError(`The backup was not made: ${error.message}. Check S3_URL and its keys, then try again.`, {
      cause: error,
    })
  if (isDiskFull(error)) return new BackupError(noRoom(file), { cause: error })
  const { code = '', path: where = '/nowhere' } = error as NodeJS.ErrnoException
  const folder = path.dirname(file)
  const reason = REFUSALS[code]
  if (reason === undefined || !`${file}.partial`.startsWith(where)) return error
  return new BackupError(
    `The backup cannot be written to ${folder}: ${reason}. Fix this, or set BACKUP_DIR to another folder. Nothing was written.`,
    { cause: error },
  )
}
