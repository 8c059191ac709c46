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
/** What tells of a lost connection is beside the message (isDatabaseAway). */
export type DatabaseFailure = Error & { code?: unknown; severity?: unknown }

/** Makes the backup that was asked for, one at a time however many processes there are. */
export function backupQueue(parts: BackupJob & { databaseUrl: string }): Queue {
  return {
    name: 'back-up',
    atOnce: 1,
    pollSeconds: 15,
    mayTakeSeconds: MAY_TAKE_SECONDS,
    signOfLifeSeconds: 30,
    // What was cut short is looked for again.
    retries: { most: 0, afterSeconds: 0 },
    keepSeconds: 3600,
    finishWithinMs: 0,
    work: async (_, signal) => {
      await runBackup(parts, backUpApart(parts.databaseUrl), signal)
      return null
    },
    feed: takeUp({
      ...{ databaseUrl: parts.databaseUrl, channel: BACKUPS_CHANNEL },
      find: async () => ((await parts.db.backup.count({ where: { finishedAt: null } })) > 0 ? [{}] : []),
    }),
  }
}

/**
 * Makes a backup in a process of its own: every row passes through it, and pages must not wait for that.
 * @throws BackupError in words; the signal's reason, once the process is gone
 */
export const backUpApart =
  (databaseUrl: string): MakeBackup =>
  async ({ dataDir, file, signal }) => {
    signal?.throwIfAborted()
    const child = fork(path.join(import.meta.dirname, 'backup-process.ts'), {
      // The parent may run with a debugger or a loader, which the child must not inherit.
      execArgv: [],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
    })
    // `closed` reports errors itself; a later one must not crash this process.
    child.on('error', () => undefined)
    // It takes what it has written away; if it cannot, the next one does.
    const stop = () => {
      if (child.connected) child.disconnect()
      setTimeout(() => child.kill('SIGKILL'), GOES_WITHIN_MS).unref()
    }
    signal?.addEventListener('abort', stop, { once: true })
    let ended: BackupEnded | null = null
    child.on('message', (told: BackupEnded) => {
      ended = told
    })
    const closed = once(child, 'close') as Promise<[code: number | null, killedBy: NodeJS.Signals | null]>
    // By message: what is on a command line can be read by everybody on the machine. A child that is gone closes anyway.
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
  if (!ended) throw new BackupError(`The process that made it was ended from outside (${how}).`)
  const { message, kind, ...beside } = ended.failure
  if (kind === 'under way') throw new BackupUnderWay(message)
  throw kind === 'in words' ? new BackupError(message) : Object.assign(new Error(message), beside)
}
