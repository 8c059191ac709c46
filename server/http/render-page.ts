import { randomBytes } from 'node:crypto'
import { troubleOf } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { parseUploadToken, type Env } from '#server/platform/env.ts'
import { appSecret } from '#server/platform/secrets.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { Caller, createCaller } from '#server/router.ts'
import type { SearchEngine } from '#server/search/engine.ts'
import type { Reader } from '#server/site/reader.schema.ts'
import { pageAt } from '#server/site/addresses.ts'
import { logFailure, type Known } from './failures.ts'
import type { Gate, Pass } from './gate.ts'
import type { PageCache } from './page-cache.ts'
import { traitsOf, type Sample } from './page-samples.ts'
import { secureHtml, type PagePolicy } from './security-headers.ts'
import { asMakeshift } from './database-away-page.ts'

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

export interface RenderParts {
  env: Env
  db: Db
  /** Creates the procedures that loaders call. */
  createCaller: typeof createCaller
  engine: SearchEngine
  renderPage: (request: Request, context: LoadContext) => Promise<Response>
  /** Its pages expire when something that they show has changed. */
  pageCache: PageCache
}

/** A page to render, and for whom. */
export interface Rendering {
  request: Request
  visit: Visit
  known: Known
  pass: Pass
  reader: Reader
  /** The URL that the browser has to load instead of the closed site's screen. */
  reload?: string | null
  /** Set if the page is rendered for all customers. */
  sample?: Sample | undefined
}

/** Returns the function that renders pages with Remix, with their security policy. */
export function pageRenderer({ env, db, createCaller, engine, renderPage, pageCache }: RenderParts) {
  const isDevelopment = env.NODE_ENV === 'development'
  const noticeKey = async () => (await appSecret(db, 'notice')).toString('hex')
  const policy: PagePolicy = {
    siteIsHttps: env.SITE_URL.startsWith('https://'),
    formTargets: configuredIssuers(env),
    uploadTargets: uploadTargets(env),
  }

  return async ({ request, visit, known, pass, reader, reload = null, sample }: Rendering): Promise<Response> => {
    const { viewer } = known
    const { hasBypass, gate } = pass
    const scriptMark = randomBytes(16).toString('hex')
    let { trouble } = known
    const onError = (failure: Parameters<typeof logFailure>[0]) => {
      trouble ??= troubleOf(failure.error)
      logFailure(failure)
    }
    const api = createCaller(
      { db, engine, dataDir: env.DATA_DIR, visit, viewer, isOpen: gate === null, trouble },
      { onError },
    )
    const mayShareData = !isDevelopment && gate === null && (viewer === null || sample)
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
      sample: sample ?? null,
      reader,
      hasBypass,
      isBypassOffered: env.ADMIN_BYPASS_SECRET !== undefined,
      environment: isDevelopment ? 'Development' : 'Production',
    })
    // In development Vite adds its own scripts and styles.
    if (isDevelopment) page.headers.set('content-security-policy', "frame-ancestors 'none'")
    const isLate = gate === null && pageAt(new URL(request.url).pathname)?.hasLateScripts === true
    const secured = isDevelopment
      ? new Response(html ?? page.body, page)
      : await secureHtml(page, html, scriptMark, isLate, policy)
    return trouble ? asMakeshift(request, secured, trouble) : secured
  }
}

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
 * Turns HEAD into GET, because Remix treats HEAD for page data as a submitted form. Node leaves out the body of the
 * response.
 */
function withoutHead(request: Request): Request {
  if (request.method !== 'HEAD' || !new URL(request.url).pathname.endsWith('.data')) return request
  return new Request(request.url, { headers: request.headers, signal: request.signal })
}
