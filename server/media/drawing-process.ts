import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { Variant } from './media-keys.ts'

export interface DrawOrder {
  dataDir: string
  variants: Variant[]
}

export interface DrawAnswer {
  /** Null if everything was drawn. */
  problem: string | null
}

/**
 * Draws in a process of its own, one picture at a time, at the system's lowest priority, so that shoppers' requests
 * come first. Started for the first picture, and again if a picture has crashed it.
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
    signal.throwIfAborted()
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) this.#child = start()
    const child = this.#child
    const ended = new AbortController()
    const until = { signal: AbortSignal.any([signal, ended.signal]) }
    const order: DrawOrder = { dataDir: this.#dataDir, variants }
    child.send(order)
    const exit = once(child, 'exit', until).then(
      ([code, killedBy]) => `the process that drew it ended (${String(killedBy ?? code)})`,
    )
    const answer = once(child, 'message', until).then(([message]) => (message as DrawAnswer).problem)
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
  // `draw` reports errors itself; a later one must not crash this process.
  child.on('error', () => undefined)
  return child
}
