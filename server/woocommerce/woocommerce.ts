import type { StorePlatform } from '#server/stores/store-platform.ts'
import { isPing, messageOf, readHeaders, redact, TOPICS } from './deliveries.ts'
import { listProducts, readProductList } from './list-products.ts'
import { readOrder, readOrdersChangedSince } from './read-orders.ts'
import { readProductsByIds, readProductsChangedSince } from './read-products.ts'
import { readShop } from './read-shop.ts'
import { addressOf, API_VERSION } from './rest-api.ts'
import { listSubscriptions, subscribe, unsubscribe } from './webhooks.ts'

/** WooCommerce as the other domains see it. */
export const woocommerce: StorePlatform = {
  name: 'woocommerce',
  label: 'WooCommerce',
  apiVersion: API_VERSION,
  // Unknown: only using a key shows its permissions.
  neededScopes: [],
  topics: TOPICS,
  groupOf: (topic) => (topic.startsWith('product.') ? 'products' : 'orders'),
  productsAtOnce: 6,
  worksWithoutWebhooks: true,
  hidesDeletedRefunds: true,
  readShop,
  exchangeCredentials: null,
  addressOf,
  adminUrlOf: (shop, productId) =>
    `${addressOf(shop)}/wp-admin/post.php?post=${encodeURIComponent(productId)}&action=edit`,
  subscribe,
  listSubscriptions,
  unsubscribe,
  isPing,
  readHeaders,
  redact,
  messageOf,
  readProducts: readProductsByIds,
  listChangedProducts: readProductsChangedSince,
  listProducts,
  readProductList,
  readOrder,
  listChangedOrders: readOrdersChangedSince,
  readJourney: null,
}
