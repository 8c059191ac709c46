// The process that backup-queue.ts starts, for one backup.
import os from 'node:os'
import { log, logConsole } from '#server/platform/log.ts'
import { BackupError, BackupUnderWay } from './backup-format.ts'
import type { BackupEnded, BackupOrder, DatabaseFailure } from './backup-queue.ts'
import { writeBackup } from './write-backup.ts'

os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
// The terminal sends Ctrl-C here too, but only the parent may end this process.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
const stopping = new AbortController()
process.on('disconnect', () => stopping.abort())
process.once('message', (order: BackupOrder) => {
  void work(order).then((ended) => (process.connected ? process.send?.(ended, () => process.exit()) : process.exit()))
})

async function work({ logLevel, ...parts }: BackupOrder): Promise<BackupEnded> {
  log.level = logLevel
  logConsole()
  try {
    return { made: await writeBackup({ ...parts, signal: stopping.signal }) }
  } catch (error) {
    const {
      message,
      stack = message,
      code,
      severity,
    }: DatabaseFailure = error instanceof Error ? error : new Error(String(error))
    const kind = error instanceof BackupUnderWay ? 'under way' : error instanceof BackupError ? 'in words' : 'fault'
    return { failure: { message, stack, code, severity, kind } }
  }
}
