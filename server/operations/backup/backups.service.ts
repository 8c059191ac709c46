import type { Backup } from '#prisma/generated/client.ts'
import { mailAdmins } from '#server/auth/mail-admins.ts'
import { backupAlarm } from '#server/mail/backup-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS, HOUR_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { log } from '#server/platform/log.ts'
import { BackupError, BackupUnderWay } from './backup-format.ts'
import { backupIn, listBackupFiles, removeBackup, renameBackup } from './backup-place.ts'
import type { BackupParts, BackupResult } from './write-backup.ts'

export const BACKUPS_CHANNEL = 'backups'
/** Time since the first attempt after which a backup is given up, because it has crashed too often. */
const GIVEN_UP_AFTER_MS = 6 * HOUR_MS
const KEPT_ROWS_DAYS = 90
const SHOWN = 5
/** Time since the last good backup. A restart may skip one night, but not two. */
const OVERDUE_MS = 36 * HOUR_MS
/** Not deleted by age; the next incomplete backup replaces it. */
const INCOMPLETE_NAME = 'incomplete.tar'
const NAME = /^wtf-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/

/** Returns the file name of a backup that starts now: 'wtf-2026-11-25T013500Z.tar'. */
export const backupName = (now: Date): string => `wtf-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`

/** Returns the last good backup, the current one, and the latest ones, newest first. Sizes in bytes. */
export async function getBackups(db: Pick<Db, 'backup'>, now = new Date()) {
  const [lastGood, running, latest] = [
    await db.backup.findFirst({ where: { fileName: { not: null } }, orderBy: { takenAt: 'desc' } }),
    await db.backup.findFirst({ where: { finishedAt: null }, orderBy: { askedAt: 'asc' } }),
    await db.backup.findMany({ where: { finishedAt: { not: null } }, orderBy: { askedAt: 'desc' }, take: SHOWN }),
  ]
  const isOverdue = !lastGood?.takenAt || now.getTime() - lastGood.takenAt.getTime() > OVERDUE_MS
  return {
    asOf: now,
    isOverdue,
    latest: latest.map(shown),
    lastGood: lastGood && shown(lastGood),
    running: running && shown(running),
  }
}

const shown = ({ byteSize, rows, ...backup }: Backup) => ({ ...backup, byteSize: Number(byteSize), rows: Number(rows) })

/** Queues a backup. @throws AppError conflict while one is waiting or running */
export async function backUpNow({ db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.backupRows})`
    if (await tx.backup.count({ where: { finishedAt: null } }))
      throw new AppError('conflict', 'A backup is already in progress. Its result will appear here.')
    const { id } = await tx.backup.create({ data: { askedById: viewer.userId } })
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'backup_asked', subjectId: id }, tx)
    await tx.$executeRaw`SELECT pg_notify(${BACKUPS_CHANNEL}, '')`
  })
}

/** Queues the nightly backup, unless one is waiting or running, and deletes rows older than 90 days. */
export async function beginNightlyBackup(db: Db, now = new Date()): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.backupRows})`
    await tx.backup.deleteMany({ where: { askedAt: { lt: new Date(now.getTime() - KEPT_ROWS_DAYS * DAY_MS) } } })
    if (await tx.backup.count({ where: { finishedAt: null } })) return
    await tx.backup.create({ data: {} })
    await tx.$executeRaw`SELECT pg_notify(${BACKUPS_CHANNEL}, '')`
  })
}

/** A function that makes a backup: here, or in a separate process. */
export type MakeBackup = (parts: Pick<BackupParts, 'dataDir' | 'file' | 'signal'>) => Promise<BackupResult>

/**
 * Makes the queued backup, if there is one, and after a complete one deletes old ones. Restarts an interrupted backup
 * and one that another backup blocked, and restarts once after a lost database connection. Failures are recorded with
 * their reason and emailed to all administrators.
 */
export async function runBackup(
  { db, dataDir, folder, keepDays, siteUrl }: BackupJob,
  make: MakeBackup,
  signal?: AbortSignal,
  now = new Date(),
): Promise<void> {
  const waiting = await db.backup.findFirst({ where: { finishedAt: null }, orderBy: { askedAt: 'asc' } })
  if (!waiting) return
  const { id } = waiting
  if (waiting.begunAt && waiting.begunAt.getTime() < now.getTime() - GIVEN_UP_AFTER_MS)
    return fail(db, siteUrl, id, 'The backup was interrupted several times. See the log for the cause.')
  await db.backup.update({ where: { id }, data: { begunAt: waiting.begunAt ?? now } })
  await removeRemnants(folder, now)
  const fileName = backupName(now)
  try {
    const made = await make({ dataDir, file: backupIn(folder, fileName), signal })
    if (made.missing.count) {
      log.error({ ...made.missing }, 'files that the database refers to are missing or damaged')
      // Keeps only the latest incomplete backup, because its rows are still useful.
      await renameBackup(backupIn(folder, fileName), INCOMPLETE_NAME)
      return fail(
        db,
        siteUrl,
        id,
        `${missingInWords(made.missing)} The incomplete backup was kept as ${INCOMPLETE_NAME}.`,
      )
    }
    await db.backup.update({ where: { id }, data: good(fileName, made) })
    log.info({ fileName, bytes: made.bytes, rows: made.rows, files: made.files }, 'backed up')
  } catch (error) {
    if (signal?.aborted || (isDatabaseAway(error) && !waiting.begunAt)) throw error
    if (error instanceof BackupUnderWay) return log.info({ fileName }, 'another backup is in progress; waiting for it')
    log.error({ err: error }, 'the backup failed')
    return fail(
      db,
      siteUrl,
      id,
      error instanceof BackupError ? error.message : 'The backup failed. See the log for the cause.',
    )
  }
  await removeOld(folder, keepDays, now)
}

export interface BackupJob {
  db: Db
  dataDir: string
  /** The backup folder: a path, or 's3:'. */
  folder: string
  /** Older backups are deleted. */
  keepDays: number
  siteUrl: string
}

/** Describes the files that a backup lacks, and what to do. */
export const missingInWords = ({ count, some }: BackupResult['missing']): string =>
  `The backup is incomplete. Missing or damaged files: ${count} (${some.slice(0, 3).join(', ')}${count > 3 ? ', ...' : ''}). Check that DATA_DIR (or S3_URL) is the shop's storage, or restore these files from an earlier backup. No earlier backup was deleted.`

/**
 * Records a backup by the command, so that administrators see it. One with missing files counts as failed. A database
 * of an earlier version may lack the table.
 */
export async function noteBackup(db: Db, fileName: string, begunAt: Date, made: BackupResult): Promise<void> {
  const [place] = await db.$queryRaw<Array<{ is: boolean }>>`SELECT to_regclass('backups') IS NOT NULL AS is`
  if (!place?.is) return
  const outcome = made.missing.count
    ? { finishedAt: new Date(), error: missingInWords(made.missing) }
    : good(fileName, made)
  await db.backup.create({ data: { askedAt: begunAt, begunAt, ...outcome } })
}

const good = (fileName: string, { takenAt, bytes, rows, files, missing }: BackupResult) => ({
  finishedAt: new Date(),
  fileName,
  takenAt,
  byteSize: bytes,
  rows,
  files,
  missing: missing.count,
})

async function fail(db: Db, siteUrl: string, id: string, error: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.backup.update({ where: { id }, data: { finishedAt: new Date(), error } })
    const last = await tx.backup.findFirst({ where: { fileName: { not: null } }, orderBy: { takenAt: 'desc' } })
    await mailAdmins(tx, backupAlarm({ siteUrl, reason: error, lastGoodAt: last?.takenAt ?? null }))
  })
}

async function removeOld(folder: string, keepDays: number, now: Date): Promise<void> {
  for (const { name } of await listBackupFiles(folder)) {
    const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
    if (day === undefined) continue
    const takenAt = Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`)
    if (takenAt < now.getTime() - keepDays * DAY_MS) await removeBackup(backupIn(folder, name))
  }
}

/** Deletes partial files of killed processes. */
async function removeRemnants(folder: string, now: Date): Promise<void> {
  for (const { name, changedAt } of await listBackupFiles(folder))
    // Spares files with a recent change, which are being written.
    if (name.endsWith('.tar.partial') && changedAt < now.getTime() - HOUR_MS) await removeBackup(backupIn(folder, name))
}
