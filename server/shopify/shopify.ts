import { AppError } from '#server/platform/errors.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { StoreMessage, StorePlatform } from '#server/stores/store-platform.ts'
import { shopifyUrlOf, API_VERSION, exchangeCredentials } from './admin-api.ts'
import { listShopifyProducts } from './list-shopify-products.ts'
import { readBulkProducts } from './bulk-products.ts'
import { fetchJourney, fetchShopifyOrder, fetchShopifyOrdersChangedSince } from './fetch-orders.ts'
import {
  PRODUCTS_AT_ONCE,
  fetchShopifyProducts,
  fetchShopifyProductsChangedSince,
  findExistingShopifyProducts,
} from './fetch-products.ts'
import { fetchShopifyShop } from './fetch-shop.ts'
import { NEEDED_SCOPES } from './scopes.values.ts'
import { listShopifySubscriptions, subscribeTo, TOPICS, unsubscribeFromShopify, type Topic } from './subscriptions.ts'
import { inventoryOf, orderInWebhook, productOf, redactShopifyWebhook, refundOf } from './webhook-payloads.ts'

/** The implementation of the platform interface for Shopify. */
export const shopify: StorePlatform = {
  name: 'shopify',
  label: 'Shopify',
  apiVersion: API_VERSION,
  neededScopes: NEEDED_SCOPES,
  topics: TOPICS,
  groupOf: (topic) =>
    /^(?:products|inventory_levels)\//.test(topic) ? 'products' : topic.startsWith('app/') ? 'app' : 'orders',
  productsAtOnce: PRODUCTS_AT_ONCE,
  credential: 'access token',
  testOrders: '(in Shopify: Settings > Payments > test mode)',
  worksWithoutWebhooks: false,
  resendsMessages: true,
  hidesDeletedRefunds: false,
  fetchCurrency: async (access, signal) => (await fetchShopifyShop(access, signal)).currency,
  fetchShop: fetchShopifyShop,
  exchangeCredentials,
  addressOf: shopifyUrlOf,
  plugin: null,
  approval: null,
  adminUrlOf: (shop, productId) => `${shopifyUrlOf(shop)}/admin/products/${encodeURIComponent(productId)}`,
  subscribe: subscribeTo,
  listSubscriptions: listShopifySubscriptions,
  unsubscribe: unsubscribeFromShopify,
  isPing: () => false,
  parseHeaders: (header) => ({
    signature: header('x-shopify-hmac-sha256'),
    shop: header('x-shopify-shop-domain'),
    topic: header('x-shopify-topic'),
    webhookId: header('x-shopify-webhook-id'),
    triggeredAt: header('x-shopify-triggered-at'),
  }),
  redact: redactShopifyWebhook,
  messageOf,
  fetchProducts: fetchShopifyProducts,
  listChangedProducts: fetchShopifyProductsChangedSince,
  findExistingProducts: findExistingShopifyProducts,
  listProducts: listShopifyProducts,
  readProductList: readBulkProducts,
  fetchOrder: fetchShopifyOrder,
  listChangedOrders: fetchShopifyOrdersChangedSince,
  fetchJourney,
}

const READERS: Readonly<Record<Topic, (payload: unknown) => StoreMessage>> = {
  'orders/create': orderMessage,
  'orders/paid': orderMessage,
  'orders/updated': orderMessage,
  'orders/cancelled': orderMessage,
  'refunds/create': refundMessage,
  'products/create': productMessage,
  'products/update': productMessage,
  'products/delete': (payload) => ({ kind: 'product deleted', productId: productOf(payload).id }),
  'inventory_levels/update': (payload) => ({ kind: 'stock', inventoryItemId: inventoryOf(payload).inventoryItemId }),
  'app/uninstalled': () => ({ kind: 'app removed' }),
}

function messageOf(topic: string, payload: unknown): StoreMessage {
  if (!Object.hasOwn(READERS, topic)) throw new AppError('bad_input', `We do not handle the topic '${topic}'.`)
  return READERS[topic as Topic](payload)
}

function orderMessage(payload: unknown): StoreMessage {
  return { kind: 'order', order: orderInWebhook(payload) }
}

function productMessage(payload: unknown): StoreMessage {
  return { kind: 'product', productId: productOf(payload).id }
}

/** Parses a refund. A refund without tax information is read with its order. */
function refundMessage(payload: unknown): StoreMessage {
  try {
    return { kind: 'refund', ...refundOf(payload) }
  } catch (error) {
    const { order_id: orderId } = payload as { order_id?: unknown }
    if (!(error instanceof StoreError) || typeof orderId !== 'number') throw error
    return { kind: 'order to read', orderId: String(orderId), error }
  }
}
