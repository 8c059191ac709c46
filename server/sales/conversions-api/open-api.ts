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

/** The document names its dialect once. */
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
    `A store may send ${PARTNER_LIMITS.lines.toLocaleString('en')} lines of orders and refunds a minute with all of its keys and signed URLs, and use ${PARTNER_LIMITS.workMs / 1000} seconds of our processor time. One call is under way at a time and four may wait. \`detail\` says which limit was reached and how much remains, Retry-After when to send the same call again. Nothing of it was recorded.`,
  ),
  503: refused('We cannot reach our data. Nothing was recorded. Send the same request again.'),
}

/** The conversions API as OpenAPI 3.1, made from the schemas that read its calls. */
export function openApiDocument(siteUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'WTF conversions API',
      version: '1',
      description:
        'Report orders, refunds and cancellations, so that we can match every sale to its click. Amounts are strings in units of the currency. Do not send personal data.',
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
                'A text of yours, such as a UUID. Within a day the same call with the same key gets the same answer.',
              schema: { type: 'string', maxLength: 200 },
            },
          ],
          requestBody: {
            required: true,
            description: `JSON of at most 256 KB; at most ${MOST_EVENTS} events.`,
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
              'The Idempotency-Key was used for another call, or its first call is still under way; or the order is in another currency, or your Shopify store tells us of it itself.',
            ),
            413: refused('More than 256 KB.'),
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
            200: answered('Its state.', 'ConversionState'),
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
              'sig is the HMAC-SHA256, in hex, of all other parameters sorted by name and joined as name=value with "&", before they are encoded for the address.',
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
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'A key from Connect Store.' } },
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
