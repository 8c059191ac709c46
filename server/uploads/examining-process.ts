import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#server/platform/errors.ts'
import type { ExamineAnswer, ExamineOrder } from './examine-file.ts'

/** Decoding has a time limit of its own; this one is for what ignores it. */
const MAY_TAKE_MS = 60_000
/** Each takes a second or two at most. */
const MAX_WAITING = 100
const UNREADABLE = 'This file cannot be read. Please save it anew and try again.'

/** Examines files in a process of its own, one at a time. It ends when nothing waits, or with a file that crashes it. */
export class ExaminingProcess {
  readonly #mayTakeMs: number
  readonly #maxWaiting: number
  #child: ChildProcess | null = null
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor({ mayTakeMs = MAY_TAKE_MS, maxWaiting = MAX_WAITING } = {}) {
    this.#mayTakeMs = mayTakeMs
    this.#maxWaiting = maxWaiting
  }

  /** @throws AppError unavailable if too many files wait. */
  async examine(order: ExamineOrder): Promise<ExamineAnswer> {
    if (this.#waiting >= this.#maxWaiting)
      throw new AppError('unavailable', 'Many files are being read at the moment. Please try again in a minute.')
    this.#waiting++
    const mine = this.#last.then(() => this.#ask(order))
    this.#last = mine.catch(() => undefined)
    try {
      return await mine
    } finally {
      if (--this.#waiting === 0) this.#stop()
    }
  }

  async #ask(order: ExamineOrder): Promise<ExamineAnswer> {
    if (this.#child?.exitCode !== null || this.#child.signalCode !== null) this.#child = start()
    const child = this.#child
    const ended = new AbortController()
    const until = { signal: ended.signal }
    child.send(order)
    const exit = once(child, 'exit', until).then(() => ({ problem: UNREADABLE }))
    const answer = once(child, 'message', until).then(([message]) => message as ExamineAnswer)
    const late = pause(this.#mayTakeMs, { problem: UNREADABLE }, until).then((problem) => {
      this.#stop()
      return problem
    })
    try {
      return await Promise.race([exit, answer, late])
    } finally {
      ended.abort()
      await Promise.allSettled([exit, answer, late])
    }
  }

  #stop(): void {
    this.#child?.kill('SIGKILL')
    this.#child = null
  }
}

function start(): ChildProcess {
  // The parent may run with a debugger or a loader, which the child must not inherit.
  const child = fork(path.join(import.meta.dirname, 'examine-process.ts'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // `examine` reports errors itself; a later one must not crash this process.
  child.on('error', () => undefined)
  return child
}
