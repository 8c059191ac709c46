import { fork, type Serializable } from 'node:child_process'
import { once } from 'node:events'
import { log } from './log.ts'

/**
 * V8 uses all the memory that it may before it collects garbage. With these limits an import of 100,000 rows stays
 * below 300 MB. `npm run bench -- import` uses the same limits.
 */
export const WORK_HEAP: readonly string[] = ['--max-old-space-size=128', '--max-semi-space-size=8']
/**
 * Returns memory outside V8's heap to the system when it is freed. By default glibc keeps up to 64 MB, and more with
 * each thread. Other C libraries ignore these variables.
 */
export const WORK_ENV = {
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
  MALLOC_ARENA_MAX: '2',
}

/** Why a process ended during its work. */
export type WorkDeath = 'out of memory' | 'too long' | 'killed'

export interface ProcessOptions {
  heap?: readonly string[]
  mayTakeMs?: number
  onStart?: (pid: number) => void
}

/** Sent by work-process-child.ts before its answer. */
export interface WorkBegun {
  hasBegun: true
}

/**
 * Runs a script that calls `answerParent` (work-process-child.ts) in a separate process, for work whose cost depends on
 * other people's data. Not a thread, because threads share the server's memory, and their limits do not bound its peak.
 * Starting a process takes about half a second.
 * @param script the script's path
 * @param order the script's input. It is sent as a message, because anyone on the machine can read a command line.
 * @returns the answer, or why the process ended without one
 * @throws the signal's reason, once the process is gone
 */
export async function runInProcess<Answer extends object>(
  script: string,
  order: Serializable,
  signal: AbortSignal,
  { heap = WORK_HEAP, mayTakeMs = Infinity, onStart }: ProcessOptions = {},
): Promise<{ answer: Answer } | 'not begun' | WorkDeath> {
  signal.throwIfAborted()
  // The parent may run with a debugger or a loader, which the child must not inherit.
  const child = fork(script, {
    execArgv: [...heap],
    env: { ...process.env, ...WORK_ENV },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Copies texts as they are. Written as JSON, a hostile one becomes six times as long.
    serialization: 'advanced',
  })
  // `closed` reports errors. A later one must not crash this process.
  child.on('error', () => undefined)
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  let isTooLong = false
  const limit = Number.isFinite(mayTakeMs)
    ? setTimeout(() => {
        isTooLong = true
        kill()
      }, mayTakeMs)
    : undefined
  let hasBegun = false
  let answer: Answer | null = null
  child.on('message', (given: WorkBegun | Answer) => {
    if ('hasBegun' in given) hasBegun = true
    else answer = given
  })
  // 'exit' may come before the last message.
  const closed = once(child, 'close') as Promise<[code: number | null, killedBy: NodeJS.Signals | null]>
  // A child that has ended emits 'close' anyway.
  child.send(order, () => undefined)
  if (child.pid !== undefined) onStart?.(child.pid)
  try {
    const [code, killedBy] = await closed
    if (answer) return { answer }
    signal.throwIfAborted()
    // V8 aborts when its heap is full.
    const death = isTooLong ? 'too long' : killedBy === 'SIGABRT' || code === 134 ? 'out of memory' : 'killed'
    const outcome = hasBegun ? death : 'not begun'
    log.warn({ script, code, killedBy, outcome }, 'a worker process exited before it finished')
    return outcome
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', kill)
    kill()
  }
}
