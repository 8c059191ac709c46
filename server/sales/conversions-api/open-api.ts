import { componentsOf, parametersOf, refused } from '#server/platform/open-api.ts'
import {
  conversionEvent,
  conversionEvents,
  conversionResult,
  conversionResults,
  conversionState,
  MAX_EVENTS,
} from './conversion-events.schema.ts'
import { PARTNER_LIMITS } from '#server/platform/partner-limits.values.ts'
import { postbackParameters } from './postback.schema.ts'

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
  403: refused('The key does not have the permission for this call. `detail` names it.'),
  429: refused(
    `A store can send ${PARTNER_LIMITS.lines.toLocaleString('en')} order and refund lines a minute and use ${PARTNER_LIMITS.workMs / 1000} seconds of our processing time, across all of its keys and signed URLs. One request is processed at a time, and four can wait. Nothing was recorded. \`detail\` says which limit was reached and how much is left, and Retry-After says when to send the same request again.`,
  ),
  503: refused('Our database is unavailable. Nothing was recorded. Send the same request again.'),
}

/** The paths of the conversions API in the OpenAPI document of the partner API. */
export const CONVERSION_PATHS = {
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
        description: `JSON of up to 256 KB, with up to ${MAX_EVENTS} events.`,
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
          'The Idempotency-Key was used for a different request, or the first request with it is still in progress. Or the order is in another currency, or your Shopify store already reports it, or several of your orders have its number.',
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
        409: refused('Several of your orders have this number.'),
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
}

/** The schemas of these paths, generated from those that parse and answer the calls. */
export const CONVERSION_COMPONENTS = {
  ...componentsOf({ ConversionEvent: conversionEvent, ConversionEvents: conversionEvents }, 'input'),
  ...componentsOf(
    { ConversionResult: conversionResult, ConversionResults: conversionResults, ConversionState: conversionState },
    'output',
  ),
}
