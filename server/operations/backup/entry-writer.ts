import { createReadStream, createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
// The format's well-kept reader and writer: streams, names of any length, no temporary files.
import tar from 'tar-stream'
import { isDiskFull } from '#server/platform/disk-space.ts'
import { BackupError, EntriesDigest, isUndamaged, LAST_ENTRY } from './backup-format.ts'

/** PostgreSQL may write to the same disk: it stops where that is full. */
const LEFT_FREE = 500 * 2 ** 20
const LOOK_AT_DISK_EVERY = 64 * 2 ** 20

export interface WritingParts {
  /** Where it is written to. It is there when it is whole, and not before. */
  file: string
  signal?: AbortSignal | undefined
  /** Bytes of its disk that it leaves free. */
  leftFree?: number
}

/** Writes entries one after the other. What is awaited fails when the file cannot be written. */
export class EntryWriter {
  readonly #pack = tar.pack()
  readonly #written: Promise<void>
  readonly #digest = new EntriesDigest()
  readonly #parts: WritingParts
  readonly #file: string
  #sinceLook = LOOK_AT_DISK_EVERY

  constructor(file: string, parts: WritingParts) {
    this.#parts = parts
    this.#file = file
    this.#written = pipeline(this.#pack, createWriteStream(file, { mode: 0o600, flush: true }))
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

  /** @returns its bytes; null if there is no such file, or it is damaged: for one picture's sake the shop must not be without backups. */
  async putFile(name: string, file: string): Promise<number | null> {
    if (!(await isUndamaged(name, file))) return null
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

  /** @returns what the system said when the file could not be written: what follows from that may be heard of first. */
  async abandon(): Promise<NodeJS.ErrnoException | null> {
    this.#pack.destroy()
    return this.#written.then(
      () => null,
      (reason: NodeJS.ErrnoException) => (reason.syscall === undefined ? null : reason),
    )
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
  EACCES: 'the user that the shop runs as may not write there (chown)',
  EPERM: 'the user that the shop runs as may not write there (chown)',
  EROFS: 'its disk is mounted for reading only, or the unit of systemd does not name it in ReadWritePaths',
  ENOENT:
    'it is not there and cannot be made. Its disk is not mounted, or the unit of systemd does not name it in ReadWritePaths',
  ENOTDIR: 'a part of its name is a file, not a folder',
  EEXIST: 'it is a file, not a folder',
}

/** An error of writing the backup, for whoever can mend it; every other one as it is. Reading the shop's own files fails otherwise. */
export function inWords(error: unknown, file: string): unknown {
  if (isDiskFull(error)) return new BackupError(noRoom(file), { cause: error })
  const { code = '', path: where = '/nowhere' } = error as NodeJS.ErrnoException
  const folder = path.dirname(file)
  const reason = REFUSALS[code]
  if (reason === undefined || !`${file}.partial`.startsWith(where)) return error
  return new BackupError(
    `The backup cannot be written into ${folder}: ${reason}. Mend that, or name another folder in BACKUP_DIR. Nothing was written.`,
    { cause: error },
  )
}
