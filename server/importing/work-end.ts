import { isDatabaseAway, isInterrupted, isTransactionOver } from '#server/platform/database-away.ts'
import { log } from '#server/platform/log.ts'
import type { WorkDeath } from '#server/platform/work-process.ts'

/** How the process of an import ends, as a message to the process that started it. */
export type WorkEnd =
  /** False if there may be more to do. */
  { isDone: boolean } | { failure: { message: string; stack: string; interruption: Interruption | null } }

/** Why an import was interrupted. 'away': the database was unavailable or too busy. */
export type Interruption = WorkDeath | 'away'

/** Returns the failure and its kind of interruption, because an error's class is lost between processes. */
export function failureOf(error: unknown): WorkEnd {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error))
  // A step that is always too slow must be repeated less often than one that cannot reach the database.
  const isStopped = isTransactionOver(error) || isInterrupted(error)
  return { failure: { message, stack, interruption: isStopped ? 'killed' : isDatabaseAway(error) ? 'away' : null } }
}

/** @throws the failure, unless it was an interruption */
export function outcomeOf(end: WorkEnd): 'done' | 'more to do' | Interruption {
  if ('isDone' in end) return end.isDone ? 'done' : 'more to do'
  const { message, stack, interruption } = end.failure
  if (!interruption) throw Object.assign(new Error(message), { stack })
  log.warn({ problem: message, interruption }, 'the database interrupted an import')
  return interruption
}
