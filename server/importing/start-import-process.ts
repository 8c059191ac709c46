import path from 'node:path'
import { allowedOwnOrigins } from '#server/platform/fetch-public.ts'
import { log } from '#server/platform/log.ts'
import { configuredKeys } from '#server/platform/sealed-secrets.ts'
import { runInProcess, type ProcessOptions } from '#server/platform/work-process.ts'
import { storeAddresses } from '#server/stores/platforms.ts'
import { FEED_TIMEOUT_MS } from './read-feeds.ts'
import { outcomeOf, type WorkEnd } from './work-end.ts'

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

/** How a process ended. */
export type WorkOutcome = ReturnType<typeof outcomeOf> | 'not begun'

/** Longer than reading any file takes, and longer than a feed's timeout. */
export const WORK_MAY_TAKE_MS = Math.max(600_000, FEED_TIMEOUT_MS + 60_000)

/**
 * Does a partner's steps in a separate process (work-process.ts), started for each job.
 * @throws any error of the work that was not an interruption; the signal's reason, once the process has ended
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
