import { z } from 'zod'
import {
  conversionEvent,
  conversionEvents,
  conversionResult,
  conversionResults,
  conversionState,
  MOST_EVENTS,
  problem,
} from './conversion-events.schema.ts'
import { PARTNER_LIMITS } from '#server/platform/partner-limits.values.ts'
import { postbackParameters } from './postback.schema.ts'

const input = (schema: z.ZodType) => withoutDialect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
const output = (schema: z.ZodType) => withoutDialect(z.toJSONSchema(schema, { io: 'output' }))

/** Each schema names its dialect, but the document should do so only once. */
function withoutDialect({ $schema, ...schema }: Record<string, unknown>): Record<string, unknown> {
  void $schema
  return schema
}

const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
const answered = (description: string, ...names: string[]) => ({
  description,
  content: {
    'application/json': {
      schema:
        names.length === 1
          ? { $ref: `#/components/schemas/${names[0]}` }
          : { oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
    },
  },
})

const REFUSALS = {
  401: refused('The key is missing, unknown or revoked.'),
  429: refused(
    `A store can send ${PARTNER_LIMITS.lines.toLocaleString('en')} order and refund lines a minute and use ${PARTNER_LIMITS.workMs / 1000} seconds of our processing time, across all of its keys and signed URLs. One request is processed at a time, and four can wait. Nothing was recorded. \`detail\` says which limit was reached and how much is left, and Retry-After says when to send the same request again.`,
  ),
  503: refused('Our database is unavailable. Nothing was recorded. Send the same request again.'),
}

/** The conversions API as OpenAPI 3.1, generated from the schemas that parse its calls. */
export function openApiDocument(siteUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'WTF conversions API',
      version: '1',
      description:
        'Report orders, refunds and cancellations, so that we can match every sale to its click. Amounts are strings in currency units. Do not send personal data.',
    },
    servers: [{ url: new URL('/api/v1', siteUrl).href }],
    security: [{ key: [] }],
    paths: {
      '/conversions': {
        post: {
          operationId: 'sendConversions',
          summary: 'Send one or more events',
          parameters: [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              description:
                'A string that you choose, such as a UUID. If you repeat the request with the same key within a day, you get the same response.',
              schema: { type: 'string', maxLength: 200 },
            },
          ],
          requestBody: {
            required: true,
            description: `JSON of up to 256 KB, with up to ${MOST_EVENTS} events.`,
            content: {
              'application/json': {
                schema: {
                  oneOf: [
                    { $ref: '#/components/schemas/ConversionEvent' },
                    { $ref: '#/components/schemas/ConversionEvents' },
                  ],
                },
              },
            },
          },
          responses: {
            200: answered('All events were accepted.', 'ConversionResult', 'ConversionResults'),
            202: answered(
              'The order is unusually large. It is not recorded until the store owner confirms it on the Sales page.',
              'ConversionResult',
            ),
            207: answered('Some events were refused. See each result.', 'ConversionResults'),
            400: refused('The body is not valid JSON.'),
            409: refused(
              'The Idempotency-Key was used for a different request, or the first request with it is still in progress. Or the order is in another currency, or your Shopify store already reports it.',
            ),
            413: refused('The request is larger than 256 KB.'),
            422: refused('The request is invalid. `errors` names the fields. Nothing was recorded.'),
            ...REFUSALS,
          },
        },
      },
      '/conversions/{order_id}': {
        get: {
          operationId: 'getConversion',
          summary: 'Get an order',
          parameters: [{ name: 'order_id', in: 'path', required: true, schema: { type: 'string', maxLength: 100 } }],
          responses: {
            200: answered('The state of the order.', 'ConversionState'),
            404: refused('Order not found.'),
            ...REFUSALS,
          },
        },
      },
      '/postback/{key_id}': Object.fromEntries(
        ['get', 'post'].map((method) => [
          method,
          {
            operationId: `${method}Postback`,
            summary: 'Report an order with a signed URL',
            description:
              'sig is the HMAC-SHA256, in hex, of all other parameters, sorted by name and joined as name=value with "&", before URL encoding.',
            security: [],
            parameters: [
              { name: 'key_id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
              ...parametersOf(postbackParameters),
            ],
            responses: {
              200: answered('The event was accepted.', 'ConversionResult'),
              422: refused('The request is invalid.'),
              ...REFUSALS,
              401: refused('The signature is wrong or older than a day.'),
            },
          },
        ]),
      ),
    },
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A key created on the Connect Store page.' },
      },
      schemas: {
        ConversionEvent: input(conversionEvent),
        ConversionEvents: input(conversionEvents),
        ConversionResult: output(conversionResult),
        ConversionResults: output(conversionResults),
        ConversionState: output(conversionState),
        Problem: output(problem),
      },
    },
  }
}

function parametersOf(schema: z.ZodType): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as {
    properties?: Record<string, object>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}
