import { pipeline, Readable, Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { constants, createGzip } from 'node:zlib'
import { z } from 'zod'
import { openStorage } from '#server/media/storage.ts'
import type { Storage } from '#server/media/storage-interface.ts'
import { HOUR_MS } from '#server/platform/durations.values.ts'
import { log } from '#server/platform/log.ts'

/** Maximum age before the file is rewritten. It is still served while that happens. */
const FRESH_MS = 6 * HOUR_MS
/**
 * Maximum age of a served file. An older one may contain products that were taken down since, and its cursor expires.
 */
const GIVEN_MS = 12 * HOUR_MS

/** The pause after a failure. */
const AGAIN_MS = 60_000

const about = z.strictObject({
  /** Milliseconds since 1970. */
  writtenAt: z.int(),
  /** The length of the uncompressed text. */
  bytes: z.int(),
  /** The database and the site address for which it is valid. */
  of: z.string(),
})
type About = z.infer<typeof about>

/** A file of the entire catalogue: compressed, complete, and unchanged until the next one. */
export interface KeptFile extends About {
  /** Returns its compressed bytes. The file is kept for an hour after a newer one is written. */
  read: () => AsyncGenerator<Uint8Array>
  /** Compressed. */
  size: number
  etag: string
}

interface FeedParts {
  /** The folder of the storage. */
  dataDir: string
  /** 'products.ndjson' */
  name: string
  /** Returns the current database and site address, which `write` would use. */
  of: () => Promise<string>
  write: () => AsyncGenerator<string>
  now?: () => number
}

/**
 * Writes a full feed on request, at most once in six hours, and serves it from the storage for all machines, because a
 * million products take minutes of CPU time and there are many readers. Pauses as long as it works while writing, so
 * that pages are hardly delayed.
 */
export class KeptFeed {
  readonly #parts: FeedParts
  readonly #storage: Storage
  /** The prefix of its files' keys. */
  readonly #key: string
  #writing: Promise<void> | null = null
  #failedAt = -Infinity

  constructor(parts: FeedParts) {
    this.#parts = parts
    this.#storage = openStorage(parts.dataDir)
    this.#key = `feeds/${parts.name}`
  }

  /**
   * Opens the feed's file; null if there is none yet and the first one is still being written. @param patienceMs how
   * long to wait for it
   */
  async open(patienceMs: number): Promise<KeptFile | null> {
    const found = await this.#find()
    const age = found ? this.#now() - found.writtenAt : Infinity
    if (found && age < FRESH_MS) return found
    if (this.#now() - this.#failedAt < AGAIN_MS) {
      return found && age < GIVEN_MS ? found : null
    }
    const writing = this.#write()
    if (found && age < GIVEN_MS) return found
    const isWritten = await Promise.race([writing.then(() => true), pause(patienceMs, false, { ref: false })])
    return isWritten ? this.#find() : null
  }

  /** Resolves when the current write is done. */
  async settle(): Promise<void> {
    await this.#writing?.catch(() => undefined)
  }

  async #find(): Promise<KeptFile | null> {
    try {
      const stored = about.parse(JSON.parse((await this.#storage.read(`${this.#key}.json`))?.toString() ?? 'null'))
      if (stored.of !== (await this.#parts.of())) return null
      const key = `${this.#key}.${stored.writtenAt}.gz`
      const size = await this.#storage.size(key)
      if (size === null) return null
      // Weak, because the compressed file and its content share it.
      const etag = `W/"${stored.writtenAt.toString(36)}-${stored.bytes.toString(36)}"`
      return { ...stored, read: () => this.#storage.stream(key), size, etag }
    } catch (error) {
      if (!(error instanceof SyntaxError) && !(error instanceof z.ZodError)) throw error
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
    let bytes = 0
    const count = new Transform({
      transform: (chunk: Buffer, _, done) => {
        bytes += chunk.length
        done(null, chunk)
      },
    })
    const started = performance.now()
    const packed = createGzip({ level: constants.Z_BEST_SPEED + 3 })
    const text = Readable.from(atLeisure(this.#parts.write()), { objectMode: false, highWaterMark: 1 })
    // The empty callback is enough, because errors reach the writer through the compressed stream.
    pipeline(text, count, packed, () => undefined)
    await this.#storage.writeStream(`${this.#key}.${writtenAt}.gz`, packed)
    await this.#storage.write(
      `${this.#key}.json`,
      Buffer.from(JSON.stringify({ writtenAt, bytes, of } satisfies About)),
    )
    await this.#forget(writtenAt)
    log.info({ feed: this.#parts.name, bytes, ms: Math.round(performance.now() - started) }, 'feed written')
  }

  /** Deletes older files, except those that a client may still be reading. */
  async #forget(writtenAt: number): Promise<void> {
    const prefix = `${this.#key}.`
    for await (const { key } of this.#storage.list('feeds')) {
      const [, at] = /^(\d+)\.gz$/.exec(key.startsWith(prefix) ? key.slice(prefix.length) : '') ?? []
      if (at !== undefined && Number(at) < writtenAt - HOUR_MS) await this.#storage.remove(key)
    }
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
