import type { HttpBindings } from '@hono/node-server'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import { secureHeaders } from 'hono/secure-headers'
import { IpHasher } from '#server/outbound/ip-hash.ts'
import type { ClickRecorder } from '#server/outbound/record-clicks.ts'
import type { ViewRecorder } from '#server/outbound/record-views.ts'
import { VISITOR_COOKIE } from '#server/outbound/visitor.ts'
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { log } from '#server/platform/log.ts'
import type { SearchRecorder } from '#server/search/log/record-searches.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import { PAGE_PARAMETERS } from '#server/site/site.schema.ts'
import { appRouter, createCaller, type Caller } from '#server/trpc/router.ts'
import { addCrawlerFiles } from './crawlers.ts'
import { serveImage } from './images.ts'
import { leave, recordSeen } from './outbound.ts'
import { PageCache } from './page-cache.ts'
import { addSearchLog } from './search-log.ts'

/** What the server hands to Remix with every request; app/lib/api.server.ts is its only reader. */
export interface LoadContext {
  api: Caller
  siteUrl: string
}

export interface AppParts {
  env: Env
  db: Db
  engine: SearchEngine
  clicks: ClickRecorder
  views: ViewRecorder
  searches: SearchRecorder
  /** Remix. */
  renderPage: (request: Request, context: LoadContext) => Promise<Response>
  /** The browser build's files; absent in development, where Vite serves them. */
  assets: MiddlewareHandler | null
}

/** Everything that answers HTTP, in the order in which it is asked. */
export function createApp({ env, db, engine, clicks, views, searches, renderPage, assets }: AppParts): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>()
  const siteIsHttps = env.SITE_URL.startsWith('https://')
  const pages = new PageCache()
  const context: LoadContext = { api: createCaller({ db, engine }), siteUrl: env.SITE_URL }
  const goTo = leave({ clicks, ipHasher: new IpHasher(db), trustProxy: env.TRUST_PROXY, siteIsHttps })

  app.use(secureHeaders({ referrerPolicy: 'strict-origin-when-cross-origin', crossOriginResourcePolicy: 'same-origin', strictTransportSecurity: siteIsHttps }))
  app.get('/healthz', async (c) => {
    try {
      await db.$queryRaw`SELECT 1`
      return c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
    } catch (error) {
      log.error({ err: error }, 'not healthy')
      return c.json({ status: 'database unreachable' }, 503, { 'cache-control': 'no-store' })
    }
  })
  app.get('/img/*', serveImage(env.DATA_DIR))
  app.get('/go/:productId', async (c, next) => {
    const redirect = await goTo(c)
    if (redirect) return redirect
    await next()
    c.header('cache-control', 'no-store')
    c.header('x-robots-tag', 'noindex')
  })
  app.get('/seen/:productId', recordSeen({ views, siteIsHttps }))
  addSearchLog(app, { db, searches, trustProxy: env.TRUST_PROXY })
  if (assets) app.use(assets)
  addCrawlerFiles(app, db, env.SITE_URL)
  app.use('/trpc/*', bodyLimit({ maxSize: 1024 * 1024 }), (c) =>
    fetchRequestHandler({
      endpoint: '/trpc',
      req: c.req.raw,
      router: appRouter,
      createContext: () => ({ db, engine }),
      maxBatchSize: 10,
      onError: ({ error, path }) => {
        if (error.code === 'INTERNAL_SERVER_ERROR') log.error({ err: error, path }, 'procedure failed')
      },
    }))
  app.all('*', (c) => {
    const request = c.req.raw
    // In development a page is what its source says now.
    const key = env.NODE_ENV === 'development' ? null : anonymousKey(request)
    // What is kept for everybody is rendered as a GET that this one visitor cannot abort.
    const asked = key === null ? request : new Request(new URL(key, request.url), { headers: request.headers })
    return pages.answer(request, key, () => renderPage(asked, context))
  })
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    log.error({ err: error, path: c.req.path }, 'request failed')
    return c.text('Something went wrong on our side. Please try again.', 500)
  })
  return app
}

/**
 * The address that a page is kept under which is the same for every anonymous visitor: with the parameters that pages read,
 * without campaign tags and the like. Null when somebody's own cookie comes along.
 */
function anonymousKey(request: Request): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const cookies = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('=')[0]).filter(Boolean)
  if (cookies.some((name) => name !== VISITOR_COOKIE)) return null
  const { pathname, search, searchParams } = new URL(request.url)
  // Remix asks by p and version which routes lead where; without an answer every link would load a whole page anew.
  if (pathname === '/__manifest') return pathname + search
  for (const name of [...searchParams.keys()]) if (!PAGE_PARAMETERS.has(name)) searchParams.delete(name)
  return searchParams.size ? `${pathname}?${searchParams}` : pathname
}
