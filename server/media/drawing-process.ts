import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { PaletteColour } from './appearance/main-colours.shared.ts'
import type { Variant } from './media-keys.ts'

/** Draws the variants, or reads how the original of a name looks. */
export type DrawOrder = { dataDir: string } & ({ variants: Variant[] } | { reads: string })

export interface DrawAnswer {
  /** Null if everything was done. */
  problem: string | null
  /** What was read; null where nothing was to be read, or where the file is missing or no picture. */
  seen?: SeenPicture | null
}

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
   * @returns the problem, or null. Rejects if `stop` came first, or no process can be started.
   */
  async draw(variants: Variant[], signal: AbortSignal): Promise<string | null> {
    return (await this.#ask({ dataDir: this.#dataDir, variants }, signal)).problem
  }

  /**
   * Reads how what the original of that name shows looks.
   * @returns null where it cannot be read, because it is missing, no picture, or has crashed the process. Rejects if
   * `stop` came first, or the storage cannot be read.
   */
  async read(name: string, signal: AbortSignal): Promise<SeenPicture | null> {
    const { problem, seen } = await this.#ask({ dataDir: this.#dataDir, reads: name }, signal)
    if (problem !== null && seen !== null) throw new Error(problem)
    return seen ?? null
  }

  async #ask(order: DrawOrder, signal: AbortSignal): Promise<DrawAnswer> {
    signal.throwIfAborted()
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) this.#child = start()
    const child = this.#child
    const ended = new AbortController()
    const until = { signal: AbortSignal.any([signal, ended.signal]) }
    child.send(order)
    const exit = once(child, 'exit', until).then(([code, killedBy]): DrawAnswer => ({
      problem: `the process that drew it ended (${String(killedBy ?? code)})`,
      seen: null,
    }))
    const answer = once(child, 'message', until).then(([message]) => message as DrawAnswer)
    try {
      return await Promise.race([exit, answer])
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
