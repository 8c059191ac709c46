import type { z } from 'zod'
import { invoiceData, saleData } from '#server/outgoing-webhooks/event-data.schema.ts'
import { componentsOf, parametersOf, refused } from '#server/platform/open-api.ts'
import { PARTNER_LIMITS } from '#server/platform/partner-limits.values.ts'
import { problem } from '#server/sales/conversions-api/conversion-events.schema.ts'
import { CONVERSION_COMPONENTS, CONVERSION_PATHS } from '#server/sales/conversions-api/open-api.ts'
import type { Operation } from './define-operation.ts'
import { OPERATIONS } from './operations.ts'
import { product, savedProduct } from './product-fields.schema.ts'

const count = (amount: number) => amount.toLocaleString('en')

/** Capitalises an operation's id: 'listSales' -> 'ListSales'. */
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const requestName = ({ id }: Operation) => `${capital(id)}Request`
/** Schemas that several calls share. */
const NAMES = new Map<z.ZodType, string>([
  [saleData, 'Sale'],
  [invoiceData, 'Invoice'],
  [product, 'Product'],
  [savedProduct, 'SavedProduct'],
])
const answerName = ({ id, answer }: Operation) => NAMES.get(answer) ?? `${capital(id)}Response`
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const json = (name: string) => ({ 'application/json': { schema: ref(name) } })

const RATE_LIMIT = {
  'RateLimit-Policy': { description: `"rows";q=${PARTNER_LIMITS.rows};w=60`, schema: { type: 'string' } },
  RateLimit: {
    description: '"rows";r=19950;t=42: rows left, and seconds until the limit resets.',
    schema: { type: 'string' },
  },
}

const KEY_HEADER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A string that you choose, such as a UUID. If you repeat the request with the same key within a day, you get the same response.',
  schema: { type: 'string', maxLength: 200 },
}

const REFUSALS = {
  400: refused('A parameter is unknown or invalid, or the body is not valid JSON.'),
  401: refused('The key is missing, unknown or revoked.'),
  403: refused('The key does not have the permission for this call. `detail` names it.'),
  429: refused(
    `A store can read and write ${count(PARTNER_LIMITS.rows)} rows and ${PARTNER_LIMITS.bytes / 2 ** 20} MB a minute and use ${PARTNER_LIMITS.workMs / 1000} seconds of our processing time, across all of its keys. One request is processed at a time, and four can wait. Retry-After says when to send the same request again.`,
  ),
  503: refused('Our database is unavailable. Send the same request again.'),
}
const WRITE_REFUSALS = {
  409: refused(
    'The Idempotency-Key was used for a different request, or the first request with it is still in progress. Or someone else changed the product at the same time.',
  ),
  413: refused('The request is larger than 1 MB.'),
  422: refused('The request is invalid. `errors` names the fields. Nothing was changed.'),
}

function described(operation: Operation): object {
  const { id, scope, summary, description, params, query, body, method, path, status } = operation
  return {
    operationId: id,
    summary,
    description: `${description ? `${description}\n\n` : ''}The key needs the permission \`${scope}\`.`,
    security: [{ key: [scope] }],
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query), ...(method === 'get' ? [] : [KEY_HEADER])],
    ...(body && { requestBody: { required: true, content: json(requestName(operation)) } }),
    responses: {
      [status]: { description: `${summary}.`, headers: RATE_LIMIT, content: json(answerName(operation)) },
      ...REFUSALS,
      ...(path.includes('{') && { 404: refused('Not found, or not in your store.') }),
      ...(body && WRITE_REFUSALS),
    },
  }
}

/** Describes the partner API as OpenAPI 3.1, built from the schemas that parse its requests and write its responses. */
export function partnerApiDocument(siteUrl: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of OPERATIONS)
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation) }
  return {
    openapi: '3.1.0',
    info: {
      title: 'WTF partner API',
      version: '1',
      description:
        'For the systems of stores that sell on WTF. Report orders, read sales, clicks, invoices and your ledger, and write products. Fields that end in Minor are whole numbers of minor units, such as pence. Times are UTC. Do not send personal data of shoppers.',
      license: { name: 'WTF terms of service', url: new URL('/terms', siteUrl).href },
    },
    servers: [{ url: new URL('/api/v1', siteUrl).href }],
    externalDocs: { description: 'Guide with examples', url: new URL('/developers', siteUrl).href },
    security: [{ key: [] }],
    paths: { ...CONVERSION_PATHS, ...paths },
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'A key that the store’s owner creates on Connect Store > API.',
        },
      },
      schemas: {
        ...CONVERSION_COMPONENTS,
        ...componentsOf(
          Object.fromEntries(
            OPERATIONS.flatMap((operation) => (operation.body ? [[requestName(operation), operation.body]] : [])),
          ),
          'input',
        ),
        ...componentsOf(answers(), 'output'),
      },
    },
  }
}

const answers = () => ({
  ...Object.fromEntries([...NAMES].map(([schema, name]) => [name, schema])),
  ...Object.fromEntries(OPERATIONS.map((operation) => [answerName(operation), operation.answer])),
  Problem: problem,
})
