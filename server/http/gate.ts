import { safePath } from '#server/auth/auth.schema.ts'
import type { Visit } from '#server/platform/visit.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { pageAt, pagePath } from '#server/site/addresses.ts'
import { hasBypass, startBypass } from '#server/site/admin-bypass.service.ts'
import { getSiteSettings, type SiteSettings } from '#server/site/site-settings.service.ts'
import { mayPreview } from '#server/storefront/preview.service.ts'
import type { Asker } from './asker.ts'

/** The state of the site, which is closed to this visitor. */
export interface Gate {
  state: Exclude<SiteSettings['state'], 'live'>
  launchAt: Date
}

/** The gate's decision for one request. */
export interface Pass {
  /** Null if the visitor may enter. */
  gate: Gate | null
  hasBypass: boolean
}

interface GateParts {
  db: Db
  /** Undefined if there is no bypass. */
  secret: string | undefined
}

/**
 * Lets visitors in if the site is live. Some URLs are always open. Before launch, a store's preview is open with its
 * token. Administrators and visitors with the bypass can always enter.
 */
export async function askGate(
  { db, secret }: GateParts,
  visit: Visit,
  { viewer }: Pick<Asker, 'viewer'>,
  request: Request,
): Promise<Pass> {
  const { state, launchAt } = await getSiteSettings(db)
  const bypass = secret !== undefined && (await falseOnError(hasBypass({ db, visit }, secret)))
  if (state === 'live' || bypass || (isExempt(state, request) && (await falseOnError(isNoShopPage(db, request)))))
    return { gate: null, hasBypass: bypass }
  const isAdmin = await falseOnError(viewer().then((asking) => asking?.role === 'admin'))
  return { gate: isAdmin ? null : { state, launchAt }, hasBypass: false }
}

/** Seconds for Retry-After. */
export function secondsToWait({ state, launchAt }: Gate): number {
  const untilLaunch = Math.ceil((launchAt.getTime() - Date.now()) / 1000)
  return state === 'coming_soon' && untilLaunch > 0 ? Math.min(untilLaunch, 24 * 3600) : 300
}

/** Procedures that dashboard pages call from the browser before launch. Only partners may call them. */
const CALLED_BY_DASHBOARD = /^\/trpc\/(?:(?:products\.\w+|partnerSettings\.(?:fold|hideColumn))(?:,(?!$)|$))+$/

function isExempt(state: Gate['state'], request: Request): boolean {
  const { pathname } = new URL(request.url)
  if (state === 'coming_soon' && CALLED_BY_DASHBOARD.test(decodeCommas(pathname))) return true
  const open = pageAt(pathname)?.open
  return open === 'always' || (open === 'before launch' && state === 'coming_soon')
}

const PREVIEW = /^\/brand\/preview\/([^/]+)$/

/**
 * Whether the request is for something other than a page of the shop. A store's preview without a valid token shows
 * public data, so it counts as a page of the shop.
 */
async function isNoShopPage(db: Db, request: Request): Promise<boolean> {
  const { pathname, searchParams } = new URL(request.url)
  const [, partnerId] = PREVIEW.exec(pagePath(pathname)) ?? []
  return partnerId === undefined || mayPreview(db, { partnerId, token: searchParams.get('data') })
}

const decodeCommas = (pathname: string) => pathname.replaceAll(/%2c/gi, ',')

/** Returns false if the promise rejects. */
async function falseOnError(answer: Promise<boolean>): Promise<boolean> {
  try {
    return await answer
  } catch (error) {
    log.error({ err: error }, 'the gate could not identify the visitor')
    return false
  }
}

/**
 * Checks `?admin=true&secret=...`, which works on any page.
 * @returns the URL to redirect to if the secret is right; otherwise the request without these parameters, so that pages
 *   cannot repeat the secret
 */
export async function handleBypassSecret(
  { db, secret }: GateParts,
  visit: Visit,
  request: Request,
): Promise<{ goTo: string } | { request: Request }> {
  const url = new URL(request.url)
  const given = url.searchParams.get('secret')
  if (
    given === null ||
    url.searchParams.get('admin') !== 'true' ||
    (request.method !== 'GET' && request.method !== 'HEAD')
  )
    return { request }
  url.searchParams.delete('admin')
  url.searchParams.delete('secret')
  if (secret !== undefined && (await startBypass({ db, visit }, secret, given)))
    return { goTo: safePath(url.pathname + url.search) }
  return { request: new Request(url, { method: request.method, headers: request.headers }) }
}
