import type { z } from 'zod'
import { OPERATIONS } from '#server/partner-api/operations.ts'
import type { ApiAsk, Operation } from '#server/partner-api/define-operation.ts'
import { partnerApiDocument } from '#server/partner-api/open-api.ts'
import { InvalidFields } from '#server/partner-api/write-product.ts'
import { cleanText, cleanTexts } from '#server/platform/clean-text.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError, type AppErrorCode } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { TooMuchAsked } from '#server/platform/meter.ts'
import type { PartnerBudget } from '#server/platform/partner-budget.ts'
import { plainError } from '#server/platform/plain-error.schema.ts'
import { Turns } from '#server/platform/turns.ts'
import type { KeptAnswer } from '#server/sales/conversions-api/idempotent-calls.ts'
import type { HttpContext } from './client-address.ts'
import type { ApiCallers } from './api-callers.ts'
import { failure, invalid, problemResponse, problems, refuseApiRequest, send } from './api-answers.ts'
import type { Routes } from './for-programs.ts'
import { answerWithKey } from './idempotent-answer.ts'
import { parseJson } from './json-body.ts'
import { readBody } from './request-body.ts'

/** Fits a product with the maximum number of variants. */
const MAX_BYTES = 1024 * 1024
/** Calls of a partner run one after another, so that a partner uses only one database connection. */
const IN_LINE = { atOnce: 1, waiting: 4, retryAfterSeconds: 1 }

interface Parts {
  db: Db
  siteUrl: string
  budget: PartnerBudget
  callers: ApiCallers
}

/**
 * Adds the partner API below /api/v1/store, and its document. Like the conversions API, it only needs a key and is open
 * in every state of the site.
 */
export function addPartnerApi(app: Routes, parts: Parts): void {
  const turns = new Turns(IN_LINE)
  const document = JSON.stringify(partnerApiDocument(parts.siteUrl))
  app.get('/api/v1/openapi.json', () => {
    return new Response(document, {
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
    })
  })
  app.use('/api/v1/store/*', problems)
  for (const operation of OPERATIONS) {
    const path = `/api/v1${operation.path.replace(/\{(\w+)\}/g, ':$1')}`
    app.on(operation.method.toUpperCase(), path, readBody(MAX_BYTES, tooLarge), (c) =>
      answer(c, operation, parts, turns),
    )
  }
  for (const path of new Set(OPERATIONS.map(({ path: each }) => each))) {
    const methods = OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method.toUpperCase())
    app.all(`/api/v1${path.replace(/\{(\w+)\}/g, ':$1')}`, () =>
      refuseApiRequest(405, `Use ${methods.join(' or ')} for this URL.`, { allow: methods.join(', ') }),
    )
  }
}

const tooLarge = () => refuseApiRequest(413, 'A request can be up to 1 MB. Send fewer variants at a time.')

async function answer(
  c: HttpContext,
  operation: Operation,
  { db, budget, callers }: Parts,
  turns: Turns,
): Promise<Response> {
  const holder = await callers.find(c, operation.scope)
  if (holder instanceof Response) return holder
  const { partnerId, keyId, name } = holder
  const ask = { db, partner: { id: partnerId }, key: { id: keyId, name } }
  let response: Response
  try {
    const body = operation.body ? await c.req.raw.text() : ''
    budget.spend(partnerId, 'bytes', Buffer.byteLength(body))
    const given = read(c, operation, body)
    if ('status' in given) response = send(given)
    else {
      budget.spend(partnerId, 'rows', operation.rows(given))
      const work = () => run(operation, ask, given)
      const call = {
        partnerId,
        key: operation.body ? c.req.header('idempotency-key') : undefined,
        body: `${c.req.method} ${c.req.path}\n${body}`,
      }
      const done = await turns.run(partnerId, () =>
        budget.run(partnerId, () => answerWithKey(db, call, new Date(), work)),
      )
      response = send(done, {}, (bytes) => budget.charge(partnerId, 'bytes', bytes))
    }
  } catch (error) {
    if (!(error instanceof TooMuchAsked) && !isDatabaseAway(error))
      log.error({ err: error, operation: operation.id }, 'call of the partner API failed')
    response = failure(error)
  }
  for (const [header, value] of Object.entries(budget.headers(partnerId, 'rows'))) response.headers.set(header, value)
  return response
}

type Given = Parameters<Operation['run']>[1]

/**
 * Parses a call with its schemas.
 * @returns the refusal if it does not match
 */
function read(c: HttpContext, { params, query, body: bodySchema }: Operation, body: string): Given | KeptAnswer {
  const readParams = params.safeParse(cleanTexts(c.req.param()), PLAIN)
  const readQuery = query.safeParse(cleanTexts(c.req.query()), PLAIN)
  if (!readParams.success) return invalid(readParams.error, 400, { ending: SEE_DOCUMENT })
  if (!readQuery.success) return invalid(readQuery.error, 400, { ending: SEE_DOCUMENT })
  const given = { params: readParams.data, query: readQuery.data }
  if (!bodySchema) return { ...given, body: null }
  const json = parseJson(body)
  if (typeof json === 'string') return problemResponse(400, json)
  const readJson = bodySchema.safeParse(cleanTexts(json), PLAIN) as z.ZodSafeParseResult<unknown>
  return readJson.success
    ? { ...given, body: readJson.data }
    : invalid(readJson.error, 422, { ending: NOTHING_CHANGED })
}

const PLAIN = { error: plainError }
const SEE_DOCUMENT = 'See /api/v1/openapi.json for the parameters.'
const NOTHING_CHANGED = 'Nothing was changed.'

const STATUS_OF: Partial<Record<AppErrorCode, number>> = {
  not_found: 404,
  bad_input: 422,
  conflict: 409,
  forbidden: 403,
  too_many: 429,
  unavailable: 503,
}

/** Runs a call. Refusals of the services become answers. */
async function run(operation: Operation, ask: ApiAsk, given: Given): Promise<KeptAnswer> {
  try {
    return { status: operation.status, body: await operation.run(ask, given) }
  } catch (error) {
    if (error instanceof InvalidFields) {
      const errors = error.errors.slice(0, 20).map(({ path, message }) => ({ path, message: cleanText(message) }))
      const [first] = errors
      const reason = (first?.message ?? '').replace(/\.$/, '')
      return problemResponse(422, `${first?.path ? `${first.path}: ` : ''}${reason}. ${NOTHING_CHANGED}`, errors)
    }
    if (!(error instanceof AppError)) throw error
    const status = operation.body || error.code !== 'bad_input' ? STATUS_OF[error.code] : 400
    if (status === undefined) throw error
    return problemResponse(status, error.message)
  }
}
