import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#server/platform/log.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import type { HttpContext } from './address.ts'
import type { Asker } from './asker.ts'

/** The pieces of a file, made when they are asked for. */
type Pieces = AsyncGenerator<string | Uint8Array>

interface Limits {
  /** Files that one asker may have under way. */
  ofAsker: number
  /** Files of all askers. */
  together: number
}

const RETRY_SECONDS = 10
/** A reader that takes nothing for so long is gone. */
const IDLE_MS = 2 * 60_000

/**
 * Sends files while they are written. Each piece is made when the reader takes it, in the visitor's turn and at the
 * visitor's cost. A visitor with no budget left is refused before the first piece, and gets later pieces more slowly.
 * Limits how many run at once, and stops when the reader disconnects.
 */
export class StreamedFiles {
  readonly #limits: Limits
  readonly #running = new Map<string, number>()
  #all = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /**
   * @param write called once the file may be sent; what it and the first piece throw is thrown here
   * @returns the file, or 503 if too many files of others are under way
   * @throws TooMuchAsked if the asker has too many under way, or an empty account
   */
  async send(
    c: HttpContext,
    { key, inTurn }: Pick<Asker, 'key' | 'inTurn'>,
    write: () => Pieces | Promise<Pieces>,
    headers: HeadersInit,
  ): Promise<Response> {
    const leave = this.#enter(await key())
    if (!leave)
      return c.text('Many files are being downloaded right now. Please try again in a few seconds.', 503, {
        'retry-after': String(RETRY_SECONDS),
        'cache-control': 'no-store',
      })
    let pieces: Pieces | undefined
    try {
      const first = await inTurn(async () => {
        pieces = await write()
        return pieces.next()
      })
      if (pieces && c.req.method !== 'HEAD') return new Response(bodyOf(pieces, first, inTurn, leave), { headers })
      leave()
      await pieces?.return(undefined)
      return new Response(null, { headers })
    } catch (error) {
      leave()
      await pieces?.return(undefined)
      throw error
    }
  }

  /** @returns ends it; null if too many of all are under way @throws TooMuchAsked */
  #enter(key: string): (() => void) | null {
    const own = this.#running.get(key) ?? 0
    if (own >= this.#limits.ofAsker) throw new TooMuchAsked(RETRY_SECONDS)
    if (this.#all >= this.#limits.together) return null
    this.#all++
    this.#running.set(key, own + 1)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#all--
      const left = (this.#running.get(key) ?? 1) - 1
      if (left) this.#running.set(key, left)
      else this.#running.delete(key)
    }
  }
}

function bodyOf(
  pieces: Pieces,
  first: IteratorResult<string | Uint8Array, unknown>,
  inTurn: Asker['inTurn'],
  leave: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const gone = new AbortController()
  let idle: NodeJS.Timeout | undefined
  let next: typeof first | null = first
  const end = async () => {
    clearTimeout(idle)
    gone.abort()
    leave()
    await pieces.return(undefined)
  }
  const restart = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    clearTimeout(idle)
    idle = setTimeout(() => {
      controller.error(new Error('The reader takes nothing.'))
      void end()
    }, IDLE_MS)
    idle.unref()
  }
  return new ReadableStream<Uint8Array>(
    {
      start: restart,
      pull: async (controller) => {
        clearTimeout(idle)
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
          log.error({ err: error }, 'a file broke off')
          controller.error(error)
          await end()
        }
      },
      cancel: end,
    },
    // No piece is made before the reader asks for it.
    { highWaterMark: 0 },
  )
}

/** Waits until the visitor has budget again: the download is slower, but complete. */
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
