import type { z } from 'zod'
import { componentsOf, parametersOf, refused } from '#server/platform/open-api.ts'
import {
  brandList,
  categoryList,
  listedProduct,
  productList,
  productsQuery,
  suggestionList,
  suggestionsQuery,
} from './catalogue-api.schema.ts'
import { feedEnd, feedGone, feedLine, feedProduct, feedVariant, money, picture } from './feed-product.schema.ts'
import {
  CALLS_A_MINUTE,
  KEPT_FEEDS_OF_AN_ADDRESS,
  LIVE_FEEDS_OF_AN_ADDRESS,
  LIVE_FEEDS_TOGETHER,
} from './limits.values.ts'
import { openAiProduct } from './openai-product.schema.ts'
import { problem } from './problem.schema.ts'

const SCHEMAS = {
  Money: money,
  Picture: picture,
  Variant: feedVariant,
  Product: feedProduct,
  Gone: feedGone,
  End: feedEnd,
  FeedLine: feedLine,
  ListedProduct: listedProduct,
  ProductList: productList,
  CategoryList: categoryList,
  BrandList: brandList,
  SuggestionList: suggestionList,
  OpenAiProduct: openAiProduct,
  Problem: problem,
}

/** Headers that every answer carries. */
const HEADERS = {
  ETag: {
    description: 'Send it back as If-None-Match. The status 304 means that nothing has changed.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: '"read";r=119;t=42: requests left, and seconds until the limit resets.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: `"read";q=${CALLS_A_MINUTE};w=60`, schema: { type: 'string' } },
}
const REFUSALS = {
  429: refused('Too many requests. Retry-After says when to try again.'),
  503: refused('The shop is closed or its database is unavailable. Retry-After says when to try again.'),
}
const answered = (description: string, schema: string, type = 'application/json') => ({
  description,
  headers: HEADERS,
  content: { [type]: { schema: { $ref: `#/components/schemas/${schema}` } } },
})
const NOT_MODIFIED = { description: 'Not modified. The ETag in If-None-Match is still current.' }
const BAD_QUERY = refused('A parameter is unknown or invalid. `errors` names it.')

/** Describes the calls that read the catalogue as OpenAPI 3.1, built from the schemas of their responses. */
export function catalogueDocument(siteUrl: string): object {
  const read = (operationId: string, summary: string, schema: string, query?: z.ZodObject) => ({
    get: {
      operationId,
      summary,
      ...(query && { parameters: parametersOf(query) }),
      responses: { 200: answered(summary, schema), 304: NOT_MODIFIED, 400: BAD_QUERY, ...REFUSALS },
    },
  })
  return {
    openapi: '3.1.0',
    info: {
      title: 'WTF catalogue',
      version: '1',
      description: [
        'The WTF catalogue, for developers. You need no key or cookie, and you can call the API from any origin.',
        `Limits: ${CALLS_A_MINUTE} requests a minute for each IP address. Feeds generated on request (changes, or one store): ${LIVE_FEEDS_OF_AN_ADDRESS} downloads at a time for each IP address and ${LIVE_FEEDS_TOGETHER} in total. Complete feeds: ${KEPT_FEEDS_OF_AN_ADDRESS} downloads at a time for each IP address.`,
        'To get the whole catalogue, read /feeds/products.ndjson once, then its changes. Do not page through lists.',
      ].join('\n\n'),
      termsOfService: new URL('/developers#terms', siteUrl).href,
    },
    servers: [{ url: siteUrl }],
    externalDocs: { description: 'Guide with examples', url: new URL('/developers', siteUrl).href },
    paths: {
      '/api/v1/products': read('findProducts', 'A page of search results', 'ProductList', productsQuery),
      '/api/v1/products/{id}': {
        get: {
          operationId: 'getProduct',
          summary: 'One product, as in the feed',
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
          responses: {
            200: answered('The product.', 'Product'),
            304: NOT_MODIFIED,
            400: BAD_QUERY,
            404: refused('The product is not in the shop, or is no longer there.'),
            ...REFUSALS,
          },
        },
      },
      '/api/v1/categories': read('findCategories', 'Categories that have products', 'CategoryList'),
      '/api/v1/brands': read('findBrands', 'The 100 brands with the most products', 'BrandList'),
      '/api/v1/suggestions': read(
        'findSuggestions',
        'Suggestions for a search box',
        'SuggestionList',
        suggestionsQuery,
      ),
      '/feeds/products.ndjson': {
        get: {
          operationId: 'readProductFeed',
          summary: 'All products, or what has changed',
          description:
            'One JSON object per line. Without `since`, returns the whole catalogue, at most a few hours old. With `since`, returns the current state of everything changed since that cursor. The last line always has the type "end". If it is missing, the response was cut off. Read it again.',
          parameters: [
            {
              name: 'since',
              in: 'query',
              required: false,
              description: 'The cursor from the last line that you read. It is valid for 36 hours.',
              schema: { type: 'string', maxLength: 100 },
            },
          ],
          responses: {
            200: answered('One JSON object per line.', 'FeedLine', 'application/x-ndjson'),
            304: NOT_MODIFIED,
            400: refused('`since` is not a valid cursor.'),
            410: refused('The cursor has expired. Read the whole feed and continue from its cursor.'),
            ...REFUSALS,
          },
        },
      },
      '/feeds/google-merchant.xml': {
        get: {
          operationId: 'readMerchantFeed',
          summary: 'Google Merchant feed (RSS 2.0), with an item for each variant',
          description:
            'Variants with unknown stock and products without a picture are left out, because Google accepts neither.',
          parameters: [
            {
              name: 'partner',
              in: 'query',
              required: false,
              description: 'The ID of a store. Returns only its products, in their current state.',
              schema: { type: 'string', format: 'uuid' },
            },
          ],
          responses: {
            200: {
              description: 'The feed.',
              headers: HEADERS,
              content: { 'application/xml': { schema: { type: 'string' } } },
            },
            304: NOT_MODIFIED,
            400: BAD_QUERY,
            404: refused('Store not found or not open.'),
            ...REFUSALS,
          },
        },
      },
      '/feeds/openai-products.jsonl': {
        get: {
          operationId: 'readOpenAiFeed',
          summary: 'OpenAI’s product feed (JSON lines): a line for each variant',
          description:
            'Follows OpenAI’s product feed specification. Products without a picture and stores without a country are left out, because the specification requires both.',
          responses: {
            200: {
              description: 'The feed, at most a few hours old.',
              headers: HEADERS,
              content: { 'application/jsonl': { schema: { $ref: '#/components/schemas/OpenAiProduct' } } },
            },
            304: NOT_MODIFIED,
            400: BAD_QUERY,
            ...REFUSALS,
          },
        },
      },
    },
    components: {
      schemas: componentsOf(SCHEMAS, 'output'),
    },
  }
}
