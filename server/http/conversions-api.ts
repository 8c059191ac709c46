import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'
import { cleanText, cleanTexts } from '#server/platform/clean-text.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError, type AppErrorCode } from '#server/platform/errors.ts'
import type { PartnerBudget } from '#server/platform/partner-budget.ts'
import { plainError } from '#server/platform/plain-error.schema.ts'
import { Turns } from '#server/platform/turns.ts'
import {
  parseEvent,
  parseEvents,
  type ConversionEvent,
  type ConversionResult,
} from '#server/sales/conversions-api/conversion-events.schema.ts'
import type { KeptAnswer } from '#server/sales/conversions-api/idempotent-calls.ts'
import { postbackEvent, postbackParameters } from '#server/sales/conversions-api/postback.schema.ts'
import {
  isInTime,
  isSigned,
  openPostback,
  type PostbackHolder,
} from '#server/sales/conversions-api/postback.service.ts'
import { getOrderState, takeEvent, takeOneOfMany } from '#server/sales/conversions-api/take-events.service.ts'
import type { ApiCallers } from './api-callers.ts'
import { invalid, problemResponse, problems, refuseApiRequest, send, unauthorized } from './api-answers.ts'
import { answerWithKey } from './idempotent-answer.ts'
import { parseJson } from './json-body.ts'
import { KnownKeys } from './known-keys.ts'
import { readBody } from './request-body.ts'

const MAX_BYTES = 256 * 1024
/** One call per partner at a time. Concurrent transactions would wait for each other, each holding a connection. */
const IN_LINE = { atOnce: 1, waiting: 4, retryAfterSeconds: 1 }

type Routes = Hono<{ Bindings: HttpBindings }>

interface Parts {
  db: Db
  budget: PartnerBudget
  callers: ApiCallers
}

/**
 * Adds the endpoints of /api/v1 that partners' own systems use to report orders. It needs a key or a signature, and no
 * session, cookie or origin. It is open in every state of the site, because stores sell while we are closed.
 */
export function addConversionsApi(app: Routes, { db, budget, callers }: Parts): void {
  const turns = new Turns(IN_LINE)
  const postbacks = new KnownKeys<PostbackHolder>(callers.unknownKeys)

  /** Runs a partner's call in its turn and charges the partner. @throws TooMuchAsked */
  const charged = async (partnerId: string, bytes: number, work: () => Promise<KeptAnswer>): Promise<KeptAnswer> => {
    budget.spend(partnerId, 'bytes', bytes)
    return turns.run(partnerId, () => budget.run(partnerId, work))
  }
  const sendTo = (partnerId: string, answer: KeptAnswer): Response => send(answer, budget.headers(partnerId, 'lines'))

  app.use('/api/v1/*', problems)
  app.post(
    '/api/v1/conversions',
    readBody(MAX_BYTES, () => refuseApiRequest(413, 'A request can be up to 256 KB. Send fewer events at a time.')),
    async (c) => {
      const holder = await callers.find(c, 'conversions')
      if (holder instanceof Response) return holder
      const { partnerId } = holder
      const body = await c.req.raw.text()
      const key = c.req.header('idempotency-key')
      const now = new Date()
      const spend = (lines: number) => budget.spend(partnerId, 'lines', lines)
      const work = () => takeCall({ db, partnerId, now, spend }, body)
      const bytes = Buffer.byteLength(body)
      const call = { partnerId, key, body }
      return sendTo(partnerId, await charged(partnerId, bytes, () => answerWithKey(db, call, now, work)))
    },
  )
  app.get('/api/v1/conversions/:orderId', async (c) => {
    const holder = await callers.find(c, 'conversions')
    if (holder instanceof Response) return holder
    const { partnerId } = holder
    const orderId = cleanText(c.req.param('orderId'))
    budget.spend(partnerId, 'lines', 1)
    const read = () =>
      orRefusal(async () => {
        const state = await getOrderState(db, partnerId, orderId)
        return state && { status: 200, body: state }
      })
    const answer = orderId.length > 100 ? null : await budget.run(partnerId, read)
    return answer ? send(answer) : refuseApiRequest(404, 'Order not found, or nothing links it to WTF.')
  })
  app.on(
    ['GET', 'POST'],
    '/api/v1/postback/:keyId',
    readBody(MAX_BYTES, () => refuseApiRequest(413, 'Send a postback’s data in its URL, not in a body.')),
    async (c) => {
      const given = c.req.query()
      const now = new Date()
      const keyId = c.req.param('keyId')
      if (!isInTime(given, now))
        return refuseApiRequest(
          401,
          'ts is more than a day old or in the future. Create a new signature for each call, and check that your clock is right.',
        )
      // The id is not secret. A stranger who knows it must not cause work or make the key count as wrong.
      const met = postbacks.met(keyId)
      if (met && !isSigned(met.secret, given)) return unauthorized(BAD_SIGNATURE)
      const holder = await postbacks.find(callers.addressOf(c), keyId, () => openPostback(db, keyId, given, now))
      if (!holder) return unauthorized(BAD_SIGNATURE)
      const { partnerId } = holder
      budget.spend(partnerId, 'lines', 1)
      const parameters = postbackParameters.safeParse(given, { error: plainError })
      const event = parameters.success ? postbackEvent(parameters.data) : parameters
      if (!event.success) return send(invalid(event.error, 422, { part: 'The query' }))
      const taking = { db, partnerId, source: 'postback', from: 'postback', now } as const
      const work = () => takeOne(taking, cleanTexts(event.data as ConversionEvent))
      return sendTo(partnerId, await charged(partnerId, c.req.url.length, work))
    },
  )
  app.all('/api/v1/*', () =>
    refuseApiRequest(404, 'Unrecognised request URL. See /api/v1/openapi.json for the available endpoints.'),
  )
}

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
    return problemResponse(400, json)
  }
  const taking = { db, partnerId, source: 'api', from: 'conversions API', now } as const
  if (!isList(json)) {
    const event = parseEvent(json)
    spend(event.success ? costOf(event.data) : 1)
    return event.success ? takeOne(taking, cleanTexts(event.data)) : invalid(event.error, 422)
  }
  const list = parseEvents(json)
  spend(list.success ? list.data.events.reduce((sum, event) => sum + costOf(event), 0) : 1)
  if (!list.success) return invalid(list.error, 422)
  const results: ConversionResult[] = []
  for (const event of cleanTexts(list.data.events)) results.push(await takeOneOfMany(taking, event))
  return { status: results.some(({ outcome }) => outcome === 'refused') ? 207 : 200, body: { results } }
}

const STATUS_OF: Partial<Record<AppErrorCode, number>> = { conflict: 409, bad_input: 422, too_many: 429 }

const takeOne = (taking: Parameters<typeof takeEvent>[0], event: ConversionEvent): Promise<KeptAnswer> =>
  orRefusal(async () => answerTo(await takeEvent(taking, event)))

/** Turns refusals with a message into responses, so that they are not logged as failures. */
async function orRefusal<T extends KeptAnswer | null>(work: () => Promise<T>): Promise<T | KeptAnswer> {
  try {
    return await work()
  } catch (error) {
    const status = error instanceof AppError ? STATUS_OF[error.code] : undefined
    if (!(error instanceof AppError) || status === undefined) throw error
    return problemResponse(status, error.message)
  }
}

/** Returns the number of lines to charge. */
const costOf = (event: ConversionEvent): number => ('lines' in event ? Math.max(1, event.lines.length) : 1)

const isList = (json: unknown): boolean => typeof json === 'object' && json !== null && 'events' in json

function answerTo(result: ConversionResult): KeptAnswer {
  if (result.outcome !== 'refused') return { status: result.outcome === 'held' ? 202 : 200, body: result }
  return problemResponse(result.conversion_id === null ? 404 : 409, result.problem ?? '')
}
