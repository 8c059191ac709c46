import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '#server/platform/errors.ts'
import { FairQueue, QueueFullError } from '#server/platform/fair-queue.ts'
import type { ExamineAnswer, ExamineOrder } from './examine-file.ts'

/** The time limit for code that ignores the separate limit for decoding. */
const MAY_TAKE_MS = 60_000
/** Maximum waiting files. Each takes a second or two. */
const MAX_WAITING = 100
/** Maximum waiting files per owner, as many as a page sends at a time. */
const MAX_WAITING_OF_OWNER = 20
const UNREADABLE = 'We cannot read this file. Please save it again and retry.'

/**
 * Examines files in a separate process, one at a time, with turns by owner. The process ends when nothing is waiting,
 * or with a file that crashes it.
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
   * @param owner the partner or shopper who sent it. Many files of one owner do not delay others
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

/** This process's examiner. Files of partners and shoppers wait in one queue. */
export const examining = new ExaminingProcess()

function start(): ChildProcess {
  // The child must not inherit the parent's debugger or loader options.
  const child = fork(path.join(import.meta.dirname, 'examine-process.ts'), {
    execArgv: [],
    // The result contains bytes, which JSON would turn into an object.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  // `examine` reports errors. A later one must not crash this process.
  child.on('error', () => undefined)
  return child
}
