// npm run backup [-- FILE]: writes the entire shop, rows and pictures, to one file. The shop may keep running. The
// default FILE is a new file in BACKUP_DIR. s3:NAME is a file in the bucket.
import path from 'node:path'
import { BackupError } from '#server/operations/backup/backup-format.ts'
import { backupIn, resolveBackup } from '#server/operations/backup/backup-place.ts'
import { backupName, missingInWords, noteBackup } from '#server/operations/backup/backups.service.ts'
import { writeBackup } from '#server/operations/backup/write-backup.ts'
import { connect } from '#server/platform/db.ts'
import { parseEnv } from '#server/platform/env.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'
import { formatBytes } from '#server/platform/file-size.schema.ts'
import { progress } from './progress.ts'

const [given, ...others] = process.argv.slice(2)
if (others.length || given?.startsWith('-')) {
  console.error('Usage: npm run backup [-- FILE]')
  process.exit(1)
}
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const env = parseEnv(process.env)
const begunAt = new Date()
const file = given ? resolveBackup(given) : backupIn(env.BACKUP_DIR, backupName(begunAt))
const database = await openDatabase(env, { isLeftAsItIs: true })
const db = connect(database.url, { poolSize: 2 })
try {
  const made = await writeBackup({
    databaseUrl: database.url,
    dataDir: env.DATA_DIR,
    file,
    signal: stopping.signal,
    onProgress: (text) => progress(`Backing up: ${text}`),
  })
  progress('')
  await noteBackup(db, path.basename(file.replace(/^s3:/, '')), begunAt, made)
  const took = ((Date.now() - begunAt.getTime()) / 1000).toFixed(1)
  console.log(
    `${file}: ${formatBytes(made.bytes)}, ${made.rows.toLocaleString('en')} rows and ${made.files.toLocaleString('en')} files, in ${took} s. The backup was verified.`,
  )
  console.log(
    `Keep it on another machine. It does not contain .env or the key for stores' secrets (SECRETS_KEYS, or ${path.join(env.DATA_DIR, 'store-secrets.key')}).`,
  )
  if (made.missing.count) {
    console.error(missingInWords(made.missing))
    process.exitCode = 1
  }
} catch (error) {
  progress('')
  if (stopping.signal.aborted) console.error('Stopped. Nothing was written.')
  else if (error instanceof BackupError) console.error(error.message)
  else throw error
  process.exitCode = 1
} finally {
  await db.$disconnect()
  await database.release()
}
