import { createHmac, randomUUID } from 'node:crypto'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { configureSecrets } from '#server/platform/sealed-secrets.ts'
import { sealSecrets } from '#server/stores/store-secrets.ts'
import type { Topic } from '#server/shopify/subscriptions.ts'

/** The key that tests use for secrets. */
export const TEST_KEY = Buffer.alloc(32, 7)
export const STORE_SECRET = 'store-secret-of-tests'
export const STORE_TOKEN = 'shpat_of_tests'

let counter = process.pid * 10_000

/** Connects a partner's store, by default with a token. From then on secrets use TEST_KEY. */
export async function createConnection(
  db: Db,
  partnerId: string,
  given: Partial<Prisma.ShopifyConnectionUncheckedCreateInput> & { previousSecret?: string } = {},
) {
  configureSecrets([TEST_KEY])
  const number = ++counter
  const { previousSecret = null, ...fields } = given
  const id = fields.id ?? newId()
  return db.shopifyConnection.create({
    data: {
      id,
      partnerId,
      shop: `store${number}.myshopify.com`,
      shopId: `gid://shopify/Shop/${number}`,
      shopName: `Store ${number}`,
      currency: 'USD',
      mode: 'token',
      scopes: ['read_products', 'read_inventory', 'read_orders'],
      apiVersion: '2026-10',
      status: 'active',
      ...sealSecrets(id, { token: STORE_TOKEN, secret: STORE_SECRET, previousSecret }),
      ...fields,
    },
  })
}

interface Message {
  topic?: Topic | (string & {})
  body?: unknown
  secret?: string
  shop: string
  webhookId?: string
  triggeredAt?: Date
}

/** Returns the bytes and headers of a message as Shopify sends it. */
export function signedMessage({
  topic = 'products/update',
  body = { id: 1, updated_at: '2026-11-20T10:00:00Z' },
  secret = STORE_SECRET,
  shop,
  webhookId = randomUUID(),
  triggeredAt = new Date(),
}: Message) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  return {
    body: bytes,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Shopify-Captain-Hook',
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(bytes).digest('base64'),
      'x-shopify-shop-domain': shop,
      'x-shopify-topic': topic,
      'x-shopify-webhook-id': webhookId,
      'x-shopify-triggered-at': triggeredAt.toISOString(),
    },
  }
}
