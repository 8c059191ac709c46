// npm start (the production build) and npm run dev (--dev: from source, with live reload): from a clone to a shop.
import { ensureBuilt, ensureGenerated } from './prepare.ts'

const isDevelopment = process.argv.includes('--dev')
process.env.NODE_ENV ??= isDevelopment ? 'development' : 'production'
try {
  process.loadEnvFile('.env')
} catch {
  // There need not be one.
}
ensureGenerated()
if (!isDevelopment) ensureBuilt()

const { parseEnv } = await import('#server/platform/env.ts')
const { openDatabase } = await import('#server/platform/postgres/database.ts')
const { connect } = await import('#server/platform/db.ts')
const { log, logConsole } = await import('#server/platform/log.ts')
const { startServer } = await import('#server/main.ts')
const { seedDemoIfEmpty } = await import('#prisma/seed/seed-demo.ts')
const { DEMO_ACCOUNTS, DEMO_PASSWORD } = await import('#prisma/seed/seed-accounts.ts')

const stopRequested = new Promise<'stop'>((resolve) => {
  // `on`, not `once`: node --watch and npm pass the terminal's signal on a second time, which must not cut the stopping short.
  process.on('SIGINT', () => resolve('stop'))
  process.on('SIGTERM', () => resolve('stop'))
  process.on('SIGHUP', () => resolve('stop'))
})

async function run(): Promise<void> {
  const env = parseEnv(process.env)
  log.level = env.LOG_LEVEL
  const database = await openDatabase(env)
  try {
    if (database.isEmbedded && (await Promise.race([fillDemo(database.url, env.DATA_DIR), stopRequested])) === 'stop') return
    if (!isDevelopment) logConsole()
    const server = await startServer(env, database.url)
    console.log(`\n  WTF is open at http://localhost:${server.port}\n`)
    console.log(`  Database: ${database.isEmbedded ? `embedded PostgreSQL in ${env.DATA_DIR}` : 'the one that DATABASE_URL names'}`)
    if (database.isEmbedded) console.log(`  Demo accounts: ${DEMO_ACCOUNTS.map(({ email }) => email).join(', ')}; the password of each is ${DEMO_PASSWORD}`)
    console.log('  Ctrl-C stops everything.\n')
    await stopRequested
    console.log('Stopping ...')
    await server.stop()
  } finally {
    await database.release()
  }
}

async function fillDemo(databaseUrl: string, dataDir: string): Promise<void> {
  const db = connect(databaseUrl, { poolSize: 2 })
  await seedDemoIfEmpty(db, databaseUrl, dataDir).finally(() => db.$disconnect())
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
