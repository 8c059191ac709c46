import fs from 'node:fs'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { API_VERSION } from '#server/shopify/admin-api.ts'
import { answerAdmin } from '#tests/stores/admin-page.ts'
import { answerStorefront } from '#tests/stores/storefront.ts'
import { shopAdmin } from './admin-pages.ts'
import type { PageAnswer } from '#tests/stores/store-page.ts'
import { adminSchema } from './admin-schema.ts'
import { answerApi } from './answer-api.ts'
import { FakeShop, type ShopOptions } from './fake-shop.ts'
import { storefrontOf } from './storefront-pages.ts'

export interface RunningShopify {
  /** 'http://127.0.0.1:4700' */
  url: string
  /** The first shop, with its data and actions. */
  shop: FakeShop
  /** The value for `configureShopify({ addressOf })`. */
  addressOf: (shop: string) => string
  /** Adds another shop at the same address. */
  add: (options: ShopOptions) => FakeShop
  stop: () => Promise<void>
}

const MAX_BYTES = 1024 * 1024
const API = `/admin/api/${API_VERSION}/graphql.json`

/**
 * Starts a simulated Shopify on a port of this machine. It supports the part of the Admin API that we use. Each shop
 * has a small storefront at /{shop}/, and a page with all actions at /{shop}/shop-admin.
 * @param options.buildsSchemaLater builds the API's schema (0.5 s, 20 MB) at the first request, not now
 */
export async function startShopify({
  port = 0,
  buildsSchemaLater = false,
  ...first
}: ShopOptions & { port?: number; buildsSchemaLater?: boolean }): Promise<RunningShopify> {
  if (!buildsSchemaLater) adminSchema()
  const shops = new Map<string, FakeShop>()
  const server = http.createServer((request, response) => {
    answer(shops, request, response).catch((error: unknown) => {
      if (!response.headersSent) send(response, { status: 400, type: 'text/plain', body: String(error) })
      else response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const addressOf = (shop: string) => `${url}/${shop}`
  const add = (options: ShopOptions) => {
    const shop = new FakeShop(options)
    shop.origin = addressOf(shop.shop)
    shops.set(shop.shop, shop)
    return shop
  }
  return {
    url,
    shop: add(first),
    addressOf,
    add,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      for (const shop of shops.values()) await shop.stop()
    },
  }
}

async function answer(
  shops: ReadonlyMap<string, FakeShop>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://shopify.invalid')
  const [, name = '', rest = '/'] = /^\/([^/]+)(\/.*)?$/.exec(pathname) ?? []
  const shop = shops.get(name)
  if (!shop) return json(response, { status: 404, body: { errors: 'Not Found' } })
  const body = await readText(request)
  if (rest === API && request.method === 'POST') {
    const token = request.headers['x-shopify-access-token']
    return json(response, await answerApi(shop, typeof token === 'string' ? token : undefined, body))
  }
  if (rest === '/admin/oauth/access_token' && request.method === 'POST') {
    const given = JSON.parse(body) as Record<string, unknown>
    const granted =
      given['grant_type'] === 'client_credentials' ? shop.grant(given['client_id'], given['client_secret']) : null
    return json(
      response,
      granted ? { status: 200, body: granted } : { status: 400, body: { error: 'invalid_request' } },
    )
  }
  const [, number] = /^\/bulk\/(\d+)\.jsonl$/.exec(rest) ?? []
  if (number !== undefined) return sendFile(response, shop.bulk.fileOf(Number(number)))
  if (rest.startsWith('/admin/')) return json(response, { status: 404, body: { errors: 'Not Found' } })
  const asked = {
    method: request.method ?? 'GET',
    path: rest,
    search,
    form: new URLSearchParams(body),
    cookies: request.headers.cookie ?? '',
  }
  send(response, (await answerAdmin(shop, shopAdmin, asked)) ?? answerStorefront(storefrontOf(shop), asked))
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BYTES) throw new Error('Too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function sendFile(response: ServerResponse, file: string | null): Promise<void> {
  if (file === null) return json(response, { status: 404, body: { errors: 'Not Found' } })
  response.writeHead(200, { 'content-type': 'application/jsonl', 'content-length': fs.statSync(file).size })
  await pipeline(fs.createReadStream(file), response)
}

function json(
  response: ServerResponse,
  { status, headers = {}, body }: { status: number; headers?: Record<string, string>; body: object },
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function send(
  response: ServerResponse,
  { status, type = 'text/html; charset=utf-8', headers = {}, body }: PageAnswer,
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers }).end(body)
}
