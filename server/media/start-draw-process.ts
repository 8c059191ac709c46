import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { PaletteColour } from './appearance/main-colours.shared.ts'
import type { Variant } from './media-keys.ts'

/** An order to draw variants, or to read the look of the named original. */
export type DrawOrder = { dataDir: string } & ({ variants: Variant[] } | { reads: string })

/** The file does not exist, or it is not a picture or crashed the decoder. Other errors are thrown. */
type Unusable = { outcome: 'unreadable'; problem: string } | { outcome: 'missing' }

export type DrawAnswer = { outcome: 'done'; seen?: SeenPicture } | Unusable | { outcome: 'failed'; problem: string }

type Answer = Exclude<DrawAnswer, { outcome: 'failed' }>

export interface SeenPicture {
  palette: PaletteColour[]
  /** The bytes of its appearance, in base64. */
  appearance: string
}

/**
 * Draws and reads pictures in a separate process, one at a time, at the lowest system priority, so that shoppers'
 * requests come first. Starts with the first picture, and again after a crash.
 */
export class DrawingProcess {
  readonly #dataDir: string
  #child: ChildProcess | null = null

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** The pid of the running process, if any. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Draws the missing variants.
   * @returns null if all exist now. Rejects if `stop` came first, no process can be started, or the storage cannot be
   * read or written.
   */
  async draw(variants: Variant[], signal: AbortSignal): Promise<Unusable | null> {
    const answer = await this.#ask({ dataDir: this.#dataDir, variants }, signal)
    return answer.outcome === 'done' ? null : answer
  }

  /** Reads the look of the named original. Rejects if `stop` came first, or the storage cannot be read. */
  async read(name: string, signal: AbortSignal): Promise<SeenPicture | Unusable['outcome']> {
    const answer = await this.#ask({ dataDir: this.#dataDir, reads: name }, signal)
    if (answer.outcome !== 'done') return answer.outcome
    if (!answer.seen) throw new Error('The drawing process responded to a different request.')
    return answer.seen
  }

  async #ask(order: DrawOrder, signal: AbortSignal): Promise<Answer> {
    const answer = await this.#askOnce(order, signal)
    // The system kills processes if memory is short. The picture is to blame only if that happens again.
    return this.#child?.signalCode === 'SIGKILL' ? this.#askOnce(order, signal) : answer
  }

  async #askOnce(order: DrawOrder, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted()
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) this.#child = start()
    const child = this.#child
    const ended = new AbortController()
    const until = { signal: AbortSignal.any([signal, ended.signal]) }
    child.send(order)
    const exit = once(child, 'exit', until).then(([code, killedBy]): DrawAnswer => ({
      outcome: 'unreadable',
      problem: `the drawing process exited (${String(killedBy ?? code)})`,
    }))
    const answer = once(child, 'message', until).then(([message]) => message as DrawAnswer)
    try {
      const outcome = await Promise.race([exit, answer])
      if (outcome.outcome === 'failed') throw new Error(outcome.problem)
      return outcome
    } finally {
      ended.abort()
      await Promise.allSettled([exit, answer])
    }
  }

  /** Stops immediately, even in the middle of a picture. */
  stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = null
  }
}

function start(): ChildProcess {
  // The child must not inherit the parent's debugger or loader options.
  const child = fork(path.join(import.meta.dirname, 'draw-process.ts'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // The caller handles earlier errors; a later one must not crash this process.
  child.on('error', () => undefined)
  return child
}
