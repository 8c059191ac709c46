import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { TRPCError } from '@trpc/server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { Hono, type MiddlewareHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { clearSessionCookie } from '#server/auth/session.service.ts'
import { sessionCookieName } from '#server/auth/session-cookie.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { WebhookReceiver } from '#server/connections/receive-webhook.ts'
import { VariantQueue } from '#server/media/variant-queue.ts'
import type { ViewRecorder } from '#server/outbound/record-views.ts'
import { AWAY, isDatabaseAway } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { readUploadToken, type Env } from '#server/platform/env.ts'
import { log } from '#server/platform/log.ts'
import { currentRequest } from '#server/platform/request-context.ts'
import { TooMuchAsked, type Meter } from '#server/platform/meter.ts'
import { appSecret } from '#server/platform/secrets.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import type { SearchRecorder } from '#server/search/log/record-searches.ts'
import { pageAt } from '#server/site/addresses.ts'
import { PAGE_COOKIES } from '#server/site/addresses.values.ts'
import type { Context } from '#server/trpc/context.ts'
import type { AppRouter, Caller, createCaller } from '#server/router.ts'
import type { HttpContext } from './address.ts'
import { checkAddress } from './address-check.ts'
import { askerOf, type Asker } from './asker.ts'
import { asMakeshift, away } from './away.ts'
import { asClosed, closedPageFor } from './closed-pages.ts'
import { addCrawlerFiles, askNotToIndex } from './crawlers.ts'
import { addConversionsApi } from './conversions-api.ts'
import { serveImage } from './images.ts'
import { addImportUpload } from './import-upload.ts'
import { addInvoiceFiles } from './invoice-files.ts'
import { watchRequests } from './edge.ts'
import { addNewInFeeds } from './new-in-feeds.ts'
import { CustomerPages } from './customer-pages.ts'
import type { Sample } from './filled-page.ts'
import { OwnParts, type OwnPart } from './own-part.ts'
import { askGate, readSecret, secondsToWait, type Gate, type Pass } from './gate.ts'
import { recordSeen, type Leaving } from './outbound.ts'
import { watchForOutsiders } from './outsiders.ts'
import { addMetrics, type Metrics } from './metrics.ts'
import { refuseForeignRequests, withoutOrigin } from './own-origin.ts'
import { addOpenData } from './open-data.ts'
import { readablePath, refuseLong, refuseLongAddresses, shortManifestRequest } from './page-address.ts'
import type { PageCache } from './page-cache.ts'
import { addRates } from './rates.ts'
import { addReadiness } from './readiness.ts'
import { addSearchLog } from './search-log.ts'
import { readBodies, refuseBodiesOfQuestions } from './request-body.ts'
import { secureHtml, securityHeaders, type PagePolicy } from './security-headers.ts'
import { addServiceWorker } from './service-worker.ts'
import { addClickSignals } from './click-signals.ts'
import { addStoreWebhooks } from './store-webhooks.ts'
import { tooMuch } from './too-much.ts'
import { addUploads } from './uploads.ts'
import { serveVideo } from './videos.ts'
import { addAuditFile } from './audit-file.ts'
import { addCsvFiles } from './csv-files.ts'
import { viewerOf, visitOf, withCookies } from './visit.ts'
import { addWellKnown } from './well-known.ts'

/** What the server passes to Remix with every request. Read only by app/lib/api.server.ts. */
export interface LoadContext {
  /** Calls procedures as the viewer. */
  api: Caller
  siteUrl: string
  /** Our contact address; undefined if people can only use the forms. */
  contactEmail: string | undefined
  /** False if there is no mail server: mails then wait in the outbox. */
  sendsMail: boolean
  /** Signs the notice that one page leaves for the next; the same in every process. */
  noticeKey: () => Promise<string>
  /** The nonce that marks our own inline scripts while the page is rendered. */
  scriptMark: string
  /** Takes the text of a rendered page, whose Response is then empty: in one it would be a stream. */
  handOver: (html: string) => void
  /**
   * Set if the site is closed to this visitor; the gate's screen then replaces the page. `reload`: the browser has to
   * load that address instead.
   */
  gate: (Gate & { reload: string | null }) | null
  /** Set if the page is rendered for all customers: what stands for each one's own part. */
  sample: Sample | null
  /** The visitor has the bypass cookie. It opens the gate and nothing else. */
  hasBypass: boolean
  isBypassOffered: boolean
  environment: 'Production' | 'Development'
}

export interface AppParts {
  env: Env
  db: Db
  /** What /trpc answers, and what pages' loaders call. */
  router: AppRouter
  createCaller: typeof createCaller
  engine: SearchEngine
  leaving: Leaving
  views: ViewRecorder
  searches: SearchRecorder
  webhooks: WebhookReceiver
  /** Remix. */
  renderPage: (request: Request, context: LoadContext) => Promise<Response>
  /** To be expired when something that pages show has changed. */
  keptPages: PageCache
  /** Charges rendering and computing to the visitor; null: nobody is charged. */
  meter: Meter | null
  /** Counts requests, and answers /metrics; absent: nobody does. */
  metrics?: Metrics
  /** Serves the browser build's files; null in development, where Vite does. */
  assets: MiddlewareHandler | null
  /** Id of the browser build. Another id makes another service worker. */
  build?: string
  /** True once load balancers should send no more requests. */
  isStopping?: () => boolean
}

/** Everything that answers HTTP, in the order in which it is tried. */
export function createApp({
  env,
  db,
  router,
  createCaller,
  engine,
  leaving,
  views,
  searches,
  webhooks,
  renderPage,
  keptPages,
  meter,
  metrics,
  assets,
  build = '',
  isStopping = () => false,
}: AppParts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>({ getPath: readablePath })
  const isDevelopment = env.NODE_ENV === 'development'
  const siteIsHttps = env.SITE_URL.startsWith('https://')
  const visitFor = (c: HttpContext) => visitOf(c, { siteUrl: env.SITE_URL, trustProxy: env.TRUST_PROXY })
  const viewerFor = (c: HttpContext) => viewerOf({ db, visit: visitFor(c).visit })
  const { visitors } = leaving
  const dataDir = env.DATA_DIR
  const gateParts = { db, secret: env.ADMIN_BYPASS_SECRET }
  const noticeKey = async () => (await appSecret(db, 'notice')).toString('hex')
  const policy: PagePolicy = { siteIsHttps, formTargets: configuredIssuers(env), uploadTargets: uploadTargets(env) }

  const renderFor = async (
    request: Request,
    visit: Visit,
    viewer: Viewer | null | undefined,
    { hasBypass, gate }: Pass,
    reload: string | null = null,
    sample: Sample | null = null,
  ): Promise<Response> => {
    const scriptMark = randomBytes(16).toString('hex')
    let isAway = viewer === undefined
    const onError = (failure: { error: TRPCError; path?: string | undefined }) => {
      isAway ||= isDatabaseAway(failure.error)
      logFailure(failure)
    }
    const api = createCaller(
      { db, engine, dataDir, visit, viewer: viewer ?? null, isOpen: gate === null, isAway },
      { onError },
    )
    const isForMany = !isDevelopment && gate === null && (viewer === null || sample !== null)
    let html: string | null = null
    const page = await renderPage(request, {
      api: isForMany ? keptPages.answers.of(api, sample ? 'customer' : 'anonymous') : api,
      siteUrl: env.SITE_URL,
      contactEmail: env.CONTACT_EMAIL,
      sendsMail: env.SMTP_URL !== undefined,
      noticeKey,
      scriptMark,
      handOver: (text) => (html = text),
      gate: gate && { ...gate, reload },
      sample,
      hasBypass,
      isBypassOffered: env.ADMIN_BYPASS_SECRET !== undefined,
      environment: isDevelopment ? 'Development' : 'Production',
    })
    // In development Vite adds its own scripts and styles.
    if (isDevelopment) page.headers.set('content-security-policy', "frame-ancestors 'none'")
    const secured = isDevelopment
      ? new Response(html ?? page.body, page)
      : await secureHtml(page, html, scriptMark, policy)
    return isAway ? asMakeshift(request, secured) : secured
  }
  const answerClosed = (request: Request, visit: Visit, { inTurn }: Asker, gate: Gate): Promise<Response> => {
    const { asked, key, reload } = closedPageFor(request, gate)
    return keptPages.answer(
      request,
      isDevelopment ? null : key,
      async () => asClosed(await renderFor(asked, visit, null, { gate, hasBypass: false }, reload), gate),
      inTurn,
    )
  }

  const customerPages = new CustomerPages(keptPages)
  const ownParts = new OwnParts(db)
  const procedures = new Set(Object.keys(router._def.procedures))
  app.use(watchRequests({ trustProxy: env.TRUST_PROXY, procedures, watcher: metrics ?? null }))
  app.use(watchForOutsiders(db))
  app.use(securityHeaders({ siteIsHttps, hsts: env.HSTS }))
  app.use(askNotToIndex)
  app.use(refuseBodiesOfQuestions)
  addClickSignals(app, { db, trustProxy: env.TRUST_PROXY })
  addOpenData(app, { db, engine, meter, env })
  addConversionsApi(app, { db, env })
  app.use(refuseForeignRequests(env.SITE_URL))
  addReadiness(app, db, isStopping)
  if (metrics) addMetrics(app, metrics, env)
  addStoreWebhooks(app, { webhooks, trustProxy: env.TRUST_PROXY })
  app.get('/img/*', serveImage(new VariantQueue(dataDir), env.TRUST_PROXY))
  app.on(['GET', 'HEAD'], '/video/:name', serveVideo(dataDir))
  addUploads(app, { env, db, askerOf: (visit) => askerOf(meter, db, visit), visitOf: (c) => visitFor(c).visit })
  app.use('/go/*', refuseLongAddresses)
  app.get('/go/:productId', async (c, next) => {
    const redirect = await leaving.answer(c, viewerFor)
    if (redirect) return redirect
    await next()
    c.header('cache-control', 'no-store')
  })
  app.get('/seen/:productId', recordSeen({ views, visitors, viewerOf: viewerFor }))
  addRates(app, db)
  addSearchLog(app, { db, searches, trustProxy: env.TRUST_PROXY })
  if (assets) app.use(assets)
  app.get('/:file{sitemap.*}', (c, next) => askerOf(meter, db, visitFor(c).visit).inTurn(next))
  addCrawlerFiles(app, db, env.SITE_URL)
  addNewInFeeds(app, {
    ...{ db, engine, siteUrl: env.SITE_URL },
    inTurn: (c, work) => askerOf(meter, db, visitFor(c).visit).inTurn(work),
  })
  addWellKnown(app, env)
  addServiceWorker(app, db, build)
  app.use(refuseLongAddresses)
  app.use(checkAddress())
  const callerOf = async (c: HttpContext) => {
    const { visit } = visitFor(c)
    const asker = askerOf(meter, db, visit)
    const { gate } = await askGate(gateParts, visit, asker, c.req.raw)
    const viewer = await viewerOrAway(asker)
    return createCaller({
      db,
      engine,
      dataDir,
      visit,
      viewer: viewer ?? null,
      isOpen: gate === null,
      isAway: viewer === undefined,
    })
  }
  addImportUpload(app, { db, dataDir, callerOf })
  addCsvFiles(app, { db, callerOf })
  addAuditFile(app, { db, callerOf })
  addInvoiceFiles(app, {
    db,
    env,
    callerOf,
    inTurn: (c, work) => askerOf(meter, db, visitFor(c).visit).inTurn(work),
  })
  app.use(readBodies())
  app.use('/trpc/*', onlyJson, async (c) => {
    const { visit, cookies } = visitFor(c)
    const asker = askerOf(meter, db, visit)
    const { gate } = await askGate(gateParts, visit, asker, c.req.raw)
    const createContext = async ({ info }: { info: { calls: unknown[] } }): Promise<Context> => {
      const viewer = await viewerOrAway(asker)
      return {
        db,
        engine,
        dataDir,
        visit,
        viewer: viewer ?? null,
        isOpen: gate === null,
        isAway: viewer === undefined,
        isBatch: info.calls.length > 1,
        inLine: line(),
      }
    }
    const response = await asker.inTurn(() =>
      fetchRequestHandler({
        endpoint: '/trpc',
        req: c.req.raw,
        router,
        createContext,
        maxBatchSize: 10,
        onError: logFailure,
      }),
    )
    response.headers.set('cache-control', 'no-store')
    if (gate || response.status === 503)
      response.headers.set('retry-after', String(gate ? secondsToWait(gate) : AWAY.retryAfterSeconds))
    return withCookies(response, cookies)
  })
  app.all('*', async (c) => {
    const { visit, cookies } = visitFor(c)
    const read = await readSecret(gateParts, visit, c.req.raw)
    if ('goTo' in read)
      return withCookies(c.body(null, 303, { location: read.goTo, 'cache-control': 'no-store' }), cookies)
    const request = shortManifestRequest(read.request)
    if (!request) return refuseLong()
    // In development pages are never cached, so that they follow the source.
    const shared = isDevelopment ? null : sharedAddress(request)
    const { pathname } = new URL(request.url)
    const page = pageAt(pathname)
    let own: OwnPart | undefined
    const readOwn = async () => {
      const read = await ownParts.read(visit, /^\/product\/([^/.]+)/.exec(pathname)?.[1])
      own = read?.own
      return read?.viewer ?? null
    }
    const asker = askerOf(meter, db, visit, shared !== null && page?.isFilled ? readOwn : undefined)
    const pass = await askGate(gateParts, visit, asker, request)
    if (pass.gate) return withCookies(await answerClosed(request, visit, asker, pass.gate), cookies)
    const viewer = shared === null || hasSessionCookie(visit) ? await viewerOrAway(asker) : null
    const isForAll = shared !== null && !pass.hasBypass && !hasNotice(visit)
    // A shared page is rendered from a GET without cookies, which this visitor cannot abort.
    const asked = () => new Request(new URL(shared ?? '', request.url), { headers: withoutCookies(request.headers) })
    const nobody: Visit = { ...visit, cookie: () => undefined, setCookie: () => undefined }
    if (isForAll && viewer && own) {
      const answer = await customerPages.answer({
        request,
        key: shared,
        viewer,
        own,
        render: (someone, sample) => renderFor(asked(), nobody, someone, pass, null, sample),
        inTurn: asker.inTurn,
        life: page?.life,
      })
      if (answer) return withCookies(answer, cookies)
    }
    if (isForAll && viewer === null) {
      // Clear the cookie of an expired session. Not on data requests: one may have left before a sign-in that has just
      // set a new cookie.
      if (hasSessionCookie(visit) && !shared.endsWith('.data')) clearSessionCookie({ db, visit })
      return withCookies(
        await keptPages.answer(request, shared, () => renderFor(asked(), nobody, null, pass), asker.inTurn, page?.life),
        cookies,
      )
    }
    const render = async () => {
      const answer = await renderFor(withoutOrigin(request), visit, viewer, pass)
      if (!answer.headers.has('cache-control'))
        answer.headers.set('cache-control', page?.isShared ? 'private, no-cache' : 'no-store')
      return answer
    }
    return withCookies(await keptPages.answer(request, null, render, asker.inTurn), cookies)
  })
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    if (error instanceof TooMuchAsked) return tooMuch(c, error)
    if (isDatabaseAway(error)) {
      logAway(error, currentRequest()?.route)
      return away(c.req.raw)
    }
    log.error({ err: error, route: currentRequest()?.route }, 'request failed')
    return c.text('Something went wrong on our side. Please try again.', 500)
  })
  return app
}

function line(): NonNullable<Context['inLine']> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

/** A form that starts a sign-in ends in a redirect to the provider. Browsers apply form-action to that redirect too. */
function configuredIssuers(env: Env): string[] {
  const issuers = [env.GOOGLE_CLIENT_ID && env.GOOGLE_ISSUER, env.APPLE_CLIENT_ID && env.APPLE_ISSUER]
  return issuers.flatMap((issuer) => (issuer ? [new URL(issuer).origin] : []))
}

/** Browsers send files there. */
function uploadTargets({ UPLOADTHING_TOKEN }: Env): string[] {
  const token = UPLOADTHING_TOKEN ? readUploadToken(UPLOADTHING_TOKEN) : null
  return token ? token.regions.map((region) => `https://${region}.${token.ingestHost}`) : []
}

/** Refusals are normal answers and are not logged. Failures are. */
function logFailure({ error, path }: { error: TRPCError; path?: string | undefined }): void {
  if (error.code === 'SERVICE_UNAVAILABLE' && isDatabaseAway(error)) logAway(error, path)
  if (error.code === 'INTERNAL_SERVER_ERROR') log.error({ err: error, path }, 'procedure failed')
}

/** One line a request: the database failed, and a stack for each request would say nothing more. */
function logAway({ message, cause }: Error, path: string | undefined): void {
  log.warn(
    {
      path,
      reason: (cause instanceof Error ? cause.message : message).trim().split('\n').at(-1),
    },
    'the database is away',
  )
}

/** Undefined: the database is away, so nobody knows who it is. */
async function viewerOrAway(asker: Asker): Promise<Viewer | null | undefined> {
  try {
    return await asker.viewer()
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    logAway(error as Error, 'session')
    return undefined
  }
}

/** Other content types can be sent by a foreign page without a preflight request. */
const onlyJson: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'POST' && c.req.header('content-type')?.split(';')[0]?.trim() !== 'application/json')
    return c.text('Only JSON is read here.', 415)
  // A streamed answer begins before its procedures end, so the meter would miss their time.
  if (c.req.header('trpc-accept') !== undefined || c.req.header('accept')?.includes('jsonl'))
    return c.text('Answers come whole here.', 406)
  return next()
}

/**
 * The key of a page that is the same for every anonymous visitor: its address with only the parameters that it reads, so
 * without campaign tags. Null for personal pages.
 */
function sharedAddress(request: Request): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { pathname, searchParams } = new URL(request.url)
  const page = pageAt(pathname)
  if (!page?.isShared) return null
  const names = new Set(page.reads)
  // With it Remix asks for the data of some routes.
  if (pathname.endsWith('.data')) names.add('_routes')
  // Build a new one: deleting from the URL's own takes quadratic time, 50 s for a full header.
  const read = new URLSearchParams([...searchParams].filter(([name]) => names.has(name)))
  return read.size ? `${pathname}?${read}` : pathname
}

const hasSessionCookie = ({ cookie, siteIsHttps }: Visit) => cookie(sessionCookieName(siteIsHttps)) !== undefined

/** The visitor has a notice to see. A forged cookie only costs its sender a rendering (server/platform/meter.ts). */
const hasNotice = ({ cookie, siteIsHttps }: Visit) =>
  Boolean(cookie(siteIsHttps ? `__Host-${PAGE_COOKIES.notice}` : PAGE_COOKIES.notice))

function withoutCookies(given: Headers): Headers {
  const headers = new Headers(given)
  headers.delete('cookie')
  return headers
}
