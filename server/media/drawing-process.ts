import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Variant } from './media-files.ts'

export interface DrawOrder {
  dataDir: string
  variants: Variant[]
}

export interface DrawAnswer {
  /** Null when all is drawn. */
  problem: string | null
}

/**
 * Draws in a process of its own, one picture at a time, at the lowest priority that the system has: what shoppers wait for comes first.
 * It is started for the first picture, and anew when a picture has ended it.
 */
export class DrawingProcess {
  readonly #dataDir: string
  #child: ChildProcess | null = null

  constructor(dataDir: string) {
    this.#dataDir = dataDir
  }

  /** Of the process, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Draws what is not drawn yet. @returns what was in the way, or null. Rejects when `stop` came first, and when no process can be started. */
  async draw(variants: Variant[], signal: AbortSignal): Promise<string | null> {
    signal.throwIfAborted()
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) this.#child = start()
    const child = this.#child
    const ended = new AbortController()
    const until = { signal: AbortSignal.any([signal, ended.signal]) }
    const order: DrawOrder = { dataDir: this.#dataDir, variants }
    child.send(order)
    const exit = once(child, 'exit', until).then(([code, killedBy]) => `the process that drew it ended (${String(killedBy ?? code)})`)
    const answer = once(child, 'message', until).then(([message]) => (message as DrawAnswer).problem)
    try {
      return await Promise.race([exit, answer])
    } finally {
      ended.abort()
      await Promise.allSettled([exit, answer])
    }
  }

  /** Whatever it is at. */
  stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = null
  }
}

function start(): ChildProcess {
  // Whoever starts it may itself run with a debugger or a loader.
  const child = fork(path.join(import.meta.dirname, 'draw-process.ts'), { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  // `draw` hears of errors; one that comes later must not end this process.
  child.on('error', () => undefined)
  return child
}
