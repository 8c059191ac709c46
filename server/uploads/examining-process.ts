import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#server/platform/errors.ts'
import { FairQueue, QueueFullError } from '#server/platform/fair-queue.ts'
import type { ExamineAnswer, ExamineOrder } from './examine-file.ts'

/** Decoding has a time limit of its own; this one is for what ignores it. */
const MAY_TAKE_MS = 60_000
/** Each takes a second or two at most. */
const MAX_WAITING = 100
/** As many files as a page sends at a time. */
const MAX_WAITING_OF_OWNER = 20
const UNREADABLE = 'We cannot read this file. Please save it again and retry.'

/**
 * Examines files in a process of its own, one at a time, in turns of their owners. It ends when nothing waits, or with a
 * file that crashes it.
 */
export class ExaminingProcess {
  readonly #mayTakeMs: number
  readonly #queue: FairQueue<ExamineAnswer>
  #child: ChildProcess | null = null
  #open = 0

  constructor({ mayTakeMs = MAY_TAKE_MS, maxWaiting = MAX_WAITING, maxWaitingOfOwner = MAX_WAITING_OF_OWNER } = {}) {
    this.#mayTakeMs = mayTakeMs
    this.#queue = new FairQueue({ atOnce: 1, maxWaiting, maxWaitingOfGroup: maxWaitingOfOwner })
  }

  /**
   * @param owner the partner or the shopper whose file it is: one with many does not delay the others
   * @throws AppError unavailable if too many files wait, of this owner or of all.
   */
  async examine(order: ExamineOrder, owner: string): Promise<ExamineAnswer> {
    const { signal } = new AbortController()
    this.#open++
    try {
      return await this.#queue.ask({ key: order.file, group: owner, topic: order.slot, signal }, () => this.#ask(order))
    } catch (error) {
      if (!(error instanceof QueueFullError)) throw error
      throw new AppError('unavailable', 'Many files are waiting to be processed. Please try again in a minute.')
    } finally {
      if (--this.#open === 0) this.#stop()
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

/** The one of this process: files of partners and of shoppers wait in one line. */
export const examining = new ExaminingProcess()

function start(): ChildProcess {
  // The parent may run with a debugger or a loader, which the child must not inherit.
  const child = fork(path.join(import.meta.dirname, 'examine-process.ts'), {
    execArgv: [],
    // What was examined has bytes in it, which JSON would turn into an object.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // `examine` reports errors itself; a later one must not crash this process.
  child.on('error', () => undefined)
  return child
}
