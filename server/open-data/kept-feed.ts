import { createWriteStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { constants, createGzip } from 'node:zlib'
import { z } from 'zod'
import { log } from '#server/platform/log.ts'
import { makePrivateFolder, PRIVATE_FILE } from '#server/platform/private-files.ts'

const HOUR_MS = 3_600_000
/** An older file is rewritten while it is still served. */
const FRESH_MS = 6 * HOUR_MS
/** An older file is not served: it would contain products that were taken down since, and its cursor expires. */
const GIVEN_MS = 12 * HOUR_MS

/** The pause after a failure. */
const AGAIN_MS = 60_000

const about = z.strictObject({
  /** Milliseconds since 1970. */
  writtenAt: z.int(),
  /** Of the uncompressed text. */
  bytes: z.int(),
  /** What it was written for: it is invalid for another database or site address. */
  of: z.string(),
})
type About = z.infer<typeof about>

/** A file of the entire catalogue as served: compressed, complete, and unchanged until the next one. */
export interface KeptFile extends About {
  file: fs.FileHandle
  /** Compressed. */
  size: number
  etag: string
}

interface FeedParts {
  /** The file's folder. */
  dataDir: string
  /** 'products.ndjson' */
  name: string
  /** Returns what `write` would write for. */
  of: () => Promise<string>
  write: () => AsyncGenerator<string>
  now?: () => number
}

/**
 * Writes a full feed at most once in six hours, on request, and serves it from the disk: a million products take
 * minutes of processor time, and there are many readers. Without requests nothing is written. While writing it pauses
 * as long as it works, so that pages are hardly delayed.
 */
export class KeptFeed {
  readonly #parts: FeedParts
  readonly #folder: string
  #writing: Promise<void> | null = null
  #failedAt = -Infinity

  constructor(parts: FeedParts) {
    this.#parts = parts
    this.#folder = path.join(parts.dataDir, 'feeds')
  }

  /**
   * Returns the open file; the caller closes it. Null if there is none yet and it is being written. @param patienceMs
   * how long to wait for that
   */
  async open(patienceMs: number): Promise<KeptFile | null> {
    const found = await this.#find()
    const age = found ? this.#now() - found.writtenAt : Infinity
    if (found && age < FRESH_MS) return found
    if (this.#now() - this.#failedAt < AGAIN_MS) {
      if (found && age < GIVEN_MS) return found
      await found?.file.close()
      return null
    }
    const writing = this.#write()
    if (found && age < GIVEN_MS) return found
    await found?.file.close()
    const isWritten = await Promise.race([writing.then(() => true), pause(patienceMs, false, { ref: false })])
    return isWritten ? this.#find() : null
  }

  /** Resolves when the current writing is done. */
  async settle(): Promise<void> {
    await this.#writing?.catch(() => undefined)
  }

  async #find(): Promise<KeptFile | null> {
    let file: fs.FileHandle | undefined
    try {
      const told = about.parse(JSON.parse(await fs.readFile(`${this.#path}.json`, 'utf8')))
      if (told.of !== (await this.#parts.of())) return null
      file = await fs.open(`${this.#path}.${told.writtenAt}.gz`)
      const { size } = await file.stat()
      return { ...told, file, size, etag: `"${told.writtenAt.toString(36)}-${told.bytes.toString(36)}"` }
    } catch (error) {
      await file?.close()
      if (
        (error as { code?: string }).code !== 'ENOENT' &&
        !(error instanceof SyntaxError) &&
        !(error instanceof z.ZodError)
      )
        throw error
      return null
    }
  }

  #write(): Promise<void> {
    if (this.#writing) return this.#writing
    this.#writing = this.#writeOnce().finally(() => (this.#writing = null))
    // Waiting callers get the error; without any, the log does.
    this.#writing.catch((error: unknown) => {
      this.#failedAt = this.#now()
      log.error({ err: error, feed: this.#parts.name }, 'a feed was not written')
    })
    return this.#writing
  }

  async #writeOnce(): Promise<void> {
    const of = await this.#parts.of()
    const writtenAt = this.#now()
    const half = `${this.#path}.${writtenAt}.half`
    await makePrivateFolder(this.#folder)
    let bytes = 0
    const count = new Transform({
      transform: (chunk: Buffer, _, done) => {
        bytes += chunk.length
        done(null, chunk)
      },
    })
    const started = performance.now()
    try {
      await pipeline(
        Readable.from(atLeisure(this.#parts.write()), { objectMode: false, highWaterMark: 1 }),
        count,
        createGzip({ level: constants.Z_BEST_SPEED + 3 }),
        createWriteStream(half, { mode: PRIVATE_FILE }),
      )
      await fs.rename(half, `${this.#path}.${writtenAt}.gz`)
      await fs.writeFile(`${this.#path}.json.half`, JSON.stringify({ writtenAt, bytes, of } satisfies About), {
        mode: PRIVATE_FILE,
      })
      await fs.rename(`${this.#path}.json.half`, `${this.#path}.json`)
      await this.#forget(writtenAt)
    } finally {
      await fs.rm(half, { force: true })
    }
    log.info({ feed: this.#parts.name, bytes, ms: Math.round(performance.now() - started) }, 'feed written')
  }

  /** Deletes older files. A reader has its file open and can finish it. */
  async #forget(writtenAt: number): Promise<void> {
    const own = `${this.#parts.name}.`
    for (const name of await fs.readdir(this.#folder)) {
      const [, at] = /^(\d+)\.(?:gz|half)$/.exec(name.startsWith(own) ? name.slice(own.length) : '') ?? []
      // Another process may be writing one in the same folder.
      if (at !== undefined && Number(at) < writtenAt - HOUR_MS)
        await fs.rm(path.join(this.#folder, name), { force: true })
    }
  }

  get #path(): string {
    return path.join(this.#folder, this.#parts.name)
  }

  #now(): number {
    return this.#parts.now?.() ?? Date.now()
  }
}

/** Pauses after each chunk for as long as it took. */
async function* atLeisure(text: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  let started = performance.now()
  for await (const piece of text) {
    await pause(performance.now() - started)
    yield Buffer.from(piece)
    started = performance.now()
  }
}
