import { safePath } from '#server/auth/auth.schema.ts'
import type { Visit } from '#server/auth/viewer.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import { hasBypass, startBypass } from '#server/site/admin-bypass.service.ts'
import { readSiteSettings, type SiteSettings } from '#server/site/site-settings.service.ts'
import type { Asker } from './metered.ts'

/** A site that is not open to whoever asks. */
export interface Gate {
  state: Exclude<SiteSettings['state'], 'live'>
  launchAt: Date
}

/** What the gate says of one request. */
export interface Pass {
  /** Null: come in. */
  gate: Gate | null
  hasBypass: boolean
}

interface GateParts {
  db: Db
  /** Undefined: nobody passes by a secret. */
  secret: string | undefined
}

// Whole addresses, never beginnings: the routes below them must be known to stand on their own. /__manifest says which routes there are.
const ALWAYS_OPEN = /^\/(terms|privacy|offline|second-factor|auth\/[a-z-]+|waitlist\/unsubscribe|go\/[^/]+|__manifest)$/
const OPEN_BEFORE_LAUNCH = /^\/waitlist(\/[a-z-]+)?$/

/** Open are a live site, what is never closed, and everything to administrators and to whoever has the bypass. */
export async function askGate({ db, secret }: GateParts, visit: Visit, { viewer }: Pick<Asker, 'viewer'>, request: Request): Promise<Pass> {
  const { state, launchAt } = await readSiteSettings(db)
  const bypass = secret !== undefined && (await orNot(hasBypass(db, visit, secret)))
  if (state === 'live' || bypass || isExempt(state, request)) return { gate: null, hasBypass: bypass }
  const isAdmin = await orNot(viewer().then((asking) => asking?.role === 'admin'))
  return { gate: isAdmin ? null : { state, launchAt }, hasBypass: false }
}

/** The page's path as Remix reads it, whether its HTML is asked for or its data. */
export function pagePath(request: Request): string {
  const path = new URL(request.url).pathname.replace(/\.data$/, '').replace(/^\/_root$/, '/')
  return path.replace(/\/+$/, '') || '/'
}

/** For Retry-After, in seconds. */
export function secondsToWait({ state, launchAt }: Gate): number {
  const untilLaunch = Math.ceil((launchAt.getTime() - Date.now()) / 1000)
  return state === 'coming_soon' && untilLaunch > 0 ? Math.min(untilLaunch, 24 * 3600) : 300
}

function isExempt(state: Gate['state'], request: Request): boolean {
  const path = pagePath(request)
  return ALWAYS_OPEN.test(path) || (state === 'coming_soon' && OPEN_BEFORE_LAUNCH.test(path))
}

/** What cannot be found out lets nobody in. */
async function orNot(answer: Promise<boolean>): Promise<boolean> {
  try {
    return await answer
  } catch (error) {
    log.error({ err: error }, 'the gate could not tell who asks')
    return false
  }
}

/**
 * `?admin=true&secret=...` on any page.
 * @returns where to go on to when the secret is right; else the request as if nothing had been said, so that pages cannot repeat it
 */
export async function readSecret({ db, secret }: GateParts, visit: Visit, request: Request): Promise<{ goTo: string } | { request: Request }> {
  const url = new URL(request.url)
  const given = url.searchParams.get('secret')
  if (given === null || url.searchParams.get('admin') !== 'true' || (request.method !== 'GET' && request.method !== 'HEAD')) return { request }
  url.searchParams.delete('admin')
  url.searchParams.delete('secret')
  if (secret !== undefined && (await startBypass(db, visit, secret, given))) return { goTo: safePath(url.pathname + url.search) }
  return { request: new Request(url, { method: request.method, headers: request.headers }) }
}
