// npm run restore -- FILE: restores the shop from a backup, and keeps the current one.
// npm run restore -- --check FILE: verifies a backup and changes nothing.
// npm run restore -- --undo: switches back. npm run restore -- --drop-earlier: deletes the kept database.
import { pairAfterRestore } from '#server/media/storage-pair.ts'
import { BackupError, sumOf } from '#server/operations/backup/backup-format.ts'
import { resolveBackup } from '#server/operations/backup/backup-place.ts'
import { checkBackup, loadBackup } from '#server/operations/backup/load-backup.ts'
import { dropEarlier, openRestoreTarget, undoRestore } from '#server/operations/backup/restore-target.ts'
import { connect } from '#server/platform/db.ts'
import { parseEnv } from '#server/platform/env.ts'
import { configuredKeyIds } from '#server/platform/secret-keys.ts'
import { checkLedgers } from '#server/sales/ledger/check-ledgers.ts'
import { formatBytes } from '#server/platform/file-size.schema.ts'
import { progress } from './progress.ts'

const given = process.argv.slice(2)
const [first = '', second] = given
const act = given.length === 1 && (first === '--undo' || first === '--drop-earlier') ? first : null
const isCheck = first === '--check'
const file = isCheck ? second : first
// Without the two dashes, npm consumes these options, and FILE --check would restore.
const keptByNpm = ['check', 'undo', 'drop_earlier'].some((word) => process.env[`npm_config_${word}`] !== undefined)
if (keptByNpm) console.error('npm consumed some of the options. Put -- before them.')
if (keptByNpm || (!act && (given.length !== (isCheck ? 2 : 1) || !file || file.startsWith('-')))) {
  console.error(
    'Usage: npm run restore -- FILE\n       npm run restore -- --check FILE\n       npm run restore -- --undo\n       npm run restore -- --drop-earlier',
  )
  process.exit(1)
}
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
const env = parseEnv(process.env)
try {
  if (act) await onEarlier(act)
  else if (isCheck) await check(resolveBackup(file ?? ''))
  else await restore(resolveBackup(file ?? ''))
} catch (error) {
  progress('')
  if (stopping.signal.aborted)
    console.error(
      env.DATABASE_URL
        ? 'Stopped. The database in DATABASE_URL contains either the whole backup or none of it. Check before you start the shop.'
        : 'Stopped. Nothing was changed.',
    )
  else if (error instanceof BackupError) console.error(error.message)
  else throw error
  process.exitCode = 1
}

async function check(backup: string): Promise<void> {
  const { header, end } = await checkBackup(backup, stopping.signal)
  progress('')
  console.log(
    `${backup} is complete, and this version can restore it. Taken at ${header.takenAt}: ${sumOf(end.rows).toLocaleString('en')} rows and ${end.files.toLocaleString('en')} files (${formatBytes(end.fileBytes)}).`,
  )
}

async function restore(backup: string): Promise<void> {
  const { signal } = stopping
  const begunAt = Date.now()
  progress('Verifying the backup')
  const { header, end } = await checkBackup(backup, signal)
  const target = await openRestoreTarget(env)
  try {
    const loaded = await loadBackup({
      databaseUrl: target.url,
      dataDir: env.DATA_DIR,
      file: backup,
      header,
      signal,
      onProgress: (text) => progress(`Restoring: ${text}`),
    })
    await pairWithFiles(target.url)
    progress('Recalculating the ledgers')
    const ledgers = await recount(target.url)
    signal.throwIfAborted()
    const earlier = await target.takeItsPlace()
    progress('')
    const took = ((Date.now() - begunAt) / 1000).toFixed(1)
    console.log(
      `Restored the shop to ${header.takenAt}: ${loaded.rows.toLocaleString('en')} rows and ${loaded.files.toLocaleString('en')} files, in ${took} s.`,
    )
    console.log(
      `Ledgers (partners: ${ledgers.partners}, entries: ${ledgers.entries.toLocaleString('en')}): ${ledgers.problems.length ? `${ledgers.problems.length} PROBLEMS, sent to administrators by email` : 'all correct'}.`,
    )
    if (loaded.migrated.length) console.log(`Migrated from an earlier version: ${loaded.migrated.join(', ')}.`)
    console.log('Everyone has to sign in again.')
    if (loaded.heldMails)
      console.log(
        `Queued emails that may have been sent since the backup: ${loaded.heldMails}. Review them at /admin/outbox.`,
      )
    if (loaded.leftOut.length)
      console.log(`Not restored, because no migration of the shop creates them: ${loaded.leftOut.join(', ')}.`)
    if (end.missing.count)
      console.log(
        `Files already missing or damaged when the backup was made: ${end.missing.count} (${end.missing.some.join(', ')}).`,
      )
    const here = await configuredKeyIds(env)
    const gone = header.secretKeyIds.filter((id) => !here.includes(id))
    if (gone.length)
      console.log(
        `Stores' secrets are encrypted with a key that is missing (${gone.join(', ')}). The shop does not start without it: put its store-secrets.key into ${env.DATA_DIR}, or add the key to SECRETS_KEYS. If the key is lost, run npm run secrets:rotate -- --key-is-lost, and ask those stores to reconnect.`,
      )
    if (earlier)
      console.log(
        `The previous database is kept as ${earlier}. To go back to it: npm run restore -- --undo. To delete it: npm run restore -- --drop-earlier.`,
      )
  } finally {
    await target.release()
  }
}

/** Pairs the database with the storage, which now contains the restored files next to existing ones. */
async function pairWithFiles(url: string): Promise<void> {
  const db = connect(url, { poolSize: 2 })
  await pairAfterRestore(db, env.DATA_DIR).finally(() => db.$disconnect())
}

async function recount(url: string) {
  const db = connect(url, { poolSize: 2 })
  return checkLedgers(db, env.SITE_URL, new Date(), stopping.signal).finally(() => db.$disconnect())
}

async function onEarlier(what: '--undo' | '--drop-earlier'): Promise<void> {
  if (env.DATABASE_URL)
    throw new BackupError(
      'This option does not work with DATABASE_URL. The database you used before the restore is unchanged. To go back to it, set DATABASE_URL to its address.',
    )
  if (what === '--undo') {
    console.log(
      `The shop uses its previous database again. The restored one is now kept as ${await undoRestore(env.DATA_DIR)}. Run the command again to switch back.`,
    )
    return
  }
  const { names, bytes } = await dropEarlier(env.DATA_DIR)
  console.log(
    names.length
      ? `Deleted ${names.join(', ')} and freed ${formatBytes(bytes)}.`
      : 'There is no earlier database to delete.',
  )
}
