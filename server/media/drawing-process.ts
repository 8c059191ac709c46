import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { PaletteColour } from './appearance/main-colours.shared.ts'
import type { Variant } from './media-keys.ts'

/** Draws the variants, or reads how the original of a name looks. */
export type DrawOrder = { dataDir: string } & ({ variants: Variant[] } | { reads: string })

/** The file was read and is no picture (or crashed the decoder), or there is no such file. Nothing else says so. */
type Unusable = { outcome: 'unreadable'; problem: string } | { outcome: 'missing' }

export type DrawAnswer = { outcome: 'done'; seen?: SeenPicture } | Unusable | { outcome: 'failed'; problem: string }

export interface SeenPicture {
  palette: PaletteColour[]
  /** The bytes of its appearance, in base64. */
  appearance: string
}

/**
 * Draws and reads pictures in a process of its own, one at a time, at the system's lowest priority, so that shoppers'
 * requests come first. Started for the first picture, and again if a picture has crashed it.
 */
export class DrawingProcess {
  readonly #dataDir: string
  #child: ChildProcess | null = null

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Of the running process, if any. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Draws the variants that are missing.
   * @returns null if all are there now. Rejects if `stop` came first, no process can be started, or the storage cannot be read or written.
   */
  async draw(variants: Variant[], signal: AbortSignal): Promise<Unusable | null> {
    const answer = await this.#ask({ dataDir: this.#dataDir, variants }, signal)
    return answer.outcome === 'done' ? null : answer
  }

  /**
   * Reads how what the original of that name shows looks.
   * Rejects if `stop` came first, or the storage cannot be read.
   */
  async read(name: string, signal: AbortSignal): Promise<SeenPicture | Unusable['outcome']> {
    const answer = await this.#ask({ dataDir: this.#dataDir, reads: name }, signal)
    if (answer.outcome !== 'done') return answer.outcome
    if (!answer.seen) throw new Error('The drawing process answered another order.')
    return answer.seen
  }

  async #ask(order: DrawOrder, signal: AbortSignal): Promise<Exclude<DrawAnswer, { outcome: 'failed' }>> {
    signal.throwIfAborted()
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) this.#child = start()
    const child = this.#child
    const ended = new AbortController()
    const until = { signal: AbortSignal.any([signal, ended.signal]) }
    child.send(order)
    const exit = once(child, 'exit', until).then(([code, killedBy]): DrawAnswer => ({
      outcome: 'unreadable',
      problem: `the process that drew it ended (${String(killedBy ?? code)})`,
    }))
    const answer = once(child, 'message', until).then(([message]) => message as DrawAnswer)
    try {
      const told = await Promise.race([exit, answer])
      if (told.outcome === 'failed') throw new Error(told.problem)
      return told
    } finally {
      ended.abort()
      await Promise.allSettled([exit, answer])
    }
  }

  /** Stops even in the middle of a picture. */
  stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = null
  }
}

function start(): ChildProcess {
  // The parent may run with a debugger or a loader, which the child must not inherit.
  const child = fork(path.join(import.meta.dirname, 'draw-process.ts'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // Whoever asks it learns of errors; a later one must not crash this process.
  child.on('error', () => undefined)
  return child
}
