import type { HttpBindings } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { WebhookReceiver } from '#server/connections/receive-webhook.ts'
import { VariantQueue } from '#server/media/variant-queue.ts'
import type { ViewRecorder } from '#server/outbound/record-views.ts'
import { troubleOf } from '#server/platform/database-away.ts'
import { log } from '#server/platform/log.ts'
import { currentRequest } from '#server/platform/request-context.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import type { ApiCallRecorder } from '#server/partner-api/record-calls.ts'
import type { PartnerBudget } from '#server/platform/partner-budget.ts'
import type { IndexState } from '#server/search/engine.ts'
import type { SearchRecorder } from '#server/search/log/record-searches.ts'
import type { AppRouter } from '#server/router.ts'
import type { HttpContext } from './client-address.ts'
import { checkAddress } from './address-check.ts'
import { askerOf } from './asker.ts'
import { databaseAwayPage } from './database-away-page.ts'
import { addCrawlerFiles, askNotToIndex } from './crawlers.ts'
import { ApiCallers } from './api-callers.ts'
import { addConversionsApi } from './conversions-api.ts'
import { serveImage } from './images.ts'
import { logApiCalls } from './log-api-calls.ts'
import { logFailure, logTrouble, viewerOrTrouble } from './failures.ts'
import { addImportUpload } from './import-upload.ts'
import { addInvoiceFiles } from './invoice-files.ts'
import { watchRequests } from './edge.ts'
import { addNewInFeeds } from './new-in-feeds.ts'
import { askGate } from './gate.ts'
import type { Leaving } from './outbound.ts'
import { watchForOutsiders } from './outsiders.ts'
import { addMcp } from './mcp.ts'
import { addMetrics, type Metrics } from './metrics.ts'
import { refuseForeignRequests } from './own-origin.ts'
import { addOpenData } from './open-data.ts'
import { readablePath, refuseLongAddresses } from './page-address.ts'
import { addPartnerApi } from './partner-api.ts'
import { addPages, type PagesParts } from './pages.ts'
import { addProcedures } from './procedures.ts'
import { addRates } from './rates.ts'
import { addReadiness } from './readiness.ts'
import { addSearchLog } from './search-log.ts'
import { recordSeen } from './seen.ts'
import { readBodies, refuseBodiesOfQuestions } from './request-body.ts'
import { securityHeaders } from './security-headers.ts'
import { addServiceWorker } from './service-worker.ts'
import { StreamedFiles } from './streamed-files.ts'
import { addClickSignals } from './click-signals.ts'
import { addStoreKeys } from './store-keys.ts'
import { addStorePlugins } from './store-plugins.ts'
import { addStoreWebhooks } from './store-webhooks.ts'
import { tooMuch } from './too-much.ts'
import { addUploads } from './uploads.ts'
import { serveVideo } from './videos.ts'
import { addAuditFile } from './audit-file.ts'
import { addCsvFiles } from './csv-files.ts'
import { findVisitsViewer, visitOf } from './visit.ts'
import { addWellKnown } from './well-known.ts'

/** Limits on simultaneous file downloads. People in an office that shares an account can still download two at once. */
const FILES = { ofAsker: 2, together: 16 }

export interface AppParts extends PagesParts {
  router: AppRouter
  leaving: Leaving
  views: ViewRecorder
  searches: SearchRecorder
  apiCalls: ApiCallRecorder
  webhooks: WebhookReceiver
  /** Limits for partners' systems. The API and webhooks share one instance. */
  budget: PartnerBudget
  /** Counts requests and answers /metrics. If absent, there are no metrics. */
  metrics?: Metrics
  /** Serves the browser build's files; null in development, where Vite does. */
  assets: MiddlewareHandler | null
  /** Id of the browser build. A different id produces a different service worker. */
  build?: string
  /** True while load balancers should send no more requests. */
  isStopping?: () => boolean
  /** State of the search index; absent if there is none. */
  indexState?: (() => IndexState) | null
}

/** Combines all handlers. They are tried in this order. */
export function createApp({
  env,
  db,
  router,
  createCaller,
  engine,
  leaving,
  views,
  searches,
  apiCalls,
  webhooks,
  renderPage,
  pageCache,
  meter,
  budget,
  metrics,
  assets,
  build = '',
  isStopping = () => false,
  indexState = null,
}: AppParts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>({ getPath: readablePath })
  const siteIsHttps = env.SITE_URL.startsWith('https://')
  const visitFor = (c: HttpContext) => visitOf(c, { siteUrl: env.SITE_URL, trustProxy: env.TRUST_PROXY })
  const askerFor = (c: HttpContext) => askerOf(meter, db, visitFor(c).visit)
  const viewerFor = (c: HttpContext) => findVisitsViewer({ db, visit: visitFor(c).visit })
  const { visitors } = leaving
  const dataDir = env.DATA_DIR
  const procedures = new Set(Object.keys(router._def.procedures))
  app.use(watchRequests({ trustProxy: env.TRUST_PROXY, procedures, watcher: metrics ?? null }))
  app.use(watchForOutsiders(db))
  // Before the middleware, because a redirect has its own headers. `explain` answers clicks without a redirect.
  app.get('/go/:productId', leaving.redirect(viewerFor))
  app.use(securityHeaders({ siteIsHttps, hsts: env.HSTS }))
  app.use(askNotToIndex)
  app.use(refuseBodiesOfQuestions)
  addClickSignals(app, { db, trustProxy: env.TRUST_PROXY })
  addOpenData(app, { db, engine, meter, env })
  const callers = new ApiCallers(db, env.TRUST_PROXY)
  addMcp(app, { db, engine, meter, env, callers })
  app.use('/api/v1/*', logApiCalls(callers, apiCalls))
  addPartnerApi(app, { db, siteUrl: env.SITE_URL, budget, callers })
  addConversionsApi(app, { db, budget, callers })
  app.use(refuseForeignRequests(env.SITE_URL))
  addReadiness(app, { db, isStopping, indexState })
  if (metrics) addMetrics(app, metrics, env)
  addStorePlugins(app, { siteUrl: env.SITE_URL })
  addStoreKeys(app, { db, trustProxy: env.TRUST_PROXY })
  addStoreWebhooks(app, { webhooks, trustProxy: env.TRUST_PROXY })
  app.get('/img/*', serveImage(new VariantQueue(dataDir), env.TRUST_PROXY))
  app.on(['GET', 'HEAD'], '/video/:name', serveVideo(dataDir))
  addUploads(app, { env, db, askerOf: (visit) => askerOf(meter, db, visit), visitOf: (c) => visitFor(c).visit })
  app.use('/go/*', refuseLongAddresses)
  // The second half of `redirect`: errors and pages, with the headers of the middleware.
  app.get('/go/:productId', leaving.explain())
  app.get('/seen/:productId', recordSeen({ views, visitors, viewerOf: viewerFor }))
  addRates(app, db)
  addSearchLog(app, { db, searches, trustProxy: env.TRUST_PROXY })
  if (assets) app.use(assets)
  app.get('/:file{sitemap.*}', (c, next) => askerFor(c).inTurn(next))
  addCrawlerFiles(app, db, env.SITE_URL)
  addNewInFeeds(app, {
    db,
    engine,
    siteUrl: env.SITE_URL,
    inTurn: (c, work) => askerFor(c).inTurn(work),
  })
  addWellKnown(app, env)
  addServiceWorker(app, db, build)
  app.use(refuseLongAddresses)
  app.use(checkAddress())
  const callerOf = async (c: HttpContext) => {
    const { visit } = visitFor(c)
    const asker = askerOf(meter, db, visit)
    const { gate } = await askGate({ db, secret: env.ADMIN_BYPASS_SECRET }, visit, asker, c.req.raw)
    const known = await viewerOrTrouble(asker)
    return createCaller({ db, engine, dataDir, visit, isOpen: gate === null, ...known }, { onError: logFailure })
  }
  addImportUpload(app, { db, dataDir, callerOf })
  const files = new StreamedFiles(FILES)
  addCsvFiles(app, { db, callerOf, askerFor, files })
  addAuditFile(app, { db, callerOf, askerFor, files })
  addInvoiceFiles(app, { db, env, callerOf, askerFor, files })
  app.use(readBodies())
  addProcedures(app, { env, db, engine, router, meter })
  addPages(app, { env, db, createCaller, engine, renderPage, pageCache, meter })
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof TooMuchAsked) return tooMuch(c, error)
    const trouble = troubleOf(error)
    if (trouble) {
      logTrouble(trouble, error, currentRequest()?.route)
      return databaseAwayPage(c.req.raw, trouble)
    }
    log.error({ err: error, route: currentRequest()?.route }, 'request failed')
    return c.text('Something went wrong on our side. Please try again.', 500)
  })
  return app
}
