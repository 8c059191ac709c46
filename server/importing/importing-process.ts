import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { allowedOwnOrigins } from '#server/platform/fetch-public.ts'
import { log } from '#server/platform/log.ts'
import { configuredKeys } from '#server/platform/sealed-secrets.ts'
import { addressTemplate } from '#server/shopify/admin-api.ts'
import { FEED_TIMEOUT_MS } from './read-feeds.ts'

/**
 * V8 takes as much as it is given before it collects, whatever is alive: with these limits 100,000 rows stay below
 * 300 MB. `npm run bench -- import` measures with the same.
 */
export const IMPORT_HEAP: readonly string[] = ['--max-old-space-size=128', '--max-semi-space-size=8']
/**
 * What is beside V8's heap goes back to the system when it is freed: by itself glibc keeps up to 64 MB of it, and more with each
 * thread. Others than glibc do not read this.
 */
export const IMPORT_ENV: Readonly<Record<string, string>> = {
  MALLOC_MMAP_THRESHOLD_: String(128 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(128 * 1024),
  MALLOC_ARENA_MAX: '2',
}

export interface WorkOrder {
  databaseUrl: string
  dataDir: string
  partnerId: string
  logLevel: string
  /** Of partners' stores, in base64. */
  secretKeys: string[]
  /** Of stores: admin-api.ts. */
  storeAddresses: string
  /** fetch-public.ts */
  ownOrigins: string[]
}

export type WorkEnd =
  /** False if there may be more to do. */
  { isDone: boolean } | { failure: { message: string; stack: string; isDatabaseAway: boolean } }

/** What the process says first: what it dies of from then on may be its work. */
export interface WorkBegun {
  hasBegun: true
}

/** Why a process came to its end before its work did, and after that had begun. */
export type WorkDeath = 'out of memory' | 'too long' | 'killed'

/** How a process came to its end. */
export type WorkOutcome = 'done' | 'more to do' | 'not begun' | WorkDeath

/** Longer than any file takes to be read, and than a feed may take to answer. */
export const WORK_MAY_TAKE_MS = Math.max(600_000, FEED_TIMEOUT_MS + 60_000)

/** For tests. */
export interface ProcessOptions {
  heap?: readonly string[]
  mayTakeMs?: number
  onStart?: (pid: number) => void
}

/**
 * Does a partner's steps in a process of its own. Not in a thread: that shares the server's memory, whose peak its limits
 * do not bound. Started for each piece of work: about half a second.
 * @throws what the work threw; the signal's reason, once the process is gone
 */
export async function workApart(
  order: Pick<WorkOrder, 'databaseUrl' | 'dataDir' | 'partnerId'>,
  signal: AbortSignal,
  { heap = IMPORT_HEAP, mayTakeMs = WORK_MAY_TAKE_MS, onStart }: ProcessOptions = {},
): Promise<WorkOutcome> {
  signal.throwIfAborted()
  // The parent may run with a debugger or a loader, which the child must not inherit.
  const child = fork(path.join(import.meta.dirname, 'import-process.ts'), {
    execArgv: [...heap],
    env: { ...process.env, ...IMPORT_ENV },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // `closed` reports errors itself; a later one must not crash this process.
  child.on('error', () => undefined)
  const kill = () => child.kill('SIGKILL')
  signal.addEventListener('abort', kill, { once: true })
  let isTooLong = false
  const limit = setTimeout(() => {
    isTooLong = true
    kill()
  }, mayTakeMs)
  let hasBegun = false
  let answer: WorkEnd | null = null
  child.on('message', (given: WorkBegun | WorkEnd) => {
    if ('hasBegun' in given) hasBegun = true
    else answer = given
  })
  // 'exit' may come before the last message.
  const closed = once(child, 'close') as Promise<[code: number | null, killedBy: NodeJS.Signals | null]>
  // By message: what is on a command line can be read by everybody on the machine. A child that is gone closes anyway.
  child.send(
    {
      ...order,
      logLevel: log.level,
      secretKeys: configuredKeys().map((key) => key.toString('base64')),
      storeAddresses: addressTemplate(),
      ownOrigins: allowedOwnOrigins(),
    } satisfies WorkOrder,
    () => undefined,
  )
  if (child.pid !== undefined) onStart?.(child.pid)
  try {
    const [code, killedBy] = await closed
    if (answer) return outcomeOf(answer)
    signal.throwIfAborted()
    // V8 aborts where its heap is full.
    const death = isTooLong ? 'too long' : killedBy === 'SIGABRT' || code === 134 ? 'out of memory' : 'killed'
    const outcome = hasBegun ? death : 'not begun'
    log.warn({ partnerId: order.partnerId, code, killedBy, outcome }, 'the process of an import ended too early')
    return outcome
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', kill)
    kill()
  }
}

function outcomeOf(answer: WorkEnd): WorkOutcome {
  if ('isDone' in answer) return answer.isDone ? 'done' : 'more to do'
  const { message, stack, isDatabaseAway } = answer.failure
  // The class of an error does not come through: `isDatabaseAway` looks at the cause too.
  throw Object.assign(new Error(message, isDatabaseAway ? { cause: { kind: 'ConnectionClosed' } } : {}), { stack })
}
