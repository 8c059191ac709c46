import { createHash } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import type { Hono, MiddlewareHandler } from 'hono'
import { z } from 'zod'
import { CALLS_A_MINUTE } from '#server/open-data/limits.values.ts'
import type { Problem } from '#server/open-data/problem.schema.ts'
import { RateLimit } from '#server/platform/rate-limit.ts'
import { troubleOf } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { MINUTE_MS } from '#server/platform/durations.values.ts'
import { AppError, type AppErrorCode } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { currentRequest } from '#server/platform/request-context.ts'
import { getSiteSettings } from '#server/site/site-settings.service.ts'
import { clientAddressOf, type HttpContext } from './client-address.ts'
import { hasTag } from './etag.ts'
import { secondsToWait } from './gate.ts'

const MAX_ERRORS = 20
/** Pages of any site may read these responses, which are the same for everyone and use no cookies. */
const FROM_ANYWHERE = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, Last-Modified, RateLimit, RateLimit-Policy, Retry-After',
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  404: 'Not found',
  405: 'Method not allowed',
  410: 'Gone',
  429: 'Too many requests',
  500: 'Server error',
  503: 'Temporarily unavailable',
}
const STATUS_OF: Partial<Record<AppErrorCode, number>> = { bad_input: 400, not_found: 404, conflict: 410 }

/** Formats a refusal as RFC 9457 problem details. */
export function problemAnswer(
  status: number,
  detail: string,
  more: { errors?: Problem['errors']; retryAfter?: number } = {},
): Response {
  const { errors, retryAfter } = more
  const body: Problem = { type: 'about:blank', title: TITLES[status] ?? '', status, detail, ...(errors && { errors }) }
  return Response.json(body, {
    status,
    headers: {
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    },
  })
}

/**
 * Applies the rules for public catalogue data, which is open to any origin, without a session, limited by IP address,
 * and closed while the site is closed. Failures are answered as text.
 */
export function forPrograms({
  db,
  trustProxy,
}: {
  db: Db
  trustProxy: boolean
}): MiddlewareHandler<{ Bindings: HttpBindings }> {
  const limit = new RateLimit('open data', CALLS_A_MINUTE, MINUTE_MS)
  return async (c, next) => {
    if (c.req.method === 'OPTIONS') {
      c.res = new Response(null, {
        status: 204,
        headers: {
          'access-control-allow-methods': 'GET, HEAD',
          'access-control-allow-headers': 'If-None-Match',
          'access-control-max-age': '86400',
        },
      })
    } else if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      c.res = problemAnswer(405, 'This endpoint is read-only. Use GET.')
      c.res.headers.set('allow', 'GET, HEAD, OPTIONS')
    } else {
      const address = clientAddressOf(c, trustProxy)
      const isAllowed = limit.allows(address)
      if (!isAllowed)
        c.res = problemAnswer(
          429,
          `You have sent more than ${CALLS_A_MINUTE} requests in a minute. Wait for the time in Retry-After, or use the feed.`,
          { retryAfter: limit.left(address).seconds },
        )
      else {
        const closed = await whileClosed(db)
        if (closed) c.res = closed
        else await next()
      }
      // By now, the counts of other processes are usually known.
      const { count, seconds } = limit.left(address)
      c.res.headers.set('ratelimit-policy', `"read";q=${CALLS_A_MINUTE};w=60`)
      c.res.headers.set('ratelimit', `"read";r=${count};t=${seconds}`)
    }
    for (const [name, value] of Object.entries(FROM_ANYWHERE)) c.res.headers.set(name, value)
  }
}

export async function whileClosed(db: Db): Promise<Response | null> {
  try {
    const { state, launchAt } = await getSiteSettings(db)
    if (state === 'live') return null
    return problemAnswer(503, 'The shop is currently closed.', { retryAfter: secondsToWait({ state, launchAt }) })
  } catch (error) {
    return errorAnswer(error)
  }
}

/** Wraps a handler so that failures are answered as text. */
export const withApiErrors =
  (handler: (c: HttpContext) => Promise<Response>) =>
  async (c: HttpContext): Promise<Response> => {
    try {
      return await handler(c)
    } catch (error) {
      return errorAnswer(error)
    }
  }

function errorAnswer(error: unknown): Response {
  if (error instanceof z.ZodError) {
    const errors = error.issues
      .slice(0, MAX_ERRORS)
      .flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.slice(0, MAX_ERRORS).map((key) => ({ path: key.slice(0, 100), message: 'Unknown parameter.' }))
          : [{ path: issue.path.join('.'), message: issue.message.slice(0, 300) }],
      )
    const [first] = errors
    return problemAnswer(400, `${first?.path ?? ''}: ${first?.message ?? ''} See /openapi.json for the parameters.`, {
      errors,
    })
  }
  if (error instanceof AppError && STATUS_OF[error.code] !== undefined)
    return problemAnswer(STATUS_OF[error.code] ?? 500, error.message)
  if (error instanceof TooMuchAsked)
    return problemAnswer(
      429,
      'Your IP address has used up its processing time for now. Wait for the time in Retry-After.',
      {
        retryAfter: error.retryAfterSeconds,
      },
    )
  const trouble = troubleOf(error)
  if (trouble)
    return problemAnswer(503, `${trouble.forPrograms} Send the same request again.`, {
      retryAfter: trouble.retryAfterSeconds,
    })
  log.error({ err: error, route: currentRequest()?.route }, 'request failed')
  return problemAnswer(500, 'Something went wrong on our side. Send the same request again later.')
}

/** Responds with JSON and its ETag, or with 304 if the client has it. */
export function taggedJson(request: Request, body: unknown, maxAgeSeconds: number): Response {
  const text = `${JSON.stringify(body)}\n`
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  const headers = new Headers({ etag, 'cache-control': `public, max-age=${maxAgeSeconds}` })
  if (hasTag(request, etag)) return new Response(null, { status: 304, headers })
  headers.set('content-type', 'application/json; charset=utf-8')
  return new Response(request.method === 'HEAD' ? null : text, { headers })
}

export type Routes = Hono<{ Bindings: HttpBindings }>
