import { z } from 'zod'
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

const SCHEMAS = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries({
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
}))
  SCHEMAS.add(schema, { id })

/** Headers that every answer carries. */
const HEADERS = {
  ETag: {
    description: 'Send it back as If-None-Match: 304 says that nothing has changed.',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: '"read";r=119;t=42: calls left, and seconds until there are all again.',
    schema: { type: 'string' },
  },
  'RateLimit-Policy': { description: `"read";q=${CALLS_A_MINUTE};w=60`, schema: { type: 'string' } },
}
const refused = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
})
const REFUSALS = {
  429: refused('Too many requests. Retry-After says when to try again.'),
  503: refused('The shop is closed or cannot reach its data. Retry-After says when to try again.'),
}
const answered = (description: string, schema: string, type = 'application/json') => ({
  description,
  headers: HEADERS,
  content: { [type]: { schema: { $ref: `#/components/schemas/${schema}` } } },
})
const NOT_MODIFIED = { description: 'As it was: the ETag of If-None-Match still holds.' }
const BAD_QUERY = refused('A parameter is unknown or invalid. `errors` names it.')

/** The calls that read the catalogue, as OpenAPI 3.1, made from the schemas that answer them. */
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
        'What the shop shows, for programs to read: no key, no cookie, from any origin.',
        `Limits: ${CALLS_A_MINUTE} calls a minute from one address; of the feeds that are written as you read (changes, one store), ${LIVE_FEEDS_OF_AN_ADDRESS} at once from one address and ${LIVE_FEEDS_TOGETHER} together; of whole feeds, ${KEPT_FEEDS_OF_AN_ADDRESS} downloads at once from one address.`,
        'To have everything, read /feeds/products.ndjson once and then what changes: do not page through lists.',
      ].join('\n\n'),
      termsOfService: new URL('/developers#terms', siteUrl).href,
    },
    servers: [{ url: siteUrl }],
    externalDocs: { description: 'How to read it, with examples', url: new URL('/developers', siteUrl).href },
    paths: {
      '/api/v1/products': read(
        'findProducts',
        'A page of the products that a search finds',
        'ProductList',
        productsQuery,
      ),
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
      '/api/v1/brands': read('findBrands', 'The 100 brands with most products', 'BrandList'),
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
              description: 'The cursor of the last line that you read. It is good for 36 hours.',
              schema: { type: 'string', maxLength: 100 },
            },
          ],
          responses: {
            200: answered('Lines.', 'FeedLine', 'application/x-ndjson'),
            304: NOT_MODIFIED,
            400: refused('`since` is no cursor.'),
            410: refused('The cursor has expired. Read the whole feed and continue from its cursor.'),
            ...REFUSALS,
          },
        },
      },
      '/feeds/google-merchant.xml': {
        get: {
          operationId: 'readMerchantFeed',
          summary: "Google's product data (RSS 2.0): an item for each variant",
          description:
            'Variants of which the stock is not known, and products without a picture, are left out: Google takes neither.',
          parameters: [
            {
              name: 'partner',
              in: 'query',
              required: false,
              description: 'The id of a store. Returns only its products, in their current state.',
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
            404: refused('Store not found, or it is not open.'),
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
      schemas: schemas(),
    },
  }
}

function schemas(): Record<string, object> {
  const made = z.toJSONSchema(SCHEMAS, {
    uri: (id) => `#/components/schemas/${id}`,
    // A format says enough: the expressions for dates and ids are longer than everything else.
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
    },
  })
  return Object.fromEntries(
    Object.entries(made.schemas).map(([name, { $schema, $id, ...schema }]) => {
      // The document names its dialect once, and each schema by its place.
      void [$schema, $id]
      return [name, schema]
    }),
  )
}

/** What a query's schema takes, as parameters. */
function parametersOf(query: z.ZodObject): object[] {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input' })
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...schema } = property as { description?: string }
    return { name, in: 'query', required: required.includes(name), ...(description && { description }), schema }
  })
}
