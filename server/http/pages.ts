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
import type { HttpContext } from './client-address.ts'
import { asClosed, closedPageFor } from './closed-pages.ts'
import { CustomerPages } from './customer-pages.ts'
import { viewerOrTrouble, type Known } from './failures.ts'
import { askGate, handleBypassSecret, type Gate, type Pass } from './gate.ts'
import { withoutOrigin } from './own-origin.ts'
import { OwnParts, type OwnPart } from './own-part.ts'
import { refuseLong, shortManifestRequest } from './page-address.ts'
import { readerOf, sharedReaderOf, variantOf } from './reader.ts'
import { pageRenderer, type RenderParts, type Rendering } from './render-page.ts'
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
  reader: Reader
  asker: Asker
  /** Set if the page is the same for every anonymous visitor. */
  shared: Shared | null
}

interface Shared {
  /** The page's address, with only the parameters that it reads. */
  path: string
  /** The request headers that choose between versions of the page. */
  vary: string
  /** Reads the customer together with the personal parts; null if the page cannot be filled in. */
  findCustomer: (() => ReturnType<OwnParts['read']>) | null
}

/** Who gets what. */
type Audience =
  /** The site is closed to this visitor, who gets the gate's screen. */
  | { kind: 'closed'; gate: Gate }
  /** Without a session. Gets the page that everyone gets, from the cache. */
  | { kind: 'anonymous'; shared: Shared; hasSession: boolean }
  /** A customer. Gets the page that all customers get, from the cache, with their personal parts filled in. */
  | { kind: 'customer'; shared: Shared; viewer: Viewer; part: OwnPart }
  /** Everyone else. Gets a page that is rendered for them and not stored. */
  | { kind: 'person'; known: Known; pass: Pass }

/** Answers all other URLs with a page. */
export function addPages(app: Hono<{ Bindings: HttpBindings }>, parts: PagesParts): void {
  const pages = new Pages(parts)
  app.all('*', (c) => pages.answer(c))
}

const NOBODY: Known = { viewer: null, trouble: null }
const OPEN: Pass = { gate: null, hasBypass: false }

class Pages {
  readonly #parts: PagesParts
  readonly #isDevelopment: boolean
  readonly #gateParts: Parameters<typeof askGate>[0]
  readonly #render: (rendering: Rendering) => Promise<Response>
  readonly #customerPages: CustomerPages
  readonly #ownParts: OwnParts

  constructor(parts: PagesParts) {
    const { env, db, pageCache } = parts
    this.#parts = parts
    this.#isDevelopment = env.NODE_ENV === 'development'
    this.#gateParts = { db, secret: env.ADMIN_BYPASS_SECRET }
    this.#render = pageRenderer(parts)
    this.#customerPages = new CustomerPages(pageCache)
    this.#ownParts = new OwnParts(db)
  }

  async answer(c: HttpContext): Promise<Response> {
    const { env } = this.#parts
    const { visit, cookies } = visitOf(c, { siteUrl: env.SITE_URL, trustProxy: env.TRUST_PROXY })
    const read = await handleBypassSecret(this.#gateParts, visit, c.req.raw)
    if ('goTo' in read)
      return withCookies(c.body(null, 303, { location: read.goTo, 'cache-control': 'no-store' }), cookies)
    const request = shortManifestRequest(read.request)
    if (!request) return refuseLong()
    const asked = this.#askedBy(request, visit)
    return withCookies(await this.#answerTo(await this.#audienceOf(asked), asked), cookies)
  }

  #askedBy(request: Request, visit: Visit): Asked {
    const { db, meter } = this.#parts
    const url = new URL(request.url)
    const row = pageAt(url.pathname)
    // In development pages are never cached, so that they follow the source.
    const path = this.#isDevelopment ? null : sharedPathOf(request)
    if (path === null)
      return {
        request,
        url,
        visit,
        row,
        reader: readerOf(visit, request.headers),
        asker: askerOf(meter, db, visit),
        shared: null,
      }
    const { reader, vary } = sharedReaderOf(url, visit, request.headers)
    let customer: ReturnType<OwnParts['read']> | undefined
    const read = () => (customer ??= this.#ownParts.read(visit, /^\/product\/([^/.]+)/.exec(url.pathname)?.[1]))
    const findCustomer = row?.isFilled ? read : null
    const asker = findCustomer
      ? askerBy(meter, visit, async () => (await findCustomer())?.viewer ?? null)
      : askerOf(meter, db, visit)
    return { request, url, visit, row, reader, asker, shared: { path, vary, findCustomer } }
  }

  async #audienceOf({ request, visit, asker, shared }: Asked): Promise<Audience> {
    const pass = await askGate(this.#gateParts, visit, asker, request)
    if (pass.gate) return { kind: 'closed', gate: pass.gate }
    const hasSession = hasPageCookie(visit, 'session')
    const known = shared && !hasSession ? NOBODY : await viewerOrTrouble(asker)
    const person: Audience = { kind: 'person', known, pass }
    // A forged notice only costs its sender a rendering (server/platform/meter.ts).
    if (!shared || pass.hasBypass || hasPageCookie(visit, 'notice')) return person
    // If a session cannot be read, its owner is not an anonymous visitor.
    if (known.trouble) return person
    const { viewer } = known
    if (viewer === null) return { kind: 'anonymous', shared, hasSession }
    const customer = await shared.findCustomer?.()
    if (!customer || viewer.role !== 'customer' || customer.part.hasPartInReviews) return person
    return { kind: 'customer', shared, viewer, part: customer.part }
  }

  async #answerTo(audience: Audience, asked: Asked): Promise<Response> {
    switch (audience.kind) {
      case 'closed':
        return this.#answerClosed(audience.gate, asked)
      case 'anonymous':
        return this.#answerAnonymous(audience, asked)
      case 'customer': {
        const known = { viewer: audience.viewer, trouble: null }
        return (await this.#fillIn(audience, asked)) ?? this.#answerPerson({ known, pass: OPEN }, asked)
      }
      case 'person':
        return this.#answerPerson(audience, asked)
    }
  }

  #answerClosed(gate: Gate, { request, visit, reader, asker: { inTurn } }: Asked): Promise<Response> {
    const { asked, key, reload } = closedPageFor(request, gate)
    const pass = { gate, hasBypass: false }
    const render = async () =>
      asClosed(await this.#render({ request: asked, visit, known: NOBODY, pass, reader, reload }), gate)
    return this.#isDevelopment || key === null
      ? respondOnce(request, render, inTurn)
      : this.#parts.pageCache.answer(request, key + variantOf(reader), render, inTurn)
  }

  async #answerAnonymous(
    { shared, hasSession }: { shared: Shared; hasSession: boolean },
    { request, url, visit, row, reader, asker }: Asked,
  ): Promise<Response> {
    const { db, pageCache } = this.#parts
    // Clears the cookie of an expired session, but not on data requests, which may have been sent before a sign-in
    // that has just set a new cookie.
    if (hasSession && !url.pathname.endsWith('.data')) clearSessionCookie({ db, visit })
    const render = () => this.#render({ ...sharedRequest(shared, url, visit), known: NOBODY, pass: OPEN, reader })
    const page = await pageCache.page(shared.path + variantOf(reader), render, asker.inTurn, row?.life)
    // Does not store pages with an expired session either, because the cookie may belong to a sign-in in progress.
    const mayStore = pageCache.isCaughtUp && !hasPageCookie(visit, 'session', 'bypass', 'notice')
    const { vary } = shared
    return pageResponse(request, page, { ...(vary && { vary }), ...(mayStore && sharedCacheHeaders(request, page)) })
  }

  /** @returns null if the page must be rendered for this customer */
  #fillIn(
    { shared, viewer, part }: { shared: Shared; viewer: Viewer; part: OwnPart },
    { request, url, visit, row, reader, asker }: Asked,
  ): Promise<Response | null> {
    return this.#customerPages.answer({
      request,
      key: shared.path + variantOf(reader),
      viewer,
      part,
      render: (someone, sample) =>
        this.#render({
          ...sharedRequest(shared, url, visit),
          known: { viewer: someone, trouble: null },
          pass: OPEN,
          reader,
          sample,
        }),
      inTurn: asker.inTurn,
      life: row?.life,
    })
  }

  #answerPerson(
    { known, pass }: { known: Known; pass: Pass },
    { request, visit, row, reader, asker }: Asked,
  ): Promise<Response> {
    const render = async () => {
      const answer = await this.#render({ request: withoutOrigin(request), visit, known, pass, reader })
      if (!answer.headers.has('cache-control'))
        answer.headers.set('cache-control', row?.isShared ? 'private, no-cache' : 'no-store')
      return answer
    }
    return respondOnce(request, render, asker.inTurn)
  }
}

/**
 * Returns the request for which a shared page is rendered: a GET without headers or cookies, which this visitor cannot
 * abort. So its bytes depend on its key only.
 */
const sharedRequest = ({ path }: Shared, url: URL, visit: Visit): { request: Request; visit: Visit } => ({
  request: new Request(new URL(path, url)),
  visit: { ...visit, cookie: () => undefined, setCookie: () => undefined },
})

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
