import type { HttpBindings } from '@hono/node-server'
import type { Hono, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { AddressLimit } from '#server/platform/address-limit.ts'
import { cleanText, cleanTexts } from '#server/platform/clean-text.ts'
import { AWAY, isDatabaseAway } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError, type AppErrorCode } from '#server/platform/errors.ts'
import type { Env } from '#server/platform/env.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { BudgetSpent, type PartnerBudget } from '#server/platform/partner-budget.ts'
import { PARTNER_LIMITS } from '#server/platform/partner-limits.values.ts'
import { Turns } from '#server/platform/turns.ts'
import {
  parseEvent,
  parseEvents,
  type ConversionEvent,
  type ConversionResult,
  type Problem,
} from '#server/sales/conversions-api/conversion-events.schema.ts'
import { answerOnce, type KeptAnswer } from '#server/sales/conversions-api/idempotent-calls.ts'
import { openApiDocument } from '#server/sales/conversions-api/open-api.ts'
import { postbackEvent, postbackParameters } from '#server/sales/conversions-api/postback.schema.ts'
import {
  isInTime,
  isSigned,
  openPostback,
  type PostbackHolder,
} from '#server/sales/conversions-api/postback.service.ts'
import { BEARER, findBearer, type KeyHolder } from '#server/sales/conversions-api/store-keys.service.ts'
import { readState, takeEvent, takeOneOfMany } from '#server/sales/conversions-api/take-events.service.ts'
import { addressOf, type HttpContext } from './address.ts'
import { KnownKeys } from './known-keys.ts'
import { readBody } from './request-body.ts'

const MOST_BYTES = 256 * 1024
/** Nesting depth. An event in a list has five levels. */
const MOST_LEVELS = 20
const MOST_ERRORS = 20
const MINUTE_MS = 60_000
/** For queues that take people or days to empty. */
const FULL_RETRY_SECONDS = 3_600
/** Keys of one IP address that are being looked up or were wrong. Limits guessing. */
const UNKNOWN_KEYS_A_MINUTE = 30
/** One call per partner at a time. Concurrent transactions would wait for each other, each holding a connection. */
const IN_LINE = { atOnce: 1, waiting: 4, retryAfterSeconds: 1 }
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

type Routes = Hono<{ Bindings: HttpBindings }>

/**
 * The API for partners' own systems (/api/v1). It requires a key or a signature, but no session, cookie or origin. It
 * is open in every state of the site, because stores keep selling while we are closed.
 */
export function addConversionsApi(app: Routes, { db, env, budget }: { db: Db; env: Env; budget: PartnerBudget }): void {
  const turns = new Turns(IN_LINE)
  const unknownKeys = new AddressLimit(UNKNOWN_KEYS_A_MINUTE, MINUTE_MS)
  const keys = new KnownKeys<KeyHolder>(unknownKeys)
  const postbacks = new KnownKeys<PostbackHolder>(unknownKeys)
  const document = JSON.stringify(openApiDocument(env.SITE_URL))

  const caller = (c: HttpContext) => addressOf(c, env.TRUST_PROXY)
  /**
   * Identifies the caller. A malformed key costs nothing, so it is not counted.
   * @returns null for an unknown caller
   * @throws TooMuchAsked
   */
  const holderOf = async (c: HttpContext): Promise<KeyHolder | null> => {
    const [, key = ''] = /^Bearer (\S{1,100})$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (!BEARER.test(key)) return null
    return keys.find(caller(c), key, () => findBearer(db, key, new Date()))
  }
  /** Runs a partner's call in its turn and charges the partner. @throws TooMuchAsked */
  const charged = async (partnerId: string, bytes: number, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> => {
    budget.spend(partnerId, 'bytes', bytes)
    return turns.run(partnerId, () => budget.run(partnerId, work))
  }
  const sendTo = (partnerId: string, answer: KeptAnswer): Response => {
    const { lines, seconds } = budget.left(partnerId)
    return send(answer, {
      'ratelimit-policy': `"lines";q=${PARTNER_LIMITS.lines};w=60`,
      ratelimit: `"lines";r=${lines};t=${seconds}`,
    })
  }

  app.use('/api/v1/*', problems)
  app.get('/api/v1/openapi.json', () => {
    return new Response(document, {
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
    })
  })
  app.post(
    '/api/v1/conversions',
    readBody(MOST_BYTES, () => refuse(413, 'A request can be up to 256 KB. Send fewer events at a time.')),
    async (c) => {
      const holder = await holderOf(c)
      if (!holder) return unauthorized(NO_KEY)
      const { partnerId } = holder
      const body = await c.req.raw.text()
      const key = c.req.header('idempotency-key')
      const now = new Date()
      const spend = (lines: number) => budget.spend(partnerId, 'lines', lines)
      const work = () => takeCall({ db, partnerId, now, spend }, body)
      const bytes = Buffer.byteLength(body)
      if (key === undefined) return sendTo(partnerId, await charged(partnerId, bytes, work))
      if (!IDEMPOTENCY_KEY.test(key))
        return refuse(400, 'An Idempotency-Key must have 1 to 200 printable characters, without spaces.')
      let isUnderWay = false
      const answer = await charged(partnerId, bytes, async () => {
        const given = await answerOnce(db, { partnerId, key, body }, now, work)
        isUnderWay = given === 'under way'
        if (given === 'other body')
          return problemOf(
            409,
            'This Idempotency-Key has already been used for a different request. Use a new key for each request.',
          )
        if (given === 'under way')
          return problemOf(409, 'The first request with this Idempotency-Key is still in progress.')
        return given
      })
      return isUnderWay ? send(answer, { 'retry-after': '1' }) : sendTo(partnerId, answer)
    },
  )
  app.get('/api/v1/conversions/:orderId', async (c) => {
    const holder = await holderOf(c)
    if (!holder) return unauthorized(NO_KEY)
    const { partnerId } = holder
    const orderId = cleanText(c.req.param('orderId'))
    budget.spend(partnerId, 'lines', 1)
    const read = () => readState(db, partnerId, orderId)
    const state = orderId.length > 100 ? null : await budget.run(partnerId, read)
    return state ? send({ status: 200, body: state }) : refuse(404, 'Order not found, or nothing links it to WTF.')
  })
  app.on(
    ['GET', 'POST'],
    '/api/v1/postback/:keyId',
    readBody(MOST_BYTES, () => refuse(413, 'Send a postback’s data in its URL, not in a body.')),
    async (c) => {
      const given = c.req.query()
      const now = new Date()
      const keyId = c.req.param('keyId')
      if (!isInTime(given, now))
        return refuse(
          401,
          'ts is more than a day old or in the future. Sign each call again, and check that your clock is right.',
        )
      // The id is not secret. Others who know it must not cause work or make the key count as wrong.
      const met = postbacks.met(keyId)
      if (met && !isSigned(met.secret, given)) return unauthorized(BAD_SIGNATURE)
      const holder = await postbacks.find(caller(c), keyId, () => openPostback(db, keyId, given, now))
      if (!holder) return unauthorized(BAD_SIGNATURE)
      const { partnerId } = holder
      budget.spend(partnerId, 'lines', 1)
      const parameters = postbackParameters.safeParse(given)
      const event = parameters.success ? postbackEvent(parameters.data) : parameters
      if (!event.success) return send(invalid(event.error))
      const taking = { db, partnerId, source: 'postback', from: 'postback', now } as const
      const work = () => takeOne(taking, cleanTexts(event.data as ConversionEvent))
      return sendTo(partnerId, await charged(partnerId, c.req.url.length, work))
    },
  )
  app.all('/api/v1/*', () =>
    refuse(404, 'Unrecognised request URL. See /api/v1/openapi.json for the available endpoints.'),
  )
}

const NO_KEY =
  'Send the header "Authorization: Bearer wtf_..." with a key that has not been revoked. Store owners can create a key on the Connect Store page. Keys only work while your store is approved.'
const BAD_SIGNATURE =
  'The signature is wrong, the key was revoked, or your store is not approved. Keys only work while your store is approved.'

interface Calling {
  db: Db
  partnerId: string
  now: Date
  /** Charges for all lines before any is recorded. @throws BudgetSpent */
  spend: (lines: number) => void
}

async function takeCall({ db, partnerId, now, spend }: Calling, body: string): Promise<KeptAnswer> {
  const json = parseJson(body)
  if (typeof json === 'string') {
    spend(1)
    return problemOf(400, json)
  }
  const taking = { db, partnerId, source: 'api', from: 'conversions API', now } as const
  if (!isList(json)) {
    const event = parseEvent(json)
    spend(event.success ? costOf(event.data) : 1)
    return event.success ? takeOne(taking, cleanTexts(event.data)) : invalid(event.error)
  }
  const list = parseEvents(json)
  spend(list.success ? list.data.events.reduce((sum, event) => sum + costOf(event), 0) : 1)
  if (!list.success) return invalid(list.error)
  const results: ConversionResult[] = []
  for (const event of cleanTexts(list.data.events)) results.push(await takeOneOfMany(taking, event))
  return { status: results.some(({ outcome }) => outcome === 'refused') ? 207 : 200, body: { results } }
}

const STATUS_OF: Partial<Record<AppErrorCode, number>> = { conflict: 409, bad_input: 422, too_many: 429 }

/** Refusals with a message are responses, not failures to log. */
async function takeOne(taking: Parameters<typeof takeEvent>[0], event: ConversionEvent): Promise<KeptAnswer> {
  try {
    return answerTo(await takeEvent(taking, event))
  } catch (error) {
    const status = error instanceof AppError ? STATUS_OF[error.code] : undefined
    if (!(error instanceof AppError) || status === undefined) throw error
    return problemOf(status, error.message)
  }
}

/** The number of lines to charge. */
const costOf = (event: ConversionEvent): number => ('lines' in event ? Math.max(1, event.lines.length) : 1)

/**
 * @returns the object, or a text that says what is wrong with it
 */
function parseJson(body: string): unknown {
  if (isDeeperThan(body, MOST_LEVELS)) return 'The body is nested too deeply.'
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'string' ? 'The body must be a JSON object, not a string.' : json
  } catch {
    return 'The body is not valid JSON.'
  }
}

const isList = (json: unknown): boolean => typeof json === 'object' && json !== null && 'events' in json

/** Counts brackets outside strings, so that deeply nested JSON is refused before it is parsed. */
function isDeeperThan(text: string, most: number): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (isText && character === '\\') at++
    else if (character === '"') isText = !isText
    else if (!isText && (character === '{' || character === '[')) {
      if (++depth > most) return true
    } else if (!isText && (character === '}' || character === ']')) depth--
  }
  return false
}

function answerTo(result: ConversionResult): KeptAnswer {
  if (result.outcome !== 'refused') return { status: result.outcome === 'held' ? 202 : 200, body: result }
  return problemOf(result.conversion_id === null ? 404 : 409, result.problem ?? '')
}

function invalid({ issues }: z.ZodError): KeptAnswer {
  const errors = issues
    .slice(0, MOST_ERRORS)
    .map(({ path, message }) => ({ path: fieldPath(path), message: storable(message.slice(0, 300)) }))
  return problemOf(
    422,
    `${errors[0]?.path || 'The body'}: ${errors[0]?.message ?? 'wrong'} Nothing was recorded.`,
    errors,
  )
}

/**
 * The text contains submitted values and is stored with the Idempotency-Key. PostgreSQL stores neither NUL nor lone
 * surrogates.
 */
const storable = cleanText

/** ['lines', 0, 'price'] -> 'lines[0].price' */
const fieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : `${text}${text && '.'}${String(part)}`.slice(0, 300),
    '',
  )

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad request',
  401: 'Invalid key or signature',
  404: 'Not found',
  409: 'Conflict',
  413: 'Request too large',
  422: 'Invalid request',
  429: 'Too many requests',
  500: 'Server error',
  503: 'Temporarily unavailable',
}

function problemOf(status: number, detail: string, errors?: Problem['errors']): KeptAnswer {
  const body: Problem = { type: 'about:blank', title: TITLES[status] ?? '', status, detail, ...(errors && { errors }) }
  return { status, body }
}

const refuse = (status: number, detail: string, headers: Record<string, string> = {}): Response =>
  send(problemOf(status, detail), headers)

const unauthorized = (detail: string): Response => refuse(401, detail, { 'www-authenticate': 'Bearer' })

function send({ status, body }: KeptAnswer, headers: Record<string, string> = {}): Response {
  return Response.json(body, {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(status >= 400 && { 'content-type': 'application/problem+json' }),
      ...(status === 429 && { 'retry-after': String(FULL_RETRY_SECONDS) }),
      ...headers,
    },
  })
}

const TOO_MANY_AT_ONCE =
  'Too many requests. Your store can have one request in progress and four waiting, and your IP address can only try a few unknown keys. Nothing was recorded. Send the same request again after the time in Retry-After.'

/** Answers failures in the API's own format. They are already logged. */
const problems: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  await next()
  if (!c.error) return
  if (c.error instanceof TooMuchAsked) {
    const why = c.error instanceof BudgetSpent ? c.error.message : TOO_MANY_AT_ONCE
    c.res = refuse(429, why, { 'retry-after': String(c.error.retryAfterSeconds) })
  } else
    c.res = isDatabaseAway(c.error)
      ? refuse(503, 'Our database is unavailable. Nothing was recorded. Send the same request again.', {
          'retry-after': String(AWAY.retryAfterSeconds),
        })
      : refuse(
          500,
          'Something went wrong on our side. Send the same request again later. It will only be counted once.',
        )
}
