import type { StorePlatform } from '#server/stores/store-platform.ts'
import { isPing, messageOf, parseDeliveryHeaders, redactWooWebhook, TOPICS } from './deliveries.ts'
import { listWooProducts, readProductList } from './list-woo-products.ts'
import { fetchWooOrder, fetchWooOrdersChangedSince } from './fetch-orders.ts'
import { approvalPageOf, parseKey } from './approval.ts'
import { fetchWooProducts, fetchWooProductsChangedSince, findExistingWooProducts } from './fetch-products.ts'
import { fetchWooCurrency, fetchWooShop, findWooStore } from './fetch-shop.ts'
import { zipPlugin } from './plugin.ts'
import { wooUrlOf, API_VERSION } from './rest-api.ts'
import { listWooSubscriptions, subscribe, unsubscribeFromWoo } from './webhooks.ts'

/** The implementation of the platform interface for WooCommerce. */
export const woocommerce: StorePlatform = {
  name: 'woocommerce',
  label: 'WooCommerce',
  apiVersion: API_VERSION,
  // Unknown, because only using a key shows its permissions.
  neededScopes: [],
  topics: TOPICS,
  groupOf: (topic) => (topic.startsWith('product.') ? 'products' : 'orders'),
  productsAtOnce: 6,
  credential: 'key',
  testOrders: '',
  worksWithoutWebhooks: true,
  resendsMessages: false,
  hidesDeletedRefunds: true,
  fetchCurrency: fetchWooCurrency,
  fetchShop: fetchWooShop,
  exchangeCredentials: null,
  addressOf: wooUrlOf,
  plugin: { zip: zipPlugin, mark: 'id="wtf-click-id"' },
  approval: { findStore: findWooStore, pageOf: approvalPageOf, parseKey },
  adminUrlOf: (shop, productId) =>
    `${wooUrlOf(shop)}/wp-admin/post.php?post=${encodeURIComponent(productId)}&action=edit`,
  subscribe,
  listSubscriptions: listWooSubscriptions,
  unsubscribe: unsubscribeFromWoo,
  isPing,
  parseHeaders: parseDeliveryHeaders,
  redact: redactWooWebhook,
  messageOf,
  fetchProducts: fetchWooProducts,
  listChangedProducts: fetchWooProductsChangedSince,
  findExistingProducts: findExistingWooProducts,
  listProducts: listWooProducts,
  readProductList,
  fetchOrder: fetchWooOrder,
  listChangedOrders: fetchWooOrdersChangedSince,
  fetchJourney: null,
}
