// A simulated WooCommerce store for the demo (tests/woocommerce), beside the Shopify one. The demo's partner can connect
// it by approval; shoppers can visit it.
import type { Db } from '#server/platform/db.ts'
import type { Env } from '#server/platform/env.ts'
import { allowedOwnOrigins, allowOwnOrigins } from '#server/platform/fetch-public.ts'
import type { FakeStore } from '#tests/woocommerce/fake-store.ts'
import { startWooCommerce } from '#tests/woocommerce/start-woocommerce.ts'
import { drawnPictures, isDemoOpen, onPort, usedBefore, type DemoPlatform } from './demo-platform.ts'

const STORE = {
  name: 'Cedar & Tine',
  key: 'ck_of_the_demo:cs_of_the_demo',
  currency: 'GBP',
  taxRate: 20,
  startsAt: null,
  // Keys of earlier approvals must work after a restart.
  keySeed: 'demo',
  folder: '/cedar-and-tine',
} as const

const SIZES = ['S', 'M', 'L'] as const
/**
 * A product with `colours` has a variation for each colour, for any size. The others are simple products. `stock` is
 * managed stock.
 */
const SOLD = [
  { name: 'Heath Tee', category: 'T-shirts', from: 'tops', place: 6, price: '28', colours: ['Oat', 'Slate'] },
  { name: 'Loom Overshirt', category: 'Shirts', from: 'tops', place: 7, price: '92', colours: ['Rust', 'Navy'] },
  { name: 'Fell Fisherman Jumper', category: 'Jumpers', from: 'knitwear', place: 6, price: '118', colours: ['Cream'] },
  { name: 'Orchard Wrap Dress', category: 'Dresses', from: 'dresses', place: 6, price: '134', colours: ['Green'] },
  { name: 'Tarn Waxed Jacket', category: 'Jackets', from: 'coats-jackets', place: 7, price: '189', colours: ['Olive'] },
  { name: 'Wicker Tote', category: 'Bags', from: 'bags', place: 0, price: '46', sale: '39', stock: 6 },
  { name: 'Ribbed Beanie', category: 'Hats', from: 'accessories', place: 0, price: '24', stock: 3 },
] as const satisfies readonly SoldProduct[]

interface SoldProduct {
  name: string
  category: string
  /** The demo category with its pictures, and the product's position there. */
  from: string
  place: number
  price: string
  sale?: string
  colours?: readonly string[]
  stock?: number
}

/**
 * Starts the simulated store three ports above the shop's, if no other machine can reach the shop and it contains the
 * demo; null otherwise.
 * @param address the shop's address, which serves the store's pictures
 */
export async function openDemoWooCommerce(db: Db, env: Env, address: string): Promise<DemoPlatform | null> {
  if (env.DEMO_WOOCOMMERCE === 'off' || !(await isDemoOpen(db, env))) return null
  const { store, stop } = await onPort(env, 3, (port) => startWooCommerce({ ...STORE, port }))
  for (const product of SOLD) await addProduct(db, store, product, address)
  store.skipIds(usedBefore().ids)
  const { origin } = new URL(store.origin)
  allowOwnOrigins([...new Set([...allowedOwnOrigins(), origin, new URL(address).origin])])
  const [consumerKey, consumerSecret] = store.key.split(':')
  return {
    lines: [
      `Simulated WooCommerce store for the demo: ${store.origin}/`,
      `  To connect it as partner@wtf.example (Connect Store, WooCommerce): ${store.origin}, then Approve`,
      `  With a key: ${consumerKey}, ${consumerSecret}. To simulate events: ${store.origin}/shop-admin`,
    ],
    stop: async () => {
      allowOwnOrigins(allowedOwnOrigins().filter((each) => each !== origin))
      await stop()
    },
  }
}

async function addProduct(db: Db, store: FakeStore, product: SoldProduct, address: string): Promise<void> {
  const { name, category, from, place, price, sale = '', colours = [], stock } = product
  const images = (await drawnPictures(db, from, place)).map((path) => ({ src: address + path, alt: name }))
  const amounts = { price: sale || price, regular_price: price, sale_price: sale }
  const attribute = (slug: string, label: string, options: readonly string[]) => ({
    id: 0,
    name: label,
    slug,
    variation: true,
    visible: true,
    options,
  })
  store.addProduct(
    {
      name,
      images,
      description: `<p>${name}, made in small numbers for trying things out.</p>`,
      short_description: '',
      categories: [{ id: 1, name: category, slug: category.toLowerCase() }],
      brands: [{ id: 2, name: STORE.name, slug: 'cedar-and-tine' }],
      tags: [],
      ...amounts,
      attributes: colours.length ? [attribute('pa_color', 'Color', colours), attribute('pa_size', 'Size', SIZES)] : [],
      ...(stock !== undefined && { manage_stock: true, stock_quantity: stock }),
    },
    colours.map((option) => ({
      ...amounts,
      image: null,
      attributes: [{ id: 0, name: 'Color', slug: 'pa_color', option }],
    })),
  )
}
