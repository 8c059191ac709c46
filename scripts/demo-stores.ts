// A small store for each of the demo's partners, where outgoing links lead and where shoppers can buy.
import { createHash, createHmac, randomInt } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { z } from 'zod'
import { openDemoStoresAt } from '#server/partners/demo-stores.ts'
import { connect, type Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { allowedOwnOrigins, allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { newId } from '#server/platform/ids.ts'
import { log } from '#server/platform/log.ts'
import { toAmount } from '#server/platform/money.schema.ts'
import { openedBy } from '#server/platform/reach.ts'
import { appSecret } from '#server/platform/secrets.ts'
import type { conversionEvent, ConversionResult } from '#server/sales/conversions-api/conversion-events.schema.ts'
import { quantityOf } from '#tests/stores/storefront.ts'
import { homePage, missingPage, productPage, thanksPage, type Order, type Store } from './demo-store-pages.ts'
import { findProduct, findStore, productsOf } from './demo-store-products.ts'

/** The number of orders with a thank-you page that still works. */
const MAX_ORDERS = 200
const MAX_BYTES = 4_096
const CLICK_COOKIE = 'arrived_with'
const CLICK_ID = /^wc_\w{26}$/
const PICTURE = /^\/img\/[0-9a-f]{24}\/960\.jpg$/
const KEY_NAME = "Demo's own store"

interface DemoStores {
  /** For example 'http://127.0.0.1:3002'. */
  origin: string
  stop: () => Promise<void>
}

interface Shops {
  db: Db
  /** The shop's address, which receives the orders and serves the pictures. */
  address: string
  origin: string
  orders: LRUCache<string, Order>
}

/**
 * Starts the stores two ports above the shop's, if no other machine can reach the shop and it contains the demo; null
 * otherwise. From then on /go leads there.
 * @param address the shop's address
 */
export async function openDemoStores(databaseUrl: string, env: Env, address: string): Promise<DemoStores | null> {
  if (env.DEMO_STORES === 'off' || openedBy(env) !== null) return null
  const db = connect(databaseUrl, { poolSize: 2 })
  const demoUsers = await db.user.count({ where: { isDemo: true } }).catch(async (error: unknown) => {
    await db.$disconnect()
    throw error
  })
  if (!demoUsers) {
    await db.$disconnect()
    return null
  }
  const shops: Shops = { db, address, origin: '', orders: new LRUCache({ max: MAX_ORDERS }) }
  const server = http.createServer((request, response) => {
    answer(shops, request, response).catch((error: unknown) => {
      log.error({ err: error }, 'a demo store failed')
      if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' })
      response.end('This store is temporarily unavailable.')
    })
  })
  const port = env.PORT === 0 ? 0 : env.PORT + 2
  shops.origin = `http://127.0.0.1:${await listen(server, port).catch(() => listen(server, 0))}`
  openDemoStoresAt(shops.origin)
  // The dashboard's 'Test link' contacts the stores.
  allowOwnOrigins([...allowedOwnOrigins(), shops.origin])
  return {
    origin: shops.origin,
    stop: async () => {
      openDemoStoresAt(null)
      allowOwnOrigins(allowedOwnOrigins().filter((each) => each !== shops.origin))
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await db.$disconnect()
    },
  }
}

async function listen(server: http.Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return (server.address() as { port: number }).port
}

async function answer(shops: Shops, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store.invalid')
  if (PICTURE.test(pathname)) return sendPicture(shops, pathname, response)
  const [, host = '', path = '/'] = /^\/([a-z0-9.-]+)(\/.*)?$/.exec(pathname) ?? []
  const store = await findStore(shops, host)
  if (!store) return send(response, 404, 'Store not found.', 'text/plain')
  if (request.method === 'POST' && path === '/buy') return buy(shops, store, request, response)
  const [, orderId] = /^\/thanks\/([\w-]+)$/.exec(path) ?? []
  const order = shops.orders.get(orderId ?? '')
  if (order) return send(response, 200, thanksPage(store, order, shops.address))
  const arrived = searchParams.get('wtf_cid') ?? ''
  if (CLICK_ID.test(arrived))
    response.setHeader('set-cookie', `${CLICK_COOKIE}=${arrived}; Path=/${host}; SameSite=Lax; HttpOnly`)
  const click = CLICK_ID.test(arrived) ? arrived : clickOf(request)
  if (path === '/') return send(response, 200, homePage(store, await productsOf(shops, store)))
  const product = await findProduct(shops, store, path)
  if (!product) return send(response, 404, missingPage(store))
  send(response, 200, productPage(store, product, { click, parameters: [...searchParams] }))
}

/** Serves the shop's own pictures, which other origins may not embed. */
async function sendPicture({ address }: Shops, pathname: string, response: ServerResponse): Promise<void> {
  const picture = await fetch(address + pathname)
  response.writeHead(picture.status, { 'content-type': picture.headers.get('content-type') ?? 'image/jpeg' })
  response.end(Buffer.from(await picture.arrayBuffer()))
}

const clickOf = ({ headers }: IncomingMessage): string | null =>
  new RegExp(`(?:^|; )${CLICK_COOKIE}=(wc_\\w{26})`).exec(headers.cookie ?? '')?.[1] ?? null

/** Sells a product, and reports it to the shop like a partner's own system. */
async function buy(shops: Shops, store: Store, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { origin } = request.headers
  if (origin !== undefined && origin !== shops.origin) return send(response, 403, 'Buy in the store.', 'text/plain')
  const form = new URLSearchParams(await readText(request))
  const product = await findProduct(shops, store, form.get('path') ?? '')
  const variant = product?.variants.find(({ id }) => id === form.get('variant'))
  if (!product || !variant) return send(response, 404, missingPage(store))
  const click = clickOf(request)
  const id = `D-${Date.now().toString(36)}-${randomInt(1_000)}`
  const quantity = quantityOf(form)
  const grossMinor = variant.priceMinor * quantity
  const tax = toAmount(Math.round((grossMinor * store.vatBps) / (10_000 + store.vatBps)), variant.currency)
  const event = {
    type: 'order.paid' as const,
    order_id: id,
    occurred_at: new Date().toISOString(),
    currency: variant.currency,
    ...(click !== null && { click_id: click }),
    tax,
    lines: [
      {
        id: '1',
        ...(variant.sku && { sku: variant.sku }),
        title: product.name,
        quantity,
        price: toAmount(variant.priceMinor, variant.currency),
        included_tax: tax,
      },
    ],
  }
  shops.orders.set(id, { id, product, event, answer: await report(shops, store, event) })
  response.writeHead(303, { location: `${store.origin}/thanks/${id}` }).end()
}

/** Calls POST /api/v1/conversions with a key of the partner. */
async function report(
  { db, address }: Shops,
  { partnerId }: Store,
  event: z.input<typeof conversionEvent>,
): Promise<Order['answer']> {
  const response = await fetch(`${address}/api/v1/conversions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await keyOf(db, partnerId)}`, 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  return { status: response.status, body: (await response.json()) as Partial<ConversionResult> }
}

/** Returns the same key at every start, so that keys do not accumulate. A revoked key stays revoked. */
async function keyOf(db: Db, partnerId: string): Promise<string> {
  const secret = await appSecret(db, 'demo-stores')
  const key = `wtf_${createHmac('sha256', secret).update(partnerId).digest('base64url')}`
  const keyHash = createHash('sha256').update(key).digest()
  await db.storeKey.createMany({
    data: [
      {
        id: newId(),
        partnerId,
        kind: 'bearer',
        name: KEY_NAME,
        hint: key.slice(0, 8),
        keyHash: Uint8Array.from(keyHash),
      },
    ],
    skipDuplicates: true,
  })
  return key
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8')
    if (text.length > MAX_BYTES) throw new Error('Too long.')
  }
  return text
}

function send(response: ServerResponse, status: number, body: string, type = 'text/html; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
}
