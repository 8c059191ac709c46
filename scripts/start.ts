// npm start (the production build) and npm run dev (--dev: from source, with live reload): from a clone to a running shop.
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { ensureBuilt, ensureGenerated } from './prepare.ts'
import { loadSettings } from './settings-file.ts'

const isDevelopment = process.argv.includes('--dev')
process.env.NODE_ENV ??= isDevelopment ? 'development' : 'production'
try {
  loadSettings('.env')
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
ensureGenerated()
if (!isDevelopment) ensureBuilt()

const { parseEnv } = await import('#server/platform/env.ts')
const { openDatabase } = await import('#server/platform/postgres/database.ts')
const { connect } = await import('#server/platform/db.ts')
const { log, logConsole } = await import('#server/platform/log.ts')
const { isLoopback, openedBy } = await import('#server/platform/reach.ts')
const { doBeside } = await import('#server/platform/start-up.ts')
const { listAdmins } = await import('#server/auth/make-admin.service.ts')
const { startServer } = await import('#server/main.ts')
const { seedDemoIfEmpty } = await import('#demo/seed-demo.ts')
const { openDemoShopify } = await import('./demo-shopify.ts')
const { openDemoWooCommerce } = await import('./demo-woocommerce.ts')
const { openDemoStores } = await import('./demo-stores.ts')
const { DEMO_ACCOUNTS, DEMO_PASSWORD } = await import('#demo/seed-accounts.ts')
const { findDemoInvitation } = await import('#demo/seed-joining.ts')

// The reader of the output may stop before the shop. The shop must still stop its database.
process.stdout.on('error', () => undefined)
const stopRequested = new Promise<'stop'>((resolve) => {
  // `on`, not `once`: node --watch and npm repeat the terminal's signal, which must not interrupt the shutdown.
  process.on('SIGINT', () => resolve('stop'))
  process.on('SIGTERM', () => resolve('stop'))
  process.on('SIGHUP', () => resolve('stop'))
})

async function run(): Promise<void> {
  const env = parseEnv(process.env)
  log.level = env.LOG_LEVEL
  const database = await openDatabase(env, { isKept: true })
  try {
    const fillDemo = () =>
      withDb(database.url, (db) => seedDemoIfEmpty(db, database.url, env.DATA_DIR, openedBy(env) === null))
    if (database.isEmbedded && env.DEMO === 'on' && (await Promise.race([fillDemo(), stopRequested])) === 'stop') return
    if (!isDevelopment) logConsole()
    const server = await startServer(env, database.url)
    const address = `http://${isLoopback(env.HOST) || isWildcard(env.HOST) ? 'localhost' : bracketed(env.HOST)}:${server.port}`
    // The shop already answers requests, so errors below must not end it.
    const ending = new AbortController()
    const lost = Promise.race([stopRequested.then(() => null), database.isLost])
    void lost.then(() => ending.abort())
    const beside = <T>(what: string, work: () => Promise<T>) => doBeside(what, work, ending.signal)
    const platforms = [
      await beside("the demo's Shopify", () => withDb(database.url, (db) => openDemoShopify(db, env, address))),
      await beside("the demo's WooCommerce", () => withDb(database.url, (db) => openDemoWooCommerce(db, env, address))),
    ]
    const stores = await beside("the demo's stores", () => openDemoStores(database.url, env, address))
    console.log(`\n  WTF is open at ${address}\n`)
    console.log(
      `  Database: ${database.isEmbedded ? `embedded PostgreSQL in ${env.DATA_DIR}` : 'the one in DATABASE_URL'}`,
    )
    const whoGetsIn = await beside('demo accounts', () => withDb(database.url, (db) => sayWhoGetsIn(db, env, address)))
    for (const line of whoGetsIn ?? []) console.log(`  ${line}`)
    for (const line of platforms.flatMap((each) => each?.lines ?? [])) console.log(`  ${line}`)
    if (stores) console.log(`  Demo partner stores, which 'Shop at Partner Store' opens: ${stores.origin}/`)
    console.log('  Press Ctrl-C to stop everything.\n')
    const reason = await lost
    console.log('Stopping ...')
    for (const platform of platforms) await platform?.stop()
    await stores?.stop()
    await server.stop()
    if (reason) throw reason
  } finally {
    await database.release()
  }
}

/** Returns a text with the accounts for trying the shop, or with how to get an administrator account. */
async function sayWhoGetsIn(db: Db, env: Env, address: string): Promise<string[]> {
  const hasDemo = (await db.user.count({ where: { isDemo: true } })) > 0
  const demo = `Demo accounts (password ${DEMO_PASSWORD}): ${DEMO_ACCOUNTS.map(({ email }) => email).join(', ')}`
  const opened = openedBy(env)
  if (opened === null) {
    const invitation = hasDemo ? await findDemoInvitation(db) : null
    const joining = invitation
      ? [`To join as a partner (in step 4 sign in as ${invitation.email}): ${address}${invitation.path}`]
      : []
    return hasDemo ? [demo, ...joining] : []
  }
  const off = `The shop can be reached from other machines (${opened}), so demo accounts do not work. Their password is public.`
  const first = [
    'The shop has no administrator yet. To create one and get a link to set the password:',
    '  npm run admin -- create YOUR@ADDRESS',
  ]
  return [...(hasDemo ? [off] : []), ...((await listAdmins(db)).length ? [] : first)]
}

const isWildcard = (host: string) => host === '0.0.0.0' || host === '::'
const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)

async function withDb<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(databaseUrl, { poolSize: 2 })
  return work(db).finally(() => db.$disconnect())
}

run().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
