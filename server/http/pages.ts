import { randomBytes } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { clearSessionCookie } from '#server/auth/session.service.ts'
import { troubleOf } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { parseUploadToken, type Env } from '#server/platform/env.ts'
import type { Meter } from '#server/platform/meter.ts'
import { appSecret } from '#server/platform/secrets.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { Caller, createCaller } from '#server/router.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import { pageAt } from '#server/site/addresses.ts'
import { PAGE_COOKIES } from '#server/site/addresses.values.ts'
import type { Reader } from '#server/site/reader.schema.ts'
import { askerBy, askerOf, type Asker } from './asker.ts'
import { asMakeshift } from './storage-away.ts'
import { asClosed, closedPageFor } from './closed-pages.ts'
import { CustomerPages } from './customer-pages.ts'
import { logFailure, viewerOrTrouble, type Known } from './failures.ts'
import { traitsOf, type Sample } from './filled-page.ts'
import { askGate, handleBypassSecret, type Gate, type Pass } from './gate.ts'
import { withoutOrigin } from './own-origin.ts'
import { OwnParts } from './own-part.ts'
import { refuseLong, shortManifestRequest } from './page-address.ts'
import { pageResponse, respondOnce, type PageCache } from './page-cache.ts'
import { readerOf, sharedReaderOf, variantOf } from './reader.ts'
import { secureHtml, type PagePolicy } from './security-headers.ts'
import { sharedCacheHeaders } from './shared-caches.ts'
import { visitOf, withCookies } from './visit.ts'

/** The load context of every request. Only app/lib/api.server.ts reads it. */
export interface LoadContext {
  /** Calls procedures as the viewer. */
  api: Caller
  siteUrl: string
  /** Our contact address; undefined if people can only use the forms. */
  contactEmail: string | undefined
  /** False if there is no mail server. Emails then stay in the outbox. */
  sendsMail: boolean
  /** Signs the notice that one page leaves for the next. Every process has the same key. */
  noticeKey: () => Promise<string>
  /** Marks our own inline scripts during rendering. */
  scriptMark: string
  /** Takes the text of a rendered page. The Response is then empty, because it would turn the text into a stream. */
  handOver: (html: string) => void
  /**
   * Set if the site is closed to this visitor, and the gate's screen replaces the page. `reload` is the URL that the
   * browser has to load instead.
   */
  gate: (Gate & { reload: string | null }) | null
  /** Set if the page is rendered for all customers: the placeholders for personal parts. */
  sample: Sample | null
  /** The browser's region, currency and theme. */
  reader: Reader
  /** Whether the visitor has the bypass cookie. It opens the gate and nothing else. */
  hasBypass: boolean
  isBypassOffered: boolean
  environment: 'Production' | 'Development'
}

export interface PagesParts {
  env: Env
  db: Db
  /** Creates the procedures that loaders call. */
  createCaller: typeof createCaller
  engine: SearchEngine
  renderPage: (request: Request, context: LoadContext) => Promise<Response>
  /** Its pages expire when something that they show has changed. */
  pageCache: PageCache
  /** Charges rendering and computing to the visitor; null charges nobody. */
  meter: Meter | null
}

/** Answers all other URLs with a page: cached for everyone, filled in for a customer, or rendered for this visitor. */
export function addPages(
  app: Hono<{ Bindings: HttpBindings }>,
  { env, db, createCaller, engine, renderPage, pageCache, meter }: PagesParts,
): void {
  const isDevelopment = env.NODE_ENV === 'development'
  const gateParts = { db, secret: env.ADMIN_BYPASS_SECRET }
  const noticeKey = async () => (await appSecret(db, 'notice')).toString('hex')
  const policy: PagePolicy = {
    siteIsHttps: env.SITE_URL.startsWith('https://'),
    formTargets: configuredIssuers(env),
    uploadTargets: uploadTargets(env),
  }

  const renderFor = async (
    request: Request,
    visit: Visit,
    { viewer, trouble: unknown }: Known,
    { hasBypass, gate }: Pass,
    reader: Reader,
    reload: string | null = null,
    sample: Sample | null = null,
  ): Promise<Response> => {
    const scriptMark = randomBytes(16).toString('hex')
    let trouble = unknown
    const onError = (failure: Parameters<typeof logFailure>[0]) => {
      trouble ??= troubleOf(failure.error)
      logFailure(failure)
    }
    const api = createCaller(
      { db, engine, dataDir: env.DATA_DIR, visit, viewer, isOpen: gate === null, trouble },
      { onError },
    )
    const mayShareData = !isDevelopment && gate === null && (viewer === null || sample !== null)
    let html: string | null = null
    const page = await renderPage(withoutHead(request), {
      api: mayShareData ? pageCache.data.of(api, viewer ? traitsOf(viewer) : 'anonymous') : api,
      siteUrl: env.SITE_URL,
      contactEmail: env.CONTACT_EMAIL,
      sendsMail: env.SMTP_URL !== undefined,
      noticeKey,
      scriptMark,
      handOver: (text) => (html = text),
      gate: gate && { ...gate, reload },
      sample,
      reader,
      hasBypass,
      isBypassOffered: env.ADMIN_BYPASS_SECRET !== undefined,
      environment: isDevelopment ? 'Development' : 'Production',
    })
    // In development Vite adds its own scripts and styles.
    if (isDevelopment) page.headers.set('content-security-policy', "frame-ancestors 'none'")
    const secured = isDevelopment
      ? new Response(html ?? page.body, page)
      : await secureHtml(page, html, scriptMark, policy)
    return trouble ? asMakeshift(request, secured, trouble) : secured
  }
  const answerClosed = (
    request: Request,
    visit: Visit,
    { inTurn }: Asker,
    gate: Gate,
    reader: Reader,
  ): Promise<Response> => {
    const { asked, key, reload } = closedPageFor(request, gate)
    const render = async () =>
      asClosed(await renderFor(asked, visit, NOBODY, { gate, hasBypass: false }, reader, reload), gate)
    return isDevelopment || key === null
      ? respondOnce(request, render, inTurn)
      : pageCache.answer(request, key + variantOf(reader), render, inTurn)
  }

  const customerPages = new CustomerPages(pageCache)
  const ownParts = new OwnParts(db)

  app.all('*', async (c) => {
    const { visit, cookies } = visitOf(c, { siteUrl: env.SITE_URL, trustProxy: env.TRUST_PROXY })
    const read = await handleBypassSecret(gateParts, visit, c.req.raw)
    if ('goTo' in read)
      return withCookies(c.body(null, 303, { location: read.goTo, 'cache-control': 'no-store' }), cookies)
    const request = shortManifestRequest(read.request)
    if (!request) return refuseLong()
    const url = new URL(request.url)
    const row = pageAt(url.pathname)
    // In development pages are never cached, so that they follow the source.
    const sharedPath = isDevelopment ? null : sharedPathOf(request)
    const { reader, vary } =
      sharedPath === null
        ? { reader: readerOf(visit, request.headers), vary: '' }
        : sharedReaderOf(url, visit, request.headers)
    const isFilled = sharedPath !== null && row?.isFilled === true
    let customer: ReturnType<OwnParts['read']> | undefined
    const findCustomer = () => (customer ??= ownParts.read(visit, /^\/product\/([^/.]+)/.exec(url.pathname)?.[1]))
    const asker = isFilled
      ? askerBy(meter, visit, async () => (await findCustomer())?.viewer ?? null)
      : askerOf(meter, db, visit)
    const pass = await askGate(gateParts, visit, asker, request)
    if (pass.gate) return withCookies(await answerClosed(request, visit, asker, pass.gate, reader), cookies)
    const hasSession = hasPageCookie(visit, 'session')
    const known = sharedPath === null || hasSession ? await viewerOrTrouble(asker) : NOBODY
    const { viewer } = known
    // A forged notice only costs its sender a rendering (server/platform/meter.ts).
    if (sharedPath !== null && !pass.hasBypass && !hasPageCookie(visit, 'notice')) {
      const key = sharedPath + variantOf(reader)
      // A shared page is rendered from a GET request without headers, which this visitor cannot abort. So its bytes
      // depend on its key only.
      const asked = () => new Request(new URL(sharedPath, url))
      const nobody: Visit = { ...visit, cookie: () => undefined, setCookie: () => undefined }
      const part = isFilled && viewer ? (await findCustomer())?.part : undefined
      if (viewer && part) {
        const answer = await customerPages.answer({
          request,
          key,
          viewer,
          part,
          render: (someone, sample) =>
            renderFor(asked(), nobody, { viewer: someone, trouble: null }, pass, reader, null, sample),
          inTurn: asker.inTurn,
          life: row?.life,
        })
        if (answer) return withCookies(answer, cookies)
      }
      if (viewer === null && !known.trouble) {
        // Clears the cookie of an expired session, but not on data requests, which may have been sent before a sign-in
        // that has just set a new cookie.
        if (hasSession && !url.pathname.endsWith('.data')) clearSessionCookie({ db, visit })
        const render = () => renderFor(asked(), nobody, NOBODY, pass, reader)
        const page = await pageCache.page(key, render, asker.inTurn, row?.life)
        // Does not store pages with an expired session either, because the cookie may belong to a sign-in in progress.
        const mayStore = pageCache.isCaughtUp && !hasPageCookie(visit, 'session', 'bypass', 'notice')
        const more = { ...(vary && { vary }), ...(mayStore && sharedCacheHeaders(request, page)) }
        return withCookies(await pageResponse(request, page, more), cookies)
      }
    }
    const render = async () => {
      const answer = await renderFor(withoutOrigin(request), visit, known, pass, reader)
      if (!answer.headers.has('cache-control'))
        answer.headers.set('cache-control', row?.isShared ? 'private, no-cache' : 'no-store')
      return answer
    }
    return withCookies(await respondOnce(request, render, asker.inTurn), cookies)
  })
}

const NOBODY: Known = { viewer: null, trouble: null }

/**
 * Returns the origins of the sign-in providers. A form that starts a sign-in ends in a redirect there, and browsers
 * also apply form-action to it.
 */
function configuredIssuers(env: Env): string[] {
  const issuers = [env.GOOGLE_CLIENT_ID && env.GOOGLE_ISSUER, env.APPLE_CLIENT_ID && env.APPLE_ISSUER]
  return issuers.flatMap((issuer) => (issuer ? [new URL(issuer).origin] : []))
}

/** Returns the origins that browsers upload files to. */
function uploadTargets({ UPLOADTHING_TOKEN }: Env): string[] {
  const token = UPLOADTHING_TOKEN ? parseUploadToken(UPLOADTHING_TOKEN) : null
  return token ? token.regions.map((region) => `https://${region}.${token.ingestHost}`) : []
}

/**
 * Returns the path of a page that is the same for every anonymous visitor, with only the parameters that it reads, so
 * without campaign tags. Null for personal pages.
 */
function sharedPathOf(request: Request): string | null {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const { pathname, searchParams } = new URL(request.url)
  const page = pageAt(pathname)
  if (!page?.isShared) return null
  const names = new Set(page.reads)
  // Remix uses this parameter to request the data of some routes.
  if (pathname.endsWith('.data')) names.add('_routes')
  // Copies the parameters, because deleting from the URL's own takes quadratic time, 50 s for a full header.
  const read = new URLSearchParams([...searchParams].filter(([name]) => names.has(name)))
  return read.size ? `${pathname}?${read}` : pathname
}

/** Whether the request has one of these cookies, even if it is not valid. */
const hasPageCookie = ({ cookie, siteIsHttps }: Visit, ...names: Array<keyof typeof PAGE_COOKIES>) =>
  names.some((name) => cookie(`${siteIsHttps ? '__Host-' : ''}${PAGE_COOKIES[name]}`))

/**
 * Turns HEAD into GET, because Remix treats HEAD for page data as a submitted form. Node leaves out the body of the
 * response.
 */
function withoutHead(request: Request): Request {
  if (request.method !== 'HEAD' || !new URL(request.url).pathname.endsWith('.data')) return request
  return new Request(request.url, { headers: request.headers, signal: request.signal })
}
