import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { areDemoAccountsOn } from '#server/auth/demo-accounts.ts'
import { sessionCookieName } from '#server/auth/session-cookie.ts'
import type { Env } from '#server/platform/env.ts'
import { log } from '#server/platform/log.ts'
import { forRequest } from '#server/platform/request-context.ts'
import { addressFrom } from './client-address.ts'
import { askNotToIndex } from './crawlers.ts'
import { routeOf, WatchedRequest, type RequestWatcher } from './edge.ts'
import { redirectTo, type Leaving } from './outbound.ts'
import { signOfProxy } from './outsiders.ts'
import { securityHeaders } from './security-headers.ts'

/** Parameters as our own links have them: letters that need no decoding, and values that are not URLs. */
const LINK =
  /^\/go\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\?((?:(?:v|src|pos|by|sid)=[\w-]{0,64}&?){1,8}))?$/i
const PLAIN_HOST = /^[\w.-]{1,253}(?::\d{1,5})?$/

interface QuickParts {
  env: Pick<Env, 'SITE_URL' | 'HSTS' | 'TRUST_PROXY'>
  leaving: Leaving
  watcher: RequestWatcher | null
}

/**
 * Creates the fast path of GET /go/{productId} for shoppers without a session, if the product was requested recently
 * and the link is one of ours. Most store visits use it. Its decision and its response are the same, without the
 * overhead of Hono and fetch's objects, which cost more than the click.
 * @returns a function that answers such a request, or does nothing and returns false
 */
export async function leaveQuickly({ env, leaving, watcher }: QuickParts) {
  const { SITE_URL, TRUST_PROXY } = env
  const siteIsHttps = SITE_URL.startsWith('https://')
  const session = sessionCookieName(siteIsHttps)
  const headersOf = await sampleOf({ siteIsHttps, hsts: env.HSTS })
  const route = routeOf('/go/-', new Set())

  return (request: IncomingMessage, response: ServerResponse, otherwise: () => void): boolean => {
    const [, productId, query = ''] = (request.method === 'GET' && LINK.exec(request.url ?? '')) || []
    if (productId === undefined) return false
    const { headers, socket } = request
    if (headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined) return false
    if (!PLAIN_HOST.test(headers.host ?? '') || headers.cookie?.includes(session)) return false
    const fields = new Fields(request)
    if (areDemoAccountsOn() && signOfProxy(fields, request.httpVersion) !== null) return false
    const given = fields.get('x-request-id') ?? undefined
    const address = addressFrom(socket, fields.get('x-forwarded-for') ?? undefined, TRUST_PROXY)
    const watched = new WatchedRequest({ given: TRUST_PROXY ? given : undefined, route, address, watcher })
    return forRequest(watched.context, () => {
      const begun = leaving.begin(
        { method: 'GET', headers: fields },
        { productId, query: new URLSearchParams(query), address },
      )
      if (!begun) return false
      begun.url.then(
        (url) => {
          // The product has just changed, so a page answers.
          if (url === null) return otherwise()
          response.writeHead(302, headersOf({ url, id: watched.context.id, cookie: begun.cookie }))
          response.end()
          watched.answered('GET', 302)
        },
        (error: unknown) => {
          log.error({ err: error }, 'outbound link served without the database')
          otherwise()
        },
      )
      return true
    })
  }
}

/** Reads Node's header fields like fetch's Headers. */
class Fields {
  readonly #request: IncomingMessage

  constructor(request: IncomingMessage) {
    this.#request = request
  }

  get(name: string): string | null {
    const value = this.#request.headers[name]
    return Array.isArray(value) ? value.join(', ') : (value ?? null)
  }

  keys(): string[] {
    return Object.keys(this.#request.headers)
  }
}

/** Returns the headers of this response in the same order as the rest of the server. */
async function sampleOf(security: Parameters<typeof securityHeaders>[0]) {
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.use(securityHeaders(security))
  app.use(askNotToIndex)
  app.get('/go/:productId', (c) => redirectTo(c, '-'))
  const { headers } = await app.request('/go/-')
  headers.set('x-request-id', '-')
  const sample = Object.fromEntries(headers)
  return ({ url, id, cookie }: { url: string; id: string; cookie: string | null }): OutgoingHttpHeaders => {
    const given: OutgoingHttpHeaders = { ...sample, location: url, 'x-request-id': id }
    if (cookie !== null) given['set-cookie'] = [cookie]
    // Hono's adapter adds this to responses that have none.
    given['content-type'] ??= 'text/plain; charset=UTF-8'
    return given
  }
}
