import type { HttpBindings } from '@hono/node-server'
import type { MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { cleanText } from '#server/platform/clean-text.ts'
import { troubleOf } from '#server/platform/database-away.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { BudgetSpent } from '#server/platform/partner-budget.ts'
import type { Problem } from '#server/sales/conversions-api/conversion-events.schema.ts'
import type { KeptAnswer } from '#server/sales/conversions-api/idempotent-calls.ts'

// Answers of the APIs that partners' systems call with a key: JSON, and problems in the format of RFC 9457.

const MAX_ERRORS = 20
/** Seconds for Retry-After if emptying a queue needs a person or takes days. */
const FULL_RETRY_SECONDS = 3_600

/**
 * Answers a request that does not match its schema.
 * @param options.ending the last sentence of `detail`
 * @param options.part names the place of an error that concerns no single field
 */
export function invalid(
  { issues }: z.ZodError,
  status: 400 | 422,
  { ending = 'Nothing was recorded.', part = status === 400 ? 'The query' : 'The body' } = {},
): KeptAnswer {
  const errors = issues
    .slice(0, MAX_ERRORS)
    .map(({ path, message }) => ({ path: fieldPath(path), message: storable(message.slice(0, 300)) }))
  return problemResponse(status, `${errors[0]?.path || part}: ${errors[0]?.message ?? ''} ${ending}`, errors)
}

/**
 * The text contains submitted values and is stored with the Idempotency-Key. PostgreSQL stores neither NUL nor lone
 * surrogates.
 */
const storable = cleanText

/** Formats a field's path: ['lines', 0, 'price'] -> 'lines[0].price'. */
const fieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : `${text}${text && '.'}${String(part)}`.slice(0, 300),
    '',
  )

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Invalid key or signature',
  403: 'Missing permission',
  405: 'Method not allowed',
  404: 'Not found',
  409: 'Conflict',
  413: 'Request too large',
  422: 'Invalid request',
  429: 'Too many requests',
  500: 'Server error',
  503: 'Temporarily unavailable',
}

/** Builds a refusal in the format of RFC 9457. */
export function problemResponse(status: number, detail: string, errors?: Problem['errors']): KeptAnswer {
  const body: Problem = { type: 'about:blank', title: TITLES[status] ?? '', status, detail, ...(errors && { errors }) }
  return { status, body }
}

export const refuseApiRequest = (status: number, detail: string, headers: Record<string, string> = {}): Response =>
  send(problemResponse(status, detail), headers)

export const unauthorized = (detail: string): Response =>
  refuseApiRequest(401, detail, { 'www-authenticate': 'Bearer' })

/** @param measure is called with the size of the body in bytes */
export function send(
  { status, body, retryAfterSeconds = status === 429 ? FULL_RETRY_SECONDS : undefined }: KeptAnswer,
  headers: Record<string, string> = {},
  measure?: (bytes: number) => void,
): Response {
  const text = JSON.stringify(body)
  measure?.(Buffer.byteLength(text))
  return new Response(text, {
    status,
    headers: {
      'content-type': status >= 400 ? 'application/problem+json' : 'application/json',
      'cache-control': 'no-store',
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
      ...headers,
    },
  })
}

const TOO_MANY_AT_ONCE =
  'Too many requests. Your store can have one request in progress and four waiting, and your IP address can only try a few unknown keys. Nothing was recorded. Send the same request again after the time in Retry-After.'

/** Answers failures in the API's own format. They are already logged. */
export const problems: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  await next()
  if (c.error) c.res = failure(c.error)
}

/** Converts an error that a call has thrown to a problem response. */
export function failure(error: unknown): Response {
  if (error instanceof TooMuchAsked) {
    const why = error instanceof BudgetSpent ? error.message : TOO_MANY_AT_ONCE
    return refuseApiRequest(429, why, { 'retry-after': String(error.retryAfterSeconds) })
  }
  const trouble = troubleOf(error)
  return trouble
    ? refuseApiRequest(503, `${trouble.forPrograms} Nothing was recorded. Send the same request again.`, {
        'retry-after': String(trouble.retryAfterSeconds),
      })
    : refuseApiRequest(
        500,
        'Something went wrong on our side. Send the same request again later. It will only be counted once.',
      )
}
