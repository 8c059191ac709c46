// A simulated Shopify for the demo (tests/shopify). The demo's partner can connect its store, import from it and sell
// in it; shoppers can visit it.
import { DEMO_SHOP } from '#server/connections/demo-store.ts'
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { configureShopify } from '#server/shopify/admin-api.ts'
import { startShopify } from '#tests/shopify/start-shopify.ts'
import { drawnPictures, isDemoOpen, onPort, usedBefore, type DemoPlatform } from './demo-platform.ts'

const STORE = {
  shop: DEMO_SHOP,
  name: 'Velvet Hanger',
  token: 'shpat_of_the_demo',
  apiSecret: 'secret-of-the-demo',
  clientId: 'client-of-the-demo',
  currency: 'GBP',
} as const

/** The store's products. `from` is the demo category of their pictures. */
const SOLD = [
  { handle: 'harbour-overshirt', title: 'Harbour Overshirt', type: 'Shirts', from: 'tops', priceMinor: 8_900 },
  { handle: 'tern-rib-jumper', title: 'Tern Rib Jumper', type: 'Jumpers', from: 'knitwear', priceMinor: 11_500 },
  {
    handle: 'saltmarsh-cardigan',
    title: 'Saltmarsh Cardigan',
    type: 'Cardigans',
    from: 'knitwear',
    priceMinor: 12_900,
  },
  { handle: 'lantern-midi-dress', title: 'Lantern Midi Dress', type: 'Dresses', from: 'dresses', priceMinor: 14_500 },
  { handle: 'bramble-tea-dress', title: 'Bramble Tea Dress', type: 'Dresses', from: 'dresses', priceMinor: 9_800 },
  { handle: 'quarry-wool-coat', title: 'Quarry Wool Coat', type: 'Coats', from: 'coats-jackets', priceMinor: 28_500 },
  {
    handle: 'gable-rain-jacket',
    title: 'Gable Rain Jacket',
    type: 'Jackets',
    from: 'coats-jackets',
    priceMinor: 16_900,
  },
  { handle: 'mill-straight-jeans', title: 'Mill Straight Jeans', type: 'Jeans', from: 'denim', priceMinor: 9_500 },
] as const
const SIZES = ['S', 'M', 'L'] as const

/**
 * Starts the simulated Shopify on the port next to the shop's, if no other machine can reach the shop and it contains
 * the demo; null otherwise. This process then contacts it instead of Shopify.
 * @param address the shop's address, which serves the store's pictures
 */
export async function openDemoShopify(db: Db, env: Env, address: string): Promise<DemoPlatform | null> {
  if (env.DEMO_SHOPIFY === 'off' || env.SHOPIFY_ADDRESS !== undefined || !(await isDemoOpen(db, env))) return null
  const products = await Promise.all(SOLD.map((each, place) => productOf(db, each, place, address)))
  const options = { ...STORE, products, retryAfterMs: 5_000, buildsSchemaLater: true }
  const shopify = await onPort(env, 1, (port) => startShopify({ ...options, port }))
  shopify.shop.skipIds(usedBefore())
  configureShopify({ addressOf: shopify.addressOf })
  allowOwnOrigins([shopify.url, new URL(address).origin])
  return {
    lines: [
      `Simulated Shopify for the demo: ${shopify.shop.origin}/`,
      `  To connect it as partner@wtf.example (Connect Store, Access token): store ${STORE.shop}, token ${STORE.token}, API secret key ${STORE.apiSecret}`,
      `  With a client ID and secret: ${STORE.clientId}, ${STORE.apiSecret}. To simulate events: ${shopify.shop.origin}/shop-admin`,
    ],
    stop: shopify.stop,
  }
}

async function productOf(
  db: Db,
  { handle, title, type, from, priceMinor }: (typeof SOLD)[number],
  place: number,
  address: string,
) {
  return {
    handle,
    title,
    productType: type,
    vendor: STORE.name,
    tags: [type.toLowerCase()],
    html: `<p>${title}, made in small numbers for trying things out.</p>`,
    optionNames: ['Size'],
    pictures: (await drawnPictures(db, from, place)).map((path) => ({ url: address + path, alt: title })),
    variants: SIZES.map((size, index) => ({
      options: [size],
      sku: `VH-${place + 1}-${size}`,
      priceMinor,
      quantity: 4 + index,
    })),
  }
}
