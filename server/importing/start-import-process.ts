import path from 'node:path'
import { allowedOwnOrigins } from '#server/platform/fetch-public.ts'
import { log } from '#server/platform/log.ts'
import { configuredKeys } from '#server/platform/sealed-secrets.ts'
import { runInProcess, type ProcessOptions, type WorkDeath } from '#server/platform/work-process.ts'
import { storeAddresses } from '#server/stores/platforms.ts'
import { FEED_TIMEOUT_MS } from './read-feeds.ts'

export interface WorkOrder {
  databaseUrl: string
  dataDir: string
  partnerId: string
  logLevel: string
  /** Keys for partners' stores, in base64. */
  secretKeys: string[]
  /** Addresses of stores, as server/stores/platforms.ts returns them. */
  storeAddresses: string
  /** Allowed origins, as fetch-public.ts returns them. */
  ownOrigins: string[]
}

export type WorkEnd =
  /** False if there may be more to do. */
  | { isDone: boolean }
  | { failure: { message: string; stack: string; isDatabaseAway: boolean; isTransactionOver: boolean } }

/** How a process ended. */
export type WorkOutcome = 'done' | 'more to do' | 'not begun' | WorkDeath

/** Longer than reading any file takes, and longer than a feed's timeout. */
export const WORK_MAY_TAKE_MS = Math.max(600_000, FEED_TIMEOUT_MS + 60_000)

/**
 * Does a partner's steps in a separate process (work-process.ts), started for each job.
 * @throws whatever the work threw; the signal's reason, once the process has ended
 */
export async function workApart(
  order: Pick<WorkOrder, 'databaseUrl' | 'dataDir' | 'partnerId'>,
  signal: AbortSignal,
  options: ProcessOptions = {},
): Promise<WorkOutcome> {
  const fullOrder: WorkOrder = {
    ...order,
    logLevel: log.level,
    secretKeys: configuredKeys().map((key) => key.toString('base64')),
    storeAddresses: storeAddresses(),
    ownOrigins: allowedOwnOrigins(),
  }
  const outcome = await runInProcess<WorkEnd>(path.join(import.meta.dirname, 'import-process.ts'), fullOrder, signal, {
    mayTakeMs: WORK_MAY_TAKE_MS,
    ...options,
  })
  return typeof outcome === 'string' ? outcome : outcomeOf(outcome.answer)
}

function outcomeOf(answer: WorkEnd): WorkOutcome {
  if ('isDone' in answer) return answer.isDone ? 'done' : 'more to do'
  const { message, stack, isDatabaseAway, isTransactionOver } = answer.failure
  // Counts as a death, so that a step that is always too slow is not repeated forever.
  if (isTransactionOver) {
    log.warn({ problem: message }, 'a transaction of an import was lost or took too long')
    return 'killed'
  }
  // An error's class is lost between processes. `isDatabaseAway` also checks the cause.
  throw Object.assign(new Error(message, isDatabaseAway ? { cause: { kind: 'ConnectionClosed' } } : {}), { stack })
}
