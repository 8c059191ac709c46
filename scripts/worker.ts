// npm run worker: sends emails and runs scheduled jobs in a separate process. Servers then run with JOBS=off.
import { decideOnDemoAccounts } from '#server/auth/demo-accounts.ts'
import { endDemoStoreIfOpen } from '#server/connections/demo-store.ts'
import { startShopJobs } from '#server/jobs.ts'
import { checkStorage } from '#server/media/storage-pair.ts'
import { connect } from '#server/platform/db.ts'
import { parseEnv } from '#server/platform/env.ts'
import { log, logConsole } from '#server/platform/log.ts'
import { configureStores } from '#server/stores/platforms.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { openSecretKeys } from '#server/platform/secret-keys.ts'
import { doAtStart } from '#server/platform/start-up.ts'
import { openDatabase } from '#server/platform/postgres/database.ts'

const stopRequested = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
})
const env = parseEnv(process.env)
log.level = env.LOG_LEVEL
logConsole()
if (env.SHOPIFY_ADDRESS) configureStores(env.SHOPIFY_ADDRESS)
const database = await openDatabase(env, { isKept: true })
const db = connect(database.url, { poolSize: 4 })
configureSecrets(await doAtStart('encryption keys', () => openSecretKeys(db, env)))
await doAtStart('storage', () => checkStorage(db, env.DATA_DIR))
await doAtStart('demo accounts', () => decideOnDemoAccounts(db, env))
await doAtStart('demo store', () => endDemoStoreIfOpen(db))
const jobs = startShopJobs(env, db, database.url)
await Promise.race([jobs.ready, stopRequested])
console.log(
  env.SMTP_URL
    ? 'Sending emails and running background jobs. Press Ctrl-C to stop.'
    : 'Running background jobs. Emails stay queued because SMTP_URL is not set. Press Ctrl-C to stop.',
)
const lost = await Promise.race([stopRequested.then(() => null), database.isLost])
console.log('Stopping ...')
await jobs.stop()
await db.$disconnect()
await database.release()
if (lost) {
  console.error(lost.message)
  process.exitCode = 1
}
