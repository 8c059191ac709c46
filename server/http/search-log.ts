import { randomUUID } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import { uncountedReason } from '#server/outbound/request-facts.ts'
import { RateLimit } from '#server/platform/rate-limit.ts'
import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'
import type { SearchRecorder } from '#server/search/log/record-searches.ts'
import { searchedMessage } from '#server/search/log/search-log.schema.ts'
import { verifyOwnSearchToken } from '#server/search/log/search-token.ts'
import { clientAddressOf, type HttpContext } from './client-address.ts'
import { readBody } from './request-body.ts'

const MAX_BODY_BYTES = 4 * 1024
const COUNTED_PER_MINUTE = 60

interface SearchLogParts {
  db: Db
  searches: SearchRecorder
  trustProxy: boolean
}

/**
 * Adds POST /searched and GET /searched/{token}, with which a list page reports that a visitor saw a search, and which
 * product they opened. The page itself is cached, so we cannot count its requests. Always responds with 204, so that
 * nobody learns what counts.
 */
export function addSearchLog(
  app: Hono<{ Bindings: HttpBindings }>,
  { db, searches, trustProxy }: SearchLogParts,
): void {
  const limit = new RateLimit('searches', COUNTED_PER_MINUTE, 60_000)

  const record = async (c: HttpContext, said: () => unknown): Promise<Response> => {
    try {
      if (uncountedReason(c.req.raw) || isFromElsewhere(c.req.raw.headers)) return nothing(c)
      const message = searchedMessage.safeParse(await said()).data
      const search = message && (await verifyOwnSearchToken(db, message.token))
      const address = clientAddressOf(c, trustProxy)
      if (search && limit.allows(address))
        await searches.record({ search, viewId: message.view, clickedPosition: message.position, address })
    } catch (error) {
      log.error({ err: error }, 'search not logged')
    }
    return nothing(c)
  }

  app.post('/searched', readBody(MAX_BODY_BYTES, nothing), (c) =>
    record(c, async () => parseMessage(await c.req.text())),
  )
  app.get('/searched/:token', (c) => record(c, () => ({ token: c.req.param('token'), view: randomUUID() })))
}

const nothing = (c: Context) => c.body(null, 204, { 'cache-control': 'no-store' })

/** Whether the browser says that another site's page, or no page, sent the request. */
function isFromElsewhere(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site')
  return site !== null && site !== 'same-origin'
}

/** Parses JSON or form fields, whatever the content type: beacons are sent as text. */
function parseMessage(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return Object.fromEntries(new URLSearchParams(body))
  }
}
