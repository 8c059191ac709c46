import type { HttpBindings } from '@hono/node-server'
import type { Hono, MiddlewareHandler } from 'hono'
import type { z } from 'zod'
import { AddressLimit } from '#server/platform/address-limit.ts'
import { cleanText, cleanTexts } from '#server/platform/clean-text.ts'
import { AWAY, isDatabaseAway } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Env } from '#server/platform/env.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import { Turns } from '#server/platform/turns.ts'
import {
  conversionEvent,
  conversionEvents,
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
/** An event in a list has five levels. */
const MOST_LEVELS = 20
const MOST_ERRORS = 20
const MINUTE_MS = 60_000
/** Of a partner's, by all of its keys. A call without events counts as one. */
const EVENTS_A_MINUTE = 1_200
/** Of an address that are looked up at once or were wrong: somebody tries keys. */
const UNKNOWN_KEYS_A_MINUTE = 30
const MINUTE_SECONDS = 60
/** Each call of a partner's waits for the one before: their transactions would wait for each other with a connection each. */
const IN_LINE = { atOnce: 1, waiting: 4, retryAfterSeconds: 1 }
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,200}$/

type Routes = Hono<{ Bindings: HttpBindings }>

/**
 * What partners' own systems call: /api/v1. No session, no cookie and no origin are asked for, only a key or a signature, and it is open in every state
 * of the site: stores sell while we are closed.
 */
export function addConversionsApi(app: Routes, { db, env }: { db: Db; env: Env }): void {
  const perPartner = new AddressLimit(EVENTS_A_MINUTE, MINUTE_MS)
  const turns = new Turns(IN_LINE)
  const unknownKeys = new AddressLimit(UNKNOWN_KEYS_A_MINUTE, MINUTE_MS)
  const keys = new KnownKeys<KeyHolder>(unknownKeys)
  const postbacks = new KnownKeys<PostbackHolder>(unknownKeys)
  const document = JSON.stringify(openApiDocument(env.SITE_URL))

  /** @throws TooMuchAsked */
  const count = (partnerId: string, events: number): void => {
    if (events && !perPartner.allows(partnerId, events)) throw new TooMuchAsked(MINUTE_SECONDS)
  }
  const caller = (c: HttpContext) => addressOf(c, env.TRUST_PROXY)
  /**
   * Who calls. What cannot be a key costs nothing, so it is not counted either.
   * @returns null: nobody that we know
   * @throws TooMuchAsked
   */
  const holderOf = async (c: HttpContext): Promise<KeyHolder | null> => {
    const [, key = ''] = /^Bearer (\S{1,100})$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (!BEARER.test(key)) return null
    const holder = await keys.find(caller(c), key, () => findBearer(db, key, new Date()))
    if (holder) count(holder.partnerId, 1)
    return holder
  }

  app.use('/api/v1/*', problems)
  app.get('/api/v1/openapi.json', () => {
    return new Response(document, {
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
    })
  })
  app.post(
    '/api/v1/conversions',
    readBody(MOST_BYTES, () => refuse(413, 'A call has at most 256 KB: send fewer events at a time.')),
    async (c) => {
      const holder = await holderOf(c)
      if (!holder) return unauthorized(NO_KEY)
      const { partnerId } = holder
      const body = await c.req.raw.text()
      const key = c.req.header('idempotency-key')
      const now = new Date()
      const work = () => takeCall({ db, partnerId, now, count: (more) => count(partnerId, more) }, body)
      if (key === undefined) return send(await turns.run(partnerId, work))
      if (!IDEMPOTENCY_KEY.test(key))
        return refuse(400, 'An Idempotency-Key has 1 to 200 printable characters without blanks.')
      const answer = await turns.run(partnerId, () => answerOnce(db, { partnerId, key, body }, now, work))
      if (answer === 'other body')
        return refuse(409, 'This Idempotency-Key was used for another call. Use a new one for each call.')
      if (answer === 'under way')
        return refuse(409, 'The first call with this Idempotency-Key is still under way.', { 'retry-after': '1' })
      return send(answer)
    },
  )
  app.get('/api/v1/conversions/:orderId', async (c) => {
    const holder = await holderOf(c)
    if (!holder) return unauthorized(NO_KEY)
    const orderId = cleanText(c.req.param('orderId'))
    const state = orderId.length > 100 ? null : await readState(db, holder.partnerId, orderId)
    return state
      ? send({ status: 200, body: state })
      : refuse(404, 'We do not know this order, or nothing in it names us.')
  })
  app.on(
    ['GET', 'POST'],
    '/api/v1/postback/:keyId',
    readBody(MOST_BYTES, () => refuse(413, 'Everything of a postback stands in its address.')),
    async (c) => {
      const given = c.req.query()
      const now = new Date()
      const keyId = c.req.param('keyId')
      if (!isInTime(given, now))
        return refuse(401, 'ts is older than a day, or in the future: sign each call anew. Is the clock right?')
      // The id is no secret: whoever knows it must neither cost anything nor have the key taken for a wrong one.
      const met = postbacks.met(keyId)
      if (met && !isSigned(met.secret, given)) return unauthorized(BAD_SIGNATURE)
      const holder = await postbacks.find(caller(c), keyId, () => openPostback(db, keyId, given, now))
      if (!holder) return unauthorized(BAD_SIGNATURE)
      const { partnerId } = holder
      count(partnerId, 1)
      const parameters = postbackParameters.safeParse(given)
      const event = parameters.success ? postbackEvent(parameters.data) : parameters
      if (!event.success) return send(invalid(event.error))
      const taking = { db, partnerId, source: 'postback', from: 'postback', now } as const
      const result = await turns.run(partnerId, () => takeEvent(taking, cleanTexts(event.data as ConversionEvent)))
      return send(answerTo(result))
    },
  )
  app.all('/api/v1/*', () => refuse(404, 'There is nothing at this address. /api/v1/openapi.json says what there is.'))
}

const NO_KEY =
  'Send the header "Authorization: Bearer wtf_..." with a key that was not revoked. Owners make one on Connect Store.'
const BAD_SIGNATURE = 'The signature is not right, or the key was revoked.'

interface Calling {
  db: Db
  partnerId: string
  now: Date
  /** Counts more events than the one of each call. @throws TooMuchAsked */
  count: (more: number) => void
}

async function takeCall({ db, partnerId, now, count }: Calling, body: string): Promise<KeptAnswer> {
  if (isDeeperThan(body, MOST_LEVELS)) return problemOf(400, 'This is nested deeper than any event.')
  let json: unknown
  try {
    json = JSON.parse(body)
  } catch {
    return problemOf(400, 'The body is no JSON.')
  }
  const taking = { db, partnerId, source: 'api', from: 'conversions API', now } as const
  if (!isList(json)) {
    const event = conversionEvent.safeParse(json)
    return event.success ? answerTo(await takeEvent(taking, cleanTexts(event.data))) : invalid(event.error)
  }
  const list = conversionEvents.safeParse(json)
  if (!list.success) return invalid(list.error)
  count(list.data.events.length - 1)
  const results: ConversionResult[] = []
  for (const event of cleanTexts(list.data.events)) results.push(await takeOneOfMany(taking, event))
  return { status: results.some(({ outcome }) => outcome === 'refused') ? 207 : 200, body: { results } }
}

const isList = (json: unknown): boolean => typeof json === 'object' && json !== null && 'events' in json

/** Counts brackets outside of texts, so that nothing deep is ever built. */
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
  if (result.outcome !== 'refused') return { status: 200, body: result }
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

/** It names what was sent, and is kept with an Idempotency-Key: PostgreSQL stores neither NUL nor half a surrogate pair. */
const storable = cleanText

/** ['lines', 0, 'price'] -> 'lines[0].price' */
const fieldPath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : `${text}${text && '.'}${String(part)}`.slice(0, 300),
    '',
  )

const TITLES: Readonly<Record<number, string>> = {
  400: 'Not readable',
  401: 'No valid key',
  404: 'Not known',
  409: 'In conflict',
  413: 'Too large',
  422: 'Not valid',
  429: 'Too many calls',
  500: 'Our mistake',
  503: 'Away for a moment',
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
      ...headers,
    },
  })
}

/** What fails is told in the API's own words; the log has it already. */
const problems: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  await next()
  if (!c.error) return
  if (c.error instanceof AppError && c.error.code === 'conflict') c.res = refuse(409, c.error.message)
  else if (c.error instanceof TooMuchAsked)
    c.res = refuse(429, 'These are more calls than we take at once, or in a minute. Go on when Retry-After says so.', {
      'retry-after': String(c.error.retryAfterSeconds),
    })
  else
    c.res = isDatabaseAway(c.error)
      ? refuse(503, 'We cannot reach our data. Nothing was recorded: send the same call again.', {
          'retry-after': String(AWAY.retryAfterSeconds),
        })
      : refuse(500, 'Something went wrong on our side. Send the same call again later: it counts once.')
}
