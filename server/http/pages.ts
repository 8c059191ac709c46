import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { clearSessionCookie } from '#server/auth/session.service.ts'
import type { Meter } from '#server/platform/meter.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import type { Visit } from '#server/platform/visit.ts'
import { pageAt } from '#server/site/addresses.ts'
import { PAGE_COOKIES } from '#server/site/addresses.values.ts'
import type { Reader } from '#server/site/reader.schema.ts'
import { askerBy, askerOf, type Asker } from './asker.ts'
import { pageResponse, respondOnce } from './cached-page.ts'
import { asClosed, closedPageFor } from './closed-pages.ts'
import { CustomerPages } from './customer-pages.ts'
import { viewerOrTrouble, type Known } from './failures.ts'
import { askGate, handleBypassSecret, type Gate, type Pass } from './gate.ts'
import { withoutOrigin } from './own-origin.ts'
import { OwnParts, type OwnPart } from './own-part.ts'
import { refuseLong, shortManifestRequest } from './page-address.ts'
import type { Sample } from './page-samples.ts'
import { readerOf, sharedReaderOf, variantOf } from './reader.ts'
import { pageRenderer, type RenderParts } from './render-page.ts'
import { sharedCacheHeaders } from './shared-caches.ts'
import { visitOf, withCookies } from './visit.ts'

export interface PagesParts extends RenderParts {
  /** Charges rendering and computing to the visitor; null charges nobody. */
  meter: Meter | null
}

/** A request for a page. */
interface Asked {
  request: Request
  url: URL
  visit: Visit
  /** The page's row in the table of addresses. */
  row: ReturnType<typeof pageAt>
  /** The address of a page that is the same for every anonymous visitor, with only the parameters that it reads. */
  sharedPath: string | null
  reader: Reader
  /** The request headers that choose between versions of a shared page. */
  vary: string
  asker: Asker
  /** Reads the session and the personal parts in one statement; null if the page cannot be filled in. */
  findCustomer: (() => ReturnType<OwnParts['read']>) | null
}

/** Who gets which page. */
type Audience =
  /** The site is closed to this visitor, who gets the gate's screen. */
  | { kind: 'closed'; gate: Gate }
  /** A visitor who is not signed in. Gets a shared page from the cache. */
  | { kind: 'anonymous'; path: string; hasSession: boolean }
  /** A signed-in customer. Gets a shared page from the cache, with their personal parts filled in. */
  | { kind: 'customer'; path: string; viewer: Viewer; part: OwnPart }
  /** Anyone else. Gets a page that is rendered for them and not stored. */
  | { kind: 'person'; known: Known; pass: Pass }
type Of<Kind> = Extract<Audience, { kind: Kind }>

const NOBODY: Known = { viewer: null, trouble: null }
const OPEN: Pass = { gate: null, hasBypass: false }

/** Answers all other URLs with a page. */
export function addPages(app: Hono<{ Bindings: HttpBindings }>, parts: PagesParts): void {
  const { env, db, pageCache, meter } = parts
  const isDevelopment = env.NODE_ENV === 'development'
  const gateParts = { db, secret: env.ADMIN_BYPASS_SECRET }
  const render = pageRenderer(parts)
  const customerPages = new CustomerPages(pageCache)
  const ownParts = new OwnParts(db)

  const askedBy = (request: Request, visit: Visit): Asked => {
    const url = new URL(request.url)
    const row = pageAt(url.pathname)
    // In development pages are never cached, so that they follow the source.
    const sharedPath = isDevelopment ? null : sharedPathOf(request)
    const { reader, vary } =
      sharedPath === null
        ? { reader: readerOf(visit, request.headers), vary: '' }
        : sharedReaderOf(url, visit, request.headers)
    let customer: ReturnType<OwnParts['read']> | undefined
    const read = () => (customer ??= ownParts.read(visit, /^\/product\/([^/.]+)/.exec(url.pathname)?.[1]))
    const findCustomer = sharedPath !== null && row?.isFilled ? read : null
    const asker = findCustomer
      ? askerBy(meter, visit, async () => (await findCustomer())?.viewer ?? null)
      : askerOf(meter, db, visit)
    return { request, url, visit, row, sharedPath, reader, vary, asker, findCustomer }
  }

  const audienceOf = async ({ request, visit, sharedPath, asker, findCustomer }: Asked): Promise<Audience> => {
    const pass = await askGate(gateParts, visit, asker, request)
    if (pass.gate) return { kind: 'closed', gate: pass.gate }
    const hasSession = hasPageCookie(visit, 'session')
    const known = sharedPath === null || hasSession ? await viewerOrTrouble(asker) : NOBODY
    const { viewer, trouble } = known
    const person: Audience = { kind: 'person', known, pass }
    // A forged notice only costs its sender a rendering (server/platform/meter.ts). If a session cannot be read, its
    // owner does not get the page of anonymous visitors.
    if (sharedPath === null || pass.hasBypass || hasPageCookie(visit, 'notice') || trouble) return person
    if (viewer === null) return { kind: 'anonymous', path: sharedPath, hasSession }
    const part = (await findCustomer?.())?.part
    if (!part || viewer.role !== 'customer' || part.hasPartInReviews) return person
    return { kind: 'customer', path: sharedPath, viewer, part }
  }

  const answerClosed = ({ gate }: Of<'closed'>, { request, visit, reader, asker }: Asked): Promise<Response> => {
    const { asked, key, reload } = closedPageFor(request, gate)
    const pass = { gate, hasBypass: false }
    const renderScreen = async () =>
      asClosed(await render({ request: asked, visit, known: NOBODY, pass, reader, reload }), gate)
    return isDevelopment || key === null
      ? respondOnce(request, renderScreen, asker.inTurn)
      : pageCache.answer(request, key + variantOf(reader), renderScreen, asker.inTurn)
  }

  /** Renders a GET without headers, which this visitor cannot abort. So the page's bytes depend only on its key. */
  const renderShared = (path: string, { url, visit, reader }: Asked, viewer: Viewer | null, sample?: Sample) =>
    render({
      request: new Request(new URL(path, url)),
      visit: { ...visit, cookie: () => undefined, setCookie: () => undefined },
      known: { viewer, trouble: null },
      pass: OPEN,
      reader,
      sample,
    })

  const answerAnonymous = async ({ path, hasSession }: Of<'anonymous'>, asked: Asked): Promise<Response> => {
    const { request, url, visit, row, reader, vary, asker } = asked
    // Clears the cookie of an expired session, but not on data requests, which may have been sent before a sign-in
    // that has just set a new cookie.
    if (hasSession && !url.pathname.endsWith('.data')) clearSessionCookie({ db, visit })
    const key = path + variantOf(reader)
    const page = await pageCache.page(key, () => renderShared(path, asked, null), asker.inTurn, row?.life)
    // Shared caches do not store a response to an expired session: its cookie may belong to a sign-in in progress.
    const mayStore = pageCache.isCaughtUp && !hasPageCookie(visit, 'session', 'bypass', 'notice')
    return pageResponse(request, page, { ...(vary && { vary }), ...(mayStore && sharedCacheHeaders(request, page)) })
  }

  const answerPerson = ({ known, pass }: Of<'person'>, asked: Asked): Promise<Response> => {
    const { request, visit, row, reader, asker } = asked
    const renderPersonal = async () => {
      const answer = await render({ request: withoutOrigin(request), visit, known, pass, reader })
      if (!answer.headers.has('cache-control'))
        answer.headers.set('cache-control', row?.isShared ? 'private, no-cache' : 'no-store')
      return answer
    }
    return respondOnce(request, renderPersonal, asker.inTurn)
  }

  const answerCustomer = async ({ path, viewer, part }: Of<'customer'>, asked: Asked): Promise<Response> => {
    const { request, row, reader, asker } = asked
    const answer = await customerPages.answer({
      request,
      key: path + variantOf(reader),
      viewer,
      part,
      render: (someone, sample) => renderShared(path, asked, someone, sample),
      inTurn: asker.inTurn,
      life: row?.life,
    })
    return answer ?? answerPerson({ kind: 'person', known: { viewer, trouble: null }, pass: OPEN }, asked)
  }

  const answerTo = (audience: Audience, asked: Asked): Promise<Response> => {
    switch (audience.kind) {
      case 'closed':
        return answerClosed(audience, asked)
      case 'anonymous':
        return answerAnonymous(audience, asked)
      case 'customer':
        return answerCustomer(audience, asked)
      case 'person':
        return answerPerson(audience, asked)
    }
  }

  app.all('*', async (c) => {
    const { visit, cookies } = visitOf(c, { siteUrl: env.SITE_URL, trustProxy: env.TRUST_PROXY })
    const read = await handleBypassSecret(gateParts, visit, c.req.raw)
    if ('goTo' in read)
      return withCookies(c.body(null, 303, { location: read.goTo, 'cache-control': 'no-store' }), cookies)
    const request = shortManifestRequest(read.request)
    if (!request) return refuseLong()
    const asked = askedBy(request, visit)
    return withCookies(await answerTo(await audienceOf(asked), asked), cookies)
  })
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
