import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { log } from '#server/platform/log.ts'

/**
 * V8 takes as much as it is given before it collects, whatever is alive: with these limits 100,000 rows stay below
 * 300 MB. `npm run bench -- import` measures with the same.
 */
export const IMPORT_HEAP: readonly string[] = ['--max-old-space-size=128', '--max-semi-space-size=8']

export interface WorkOrder {
  databaseUrl: string
  dataDir: string
  partnerId: string
  logLevel: string
}

export type WorkAnswer =
  /** False if there may be more to do. */
  { isDone: boolean } | { failure: { message: string; stack: string; isDatabaseAway: boolean } }

/** How a process came to its end; the last two before its work did. */
export type WorkOutcome = 'done' | 'more to do' | 'out of memory' | 'killed'

/** For tests. */
export interface ProcessOptions {
  heap?: readonly string[]
  onStart?: (pid: number) => void
}

/**
 * Does a partner's steps in a process of its own. Not in a thread: that shares the server's memory, whose peak its limits
 * do not bound. Started for each piece of work: about half a second.
 * @throws what the work threw; the signal's reason, once the process is gone
 */
export async function workApart(
  order: Omit<WorkOrder, 'logLevel'>,
  signal: AbortSignal,
  { heap = IMPORT_HEAP, onStart }: ProcessOptions = {},
): Promise<WorkOutcome> {
  signal.throwIfAborted()
  // The parent may run with a debugger or a loader, which the child must not inherit.
  const child = fork(path.join(import.meta.dirname, 'import-process.ts'), {
    execArgv: [...heap],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // `closed` reports errors itself; a later one must not crash this process.
  child.on('error', () => undefined)
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  let answer: WorkAnswer | null = null
  child.on('message', (given) => (answer = given as WorkAnswer))
  // 'exit' may come before the last message.
  const closed = once(child, 'close') as Promise<[code: number | null, killedBy: NodeJS.Signals | null]>
  // By message: what is on a command line can be read by everybody on the machine. A child that is gone closes anyway.
  child.send({ ...order, logLevel: log.level } satisfies WorkOrder, () => undefined)
  if (child.pid !== undefined) onStart?.(child.pid)
  try {
    const [code, killedBy] = await closed
    if (answer) return outcomeOf(answer)
    signal.throwIfAborted()
    // V8 aborts where its heap is full.
    const outcome = killedBy === 'SIGABRT' || code === 134 ? 'out of memory' : 'killed'
    log.warn({ partnerId: order.partnerId, code, killedBy, outcome }, 'the process of an import ended too early')
    return outcome
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
  }
}

function outcomeOf(answer: WorkAnswer): WorkOutcome {
  if ('isDone' in answer) return answer.isDone ? 'done' : 'more to do'
  const { message, stack, isDatabaseAway } = answer.failure
  // The class of an error does not come through: `isDatabaseAway` looks at the cause too.
  throw Object.assign(new Error(message, isDatabaseAway ? { cause: { kind: 'ConnectionClosed' } } : {}), { stack })
}
