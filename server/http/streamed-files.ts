import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#server/platform/log.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import type { HttpContext } from './client-address.ts'
import type { Asker } from './asker.ts'

/** The chunks of a file, generated on demand. */
type Pieces = AsyncGenerator<string | Uint8Array>

interface Limits {
  /** Maximum simultaneous downloads of one visitor. */
  ofAsker: number
  /** Maximum simultaneous downloads of all visitors. */
  together: number
}

const RETRY_SECONDS = 10
/** A client that reads nothing for this long counts as disconnected. */
const IDLE_MS = 2 * 60_000
/**
 * If all places are taken, a new download replaces the longest-idle one, if that has been idle for at least this long.
 */
const STALE_MS = 20_000

/** A download in progress. */
interface Running {
  leave: () => void
  /** When it began to wait for its client; null while a chunk is generated. */
  waitsSince: number | null
  /** Ends the download, if it has started. */
  end: (why: string) => void
}

/**
 * Streams files while they are generated. Each chunk is generated when the client reads it, in the visitor's turn and
 * at the visitor's cost. A visitor with no budget left is refused before the first chunk, and gets later chunks more
 * slowly. Limits how many downloads run at once, and stops when the client disconnects. Idle clients cannot block all
 * places.
 */
export class StreamedFiles {
  readonly #limits: Limits
  readonly #now: () => number
  readonly #ofAskers = new Map<string, number>()
  readonly #all = new Set<Running>()

  /** @param now in ms; for tests */
  constructor(limits: Limits, now = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /**
   * @param write called once the download may start; its errors and those of the first chunk are thrown here
   * @returns the file, or 503 if too many downloads of others are in progress
   * @throws TooMuchAsked if the visitor has too many downloads in progress, or no budget left
   */
  async send(
    c: HttpContext,
    { key, inTurn }: Pick<Asker, 'key' | 'inTurn'>,
    write: () => Pieces | Promise<Pieces>,
    headers: HeadersInit,
  ): Promise<Response> {
    const running = this.#enter(await key())
    if (!running)
      return c.text('Many files are being downloaded right now. Please try again in a few seconds.', 503, {
        'retry-after': String(RETRY_SECONDS),
        'cache-control': 'no-store',
      })
    const { leave } = running
    let pieces: Pieces | undefined
    try {
      const first = await inTurn(async () => {
        pieces = await write()
        return pieces.next()
      })
      if (pieces && c.req.method !== 'HEAD')
        return new Response(bodyOf(pieces, first, inTurn, running, this.#now), { headers })
      leave()
      await pieces?.return(undefined)
      return new Response(null, { headers })
    } catch (error) {
      leave()
      await pieces?.return(undefined)
      throw error
    }
  }

  /**
   * @returns null if too many downloads are in progress
   * @throws TooMuchAsked
   */
  #enter(key: string): Running | null {
    const ofAsker = this.#ofAskers.get(key) ?? 0
    if (ofAsker >= this.#limits.ofAsker) throw new TooMuchAsked(RETRY_SECONDS)
    if (this.#all.size >= this.#limits.together && !this.#endStalest()) return null
    this.#ofAskers.set(key, ofAsker + 1)
    const running: Running = {
      waitsSince: null,
      end: () => undefined,
      leave: () => {
        if (!this.#all.delete(running)) return
        const left = (this.#ofAskers.get(key) ?? 1) - 1
        if (left) this.#ofAskers.set(key, left)
        else this.#ofAskers.delete(key)
      },
    }
    this.#all.add(running)
    return running
  }

  /**
   * @returns whether there is room now
   */
  #endStalest(): boolean {
    const before = this.#now() - STALE_MS
    const stalest = [...this.#all]
      .filter(({ waitsSince }) => waitsSince !== null && waitsSince <= before)
      .toSorted((a, b) => (a.waitsSince ?? 0) - (b.waitsSince ?? 0))[0]
    stalest?.end('The download stalled while others were waiting.')
    return this.#all.size < this.#limits.together
  }
}

function bodyOf(
  pieces: Pieces,
  first: IteratorResult<string | Uint8Array, unknown>,
  inTurn: Asker['inTurn'],
  running: Running,
  now: () => number,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const gone = new AbortController()
  let idle: NodeJS.Timeout | undefined
  let next: typeof first | null = first
  const end = async () => {
    clearTimeout(idle)
    gone.abort()
    running.leave()
    await pieces.return(undefined)
  }
  const restart = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    clearTimeout(idle)
    running.waitsSince = now()
    running.end = (why) => {
      controller.error(new Error(why))
      void end()
    }
    idle = setTimeout(() => running.end('The client stopped reading.'), IDLE_MS)
    idle.unref()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: restart,
      pull: async (controller) => {
        clearTimeout(idle)
        running.waitsSince = null
        try {
          const { done, value } = next ?? (await patiently(inTurn, () => pieces.next(), gone.signal))
          next = null
          if (gone.signal.aborted) return
          if (done) {
            controller.close()
            await end()
          } else {
            controller.enqueue(typeof value === 'string' ? encoder.encode(value) : (value as Uint8Array))
            restart(controller)
          }
        } catch (error) {
          if (gone.signal.aborted) return
          log.error({ err: error }, 'a download failed')
          controller.error(error)
          await end()
        }
      },
      cancel: end,
    },
    // Generates no chunk before the client asks for it.
    { highWaterMark: 0 },
  )
}

/** Waits until the visitor has budget again. The download gets slower, but stays complete. */
async function patiently<T>(inTurn: Asker['inTurn'], work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await inTurn(work)
    } catch (error) {
      if (!(error instanceof TooMuchAsked)) throw error
      await pause(error.retryAfterSeconds * 1000, null, { signal })
    }
  }
}
