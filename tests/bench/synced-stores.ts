// The stores of sync.bench.ts: the same products in the simulated store of each platform.
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '#server/platform/db.ts'
import { allowOwnOrigins } from '#server/platform/fetch-public.ts'
import { addressTemplate, configureShopify } from '#server/shopify/admin-api.ts'
import { lookAtBulk, startProductBulk } from '#server/shopify/bulk-products.ts'
import { STORE_TOKEN } from '#tests/setup/store-connection.ts'
import { startShopify } from '#tests/shopify/start-shopify.ts'
import { startWooCommerce } from '#tests/woocommerce/start-woocommerce.ts'
import { gtin, SIZES, WORDS } from './import.bench.ts'
import type { Lifetime } from './lifetime.ts'

/** A store with its products. */
export interface SyncedStore {
  platform: 'shopify' | 'woocommerce'
  label: string
  shop: string
  /** Does the part of an import that the platform itself has to do first. */
  prepare: (db: Db, importId: string) => Promise<void>
}

const CURRENCY = 'USD'
const SHOP = 'bench.myshopify.com'

/** Returns a product with the same data as its rows in `lines` of import.bench.ts. */
const productOf = (index: number) => {
  const handle = `linen-shirt-${index}`
  return {
    handle,
    title: `Linen shirt ${index}`,
    html: `<p>${WORDS.repeat(4)}</p>`,
    type: 'Shirts',
    tags: ['linen', 'summer', 'shirt'],
    pictures: ['Front', 'Back'].map((side, at) => ({
      url: `https://shop.example/${handle}-${at + 1}.jpg`,
      alt: `${side} of ${handle}`,
    })),
    variants: SIZES.map((size, at) => ({
      size,
      sku: `S-${index}-${size}`,
      barcode: gtin(index * SIZES.length + at),
      priceMinor: (50 + (index % 100)) * 100,
      compareAtMinor: at === 4 ? null : 18_000,
      quantity: index % 9,
    })),
  }
}
const COLOUR = 'Sage'

/** Starts a Shopify store. Its export is created before the sync, because that is Shopify's work. */
export async function startShopifyStore(products: number, lifetime: Lifetime): Promise<SyncedStore> {
  const given = Array.from({ length: products }, (_, index) => {
    const { type: productType, variants, ...product } = productOf(index)
    return {
      ...product,
      productType,
      optionNames: ['Size', 'Color'],
      variants: variants.map(({ size, ...variant }) => ({ ...variant, options: [size, COLOUR] })),
    }
  })
  const shopify = await startShopify({
    shop: SHOP,
    token: STORE_TOKEN,
    apiSecret: 'x',
    currency: CURRENCY,
    products: given,
  })
  lifetime.add(() => shopify.stop())
  configureShopify({ addressOf: shopify.addressOf })
  shopify.shop.bulk.polls = 0
  process.env['BENCH_STORES'] = addressTemplate()
  const access = { shop: SHOP, token: STORE_TOKEN }
  return {
    platform: 'shopify',
    label: 'Shopify',
    shop: SHOP,
    prepare: async (db, importId) => {
      const operationId = await startProductBulk(access)
      while ((await lookAtBulk(access, operationId)).state !== 'done') await wait(200)
      await db.productImport.update({ where: { id: importId }, data: { operationId } })
    },
  }
}

/** Starts a WooCommerce store. It has no exports, so the sync requests its pages and the variations of each product. */
export async function startWooStore(products: number, lifetime: Lifetime): Promise<SyncedStore> {
  const { store, url, stop } = await startWooCommerce({ key: STORE_TOKEN, currency: CURRENCY })
  lifetime.add(stop)
  const attribute = (name: string, slug: string, options: readonly string[]) => ({
    name,
    slug,
    options,
    variation: true,
  })
  for (let index = 0; index < products; index++) {
    const { handle, title, html, type, tags, pictures, variants } = productOf(index)
    store.addProduct(
      {
        name: title,
        slug: handle,
        description: html,
        categories: [{ name: type }],
        tags: tags.map((name) => ({ name })),
        images: pictures.map(({ url: src, alt }) => ({ src, alt })),
        attributes: [attribute('Size', 'pa_size', SIZES), attribute('Color', 'pa_color', [COLOUR])],
      },
      variants.map(({ size, sku, barcode, priceMinor, compareAtMinor, quantity }) => ({
        sku,
        global_unique_id: barcode,
        price: String(priceMinor / 100),
        regular_price: String((compareAtMinor ?? priceMinor) / 100),
        sale_price: compareAtMinor === null ? '' : String(priceMinor / 100),
        manage_stock: true,
        stock_quantity: quantity,
        stock_status: quantity > 0 ? 'instock' : 'outofstock',
        image: null,
        attributes: [
          { name: 'Size', slug: 'pa_size', option: size },
          { name: 'Color', slug: 'pa_color', option: COLOUR },
        ],
      })),
    )
  }
  allowOwnOrigins([url])
  process.env['BENCH_ORIGINS'] = url
  return { platform: 'woocommerce', label: 'WooCommerce', shop: store.shop, prepare: () => Promise.resolve() }
}
