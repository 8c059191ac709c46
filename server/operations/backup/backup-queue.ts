import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { log } from '#server/platform/log.ts'
import type { Queue } from '#server/platform/queue.ts'
import { takeUp } from '#server/platform/take-up.ts'
import { BackupError, BackupUnderWay } from './backup-format.ts'
import { BACKUPS_CHANNEL, runBackup, type BackupJob, type MakeBackup } from './backups.service.ts'
import type { BackupResult } from './write-backup.ts'

const MAY_TAKE_SECONDS = 6 * 3600
const GOES_WITHIN_MS = 5_000

export interface BackupOrder {
  databaseUrl: string
  dataDir: string
  file: string
  logLevel: string
}
export type BackupEnded =
  | { made: Omit<BackupResult, 'takenAt'> & { takenAt: Date } }
  | { failure: Omit<DatabaseFailure, 'name'> & { stack: string; kind: 'in words' | 'under way' | 'fault' } }
/** The details of a lost connection are outside the message (isDatabaseAway). */
export type DatabaseFailure = Error & { code?: unknown; severity?: unknown }

/** Makes requested backups, one at a time across all processes. */
export function backupQueue(parts: BackupJob & { databaseUrl: string }): Queue {
  return {
    name: 'back-up',
    atOnce: 1,
    pollSeconds: 15,
    mayTakeSeconds: MAY_TAKE_SECONDS,
    signOfLifeSeconds: 30,
    // No retries, because `feed` finds interrupted work again.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: 0,
    work: async (_, signal) => {
      await runBackup(parts, backUpApart(parts.databaseUrl), signal)
      return null
    },
    feed: takeUp({
      databaseUrl: parts.databaseUrl,
      channel: BACKUPS_CHANNEL,
      find: async () => ((await parts.db.backup.count({ where: { finishedAt: null } })) > 0 ? [{}] : []),
    }),
  }
}

/**
 * Makes a backup in a separate process, because every row passes through it, and pages must not wait for that.
 * @throws BackupError with a message for the operator; the signal's reason, once the process has ended
 */
export const backUpApart =
  (databaseUrl: string): MakeBackup =>
  async ({ dataDir, file, signal }) => {
    signal?.throwIfAborted()
    const child = fork(path.join(import.meta.dirname, 'backup-process.ts'), {
      // The child must not inherit the parent's debugger or loader options.
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    // `closed` reports errors. A later one must not crash this process.
    child.on('error', () => undefined)
    // The process deletes its partial file. If it cannot, the next backup does.
    const stop = () => {
      if (child.connected) child.disconnect()
      setTimeout(() => child.kill('SIGKILL'), GOES_WITHIN_MS).unref()
    }
    signal?.addEventListener('abort', stop, { once: true })
    let ended: BackupEnded | null = null
    child.on('message', (message: BackupEnded) => {
      ended = message
    })
    const closed = once(child, 'close') as Promise<[code: number | null, killedBy: NodeJS.Signals | null]>
    // Sent by message, because everybody on the machine can read command lines. If the child is gone, `closed` reports
    // it.
    child.send({ databaseUrl, dataDir, file, logLevel: log.level } satisfies BackupOrder, () => undefined)
    try {
      const [code, killedBy] = await closed
      return resultOf(ended, signal, `code ${code ?? '-'}, signal ${killedBy ?? '-'}`)
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

function resultOf(ended: BackupEnded | null, signal: AbortSignal | undefined, how: string): BackupResult {
  if (ended && 'made' in ended) return ended.made
  signal?.throwIfAborted()
  if (!ended) throw new BackupError(`The backup process was stopped (${how}).`)
  const { message, kind, ...beside } = ended.failure
  if (kind === 'under way') throw new BackupUnderWay(message)
  throw kind === 'in words' ? new BackupError(message) : Object.assign(new Error(message), beside)
}
