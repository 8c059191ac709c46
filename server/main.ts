import type http from 'node:http'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import { createRequestHandler, type ServerBuild } from '@remix-run/server-runtime'
import { installGlobals } from '@remix-run/node'
import type { ViteDevServer } from 'vite'
import { countAttemptsIn } from '#server/auth/attempt-limits.ts'
import { memoryStore, openSharedStore } from '#server/auth/attempt-store.ts'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { decideOnDemoAccounts } from '#server/auth/demo-accounts.ts'
import { endDemoStoreIfOpen } from '#server/connections/demo-store.ts'
import { configureOidc } from '#server/auth/oidc/oidc-config.ts'
import { WebhookReceiver } from '#server/connections/receive-webhook.ts'
import { createApp, type AppParts } from '#server/http/app.ts'
import { Metrics } from '#server/http/metrics.ts'
import { boundedListener, createHttpServer, MAX_OF_ADDRESS } from '#server/http/node-server.ts'
import { CLICKS_A_MINUTE, Leaving } from '#server/http/outbound.ts'
import { PageCache } from '#server/http/page-cache.ts'
import { closedBuild, pageHandlers } from '#server/http/page-handlers.ts'
import { staticFiles } from '#server/http/static-files.ts'
import { stoppable } from '#server/http/stop-serving.ts'
import { startShopJobs } from '#server/jobs.ts'
import { configureMail } from '#server/mail/mail-config.ts'
import { checkStorage } from '#server/media/storage-pair.ts'
import { ClickRecorder } from '#server/outbound/record-clicks.ts'
import { ViewRecorder } from '#server/outbound/record-views.ts'
import { connect, type Db } from '#server/platform/db.ts'
import { watchDiskSpace } from '#server/platform/disk-space.ts'
import type { Env } from '#server/platform/env.ts'
import { log } from '#server/platform/log.ts'
import { Meter } from '#server/platform/meter.ts'
import { ApiCallRecorder } from '#server/partner-api/record-calls.ts'
import { PartnerBudget } from '#server/platform/partner-budget.ts'
import { closeFolders } from '#server/platform/private-files.ts'
import { isLoopback } from '#server/platform/reach.ts'
import { RefusalLog } from '#server/platform/refusal-log.ts'
import { RequestCounts } from '#server/platform/request-counts.ts'
import { doAtStart } from '#server/platform/start-up.ts'
import { openRedisCounts, shareCounts } from '#server/platform/shared-counts.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { openSecretKeys } from '#server/platform/secret-keys.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { appRouter, createCaller } from '#server/router.ts'
import { configureStores } from '#server/stores/platforms.ts'
import { SearchRecorder } from '#server/search/log/record-searches.ts'
import { startSearch } from '#server/search/start-search.ts'

const ROOT = path.resolve(import.meta.dirname, '..')

export interface RunningServer {
  port: number
  /** Finishes open requests, writes collected events and closes the database connections. */
  stop: () => Promise<void>
}

type Pages = Pick<AppParts, 'renderPage' | 'assets' | 'build'>

/**
 * Serves the shop on env.PORT (0: any free port) from a migrated database. In development Vite renders the pages from
 * source.
 * @param pages used instead of Remix, so that no build is needed.
 */
export async function startServer(env: Env, databaseUrl: string, pages?: Pages): Promise<RunningServer> {
  installGlobals({ nativeFetch: true })
  configureSignIns(env)
  configureMail({ contactEmail: env.CONTACT_EMAIL })
  if (env.SHOPIFY_ADDRESS) configureStores(env.SHOPIFY_ADDRESS)
  const db = connect(databaseUrl, { poolSize: env.DATABASE_POOL })
  await closeFolders(env.DATA_DIR)
  configureSecrets(await doAtStart('encryption keys', () => openSecretKeys(db, env)))
  await doAtStart('storage', () => checkStorage(db, env.DATA_DIR))
  await doAtStart('demo accounts', () => decideOnDemoAccounts(db, env))
  await doAtStart('demo store', () => endDemoStoreIfOpen(db))
  const attempts = await doAtStart('attempt counts', () => openSharedStore(db, databaseUrl))
  countAttemptsIn(attempts)
  const redis = env.REDIS_URL ? await openRedisCounts(env.REDIS_URL, await appSecret(db, 'limits')) : null
  shareCounts(redis)
  const clicks = new ClickRecorder(db)
  const views = new ViewRecorder(db)
  const searches = new SearchRecorder(db)
  const apiCalls = new ApiCallRecorder(db)
  const pageCache = new PageCache()
  const search = startSearch(db, databaseUrl, {
    onChange: (change) => pageCache.expire(change),
    onCaughtUp: () => pageCache.caughtUp(),
  })
  // Behind a proxy or on loopback, all connections have the same address, so it gets no limit.
  const server = createHttpServer(env.TRUST_PROXY || isLoopback(env.HOST) ? {} : { mostOfAddress: MAX_OF_ADDRESS })
  const vite = !pages && env.NODE_ENV === 'development' ? await startVite(server, env.DATA_DIR) : null
  const meter =
    env.METER === 'on' && env.NODE_ENV !== 'development'
      ? new Meter({ worked: () => threadMs() + search.engine.workedMs })
      : null
  const budget = new PartnerBudget(
    meter,
    env.METER === 'on' ? {} : { lines: Infinity, rows: Infinity, messages: Infinity, bytes: Infinity },
  )
  const webhooks = new WebhookReceiver(db, { budget })
  const counts = new RequestCounts(db)
  counts.start()
  const served = pages ?? (vite ? developmentPages(vite) : await builtPages())
  const { answerWith, isStopping, stop: stopServing } = stoppable(server)
  const leaving = new Leaving({
    clicks,
    db,
    trustProxy: env.TRUST_PROXY,
    siteIsHttps: env.SITE_URL.startsWith('https://'),
    hsts: env.HSTS,
    clicksAMinute: env.CLICK_LIMITS === 'on' ? CLICKS_A_MINUTE : Infinity,
  })
  const refusals = new RefusalLog()
  refusals.start()
  const indexState = () => search.engine.state
  const metrics = new Metrics({ db, pageCache, counts, refusals, indexState, redis, build: served.build ?? '' })
  const app = createApp({
    env,
    db,
    router: appRouter,
    createCaller,
    meter,
    metrics,
    engine: search.engine,
    leaving,
    views,
    searches,
    apiCalls,
    webhooks,
    budget,
    isStopping,
    indexState,
    pageCache,
    ...served,
  })
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  answerWith(
    boundedListener((request, response) => {
      const answer = () => void listener(request, response)
      if (vite) vite.middlewares(request, response, answer)
      else answer()
    }),
  )
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.PORT, env.HOST, resolve)
  })
  const disks = watchDiskSpace(env.DATA_DIR)
  const jobs = env.JOBS === 'on' ? startShopJobs(env, db, databaseUrl) : null

  return {
    port: (server.address() as { port: number }).port,
    stop: async () => {
      disks.stop()
      refusals.stop()
      const brokenOff = await stopServing()
      if (brokenOff) log.warn({ requests: brokenOff }, 'requests took too long and were cut off')
      await vite?.close()
      await Promise.all([
        clicks.flush(),
        views.flush(),
        searches.flush(),
        apiCalls.flush(),
        webhooks.flush(),
        counts.stop().catch((error: unknown) => log.warn({ err: error }, 'the last requests were not counted')),
        search.stop(),
        jobs?.stop(),
      ])
      countAttemptsIn(memoryStore)
      await attempts.stop()
      shareCounts(null)
      redis?.stop()
      await disconnect(db)
    },
  }
}

/** Returns this thread's CPU time in ms. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** @throws Error if a provider's settings are invalid. */
function configureSignIns(env: Env): void {
  configureAuth({ adminEmails: env.ADMIN_EMAILS, limits: env.SIGN_IN_LIMITS === 'on' ? USUAL_LIMITS : 'off' })
  const apple = { issuer: env.APPLE_ISSUER, clientId: env.APPLE_CLIENT_ID ?? '' }
  const appleSecret = env.APPLE_CLIENT_SECRET
    ? { clientSecret: env.APPLE_CLIENT_SECRET }
    : { teamId: env.APPLE_TEAM_ID ?? '', keyId: env.APPLE_KEY_ID ?? '', privateKey: env.APPLE_PRIVATE_KEY ?? '' }
  configureOidc({
    siteUrl: env.SITE_URL,
    google: env.GOOGLE_CLIENT_ID
      ? { issuer: env.GOOGLE_ISSUER, clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET ?? '' }
      : undefined,
    apple: env.APPLE_CLIENT_ID ? { ...apple, ...appleSecret } : undefined,
  })
}

async function disconnect(db: Db): Promise<void> {
  await db.$disconnect()
}

async function builtPages(): Promise<Pages> {
  const build = (await import(pathToFileURL(path.join(ROOT, 'build/server/index.js')).href)) as ServerBuild
  const handlerOf = pageHandlers(build, 'production')
  const handleClosed = createRequestHandler(closedBuild(build), 'production')
  return {
    renderPage: (request, context) => (context.gate ? handleClosed : handlerOf(request))(request, context as never),
    assets: await staticFiles(path.join(ROOT, 'build/client')),
    build: build.assets.version,
  }
}

async function startVite(server: http.Server, dataDir: string): Promise<ViteDevServer> {
  const { createServer } = await import('vite')
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({
    root: ROOT,
    // Vite warns about imports of packages unless their folder is called node_modules.
    cacheDir: path.join(dataDir, 'vite/node_modules'),
    server: { middlewareMode: true, hmr: { server }, watch: { ignored: [path.join(dataDir, '**')] } },
    appType: 'custom',
  })
  // Remix starts a second Vite, which would end the process at SIGTERM (node --watch sends it) before the shop has stopped.
  for (const listener of process.listeners('SIGTERM')) if (!ours.includes(listener)) process.off('SIGTERM', listener)
  return vite
}

function developmentPages(vite: ViteDevServer): Pages {
  return {
    assets: null,
    renderPage: async (request, context) => {
      const build = (await vite.ssrLoadModule('virtual:remix/server-build')) as unknown as ServerBuild
      return createRequestHandler(context.gate ? closedBuild(build) : build, 'development')(request, context as never)
    },
  }
}
