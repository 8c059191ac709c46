import { formatMoney } from '#server/platform/money.schema.ts'
import { escapeHtml, storePage, type PageAnswer, type PageAsked } from '#tests/stores/store-page.ts'
import {
  codeField,
  cookieOf,
  quantityOf,
  seeOther,
  type ShownProduct,
  type Storefront,
} from '#tests/stores/storefront.ts'
import { minorOf } from './amounts.ts'
import { checkOut, choicesOf, type Choice } from './check-out.ts'
import type { FakeStore } from './fake-store.ts'
import type { Resource } from './store-webhooks.ts'

/** The cookie with the first page of the visit. As in WooCommerce, it ends with the browser session. */
const ENTRY = 'sbjs_current_add'
const CART = 'woocommerce_cart'
/** The cookie of our plugin, which stays after the browser session. */
const CLICK = 'wtf_cid'
const CLICK_SECONDS = 30 * 86_400
const CHECKOUT = '/checkout/'
const PRODUCT = /^\/product\/([^/]+)\/?$/

/** Returns the storefront of a simulated WooCommerce store: guests put products into a cart and check out. */
export const storefrontOf = (store: FakeStore): Storefront => ({
  name: store.name,
  origin: store.origin,
  currency: store.currency,
  buyLabel: 'Add to cart',
  takesCodes: false,
  // The visible part of our plugin.
  ...(store.hasPlugin && { foot: '<script id="wtf-click-id"></script>' }),
  products: () =>
    [...store.products.values()].filter((product) => isSold(product)).map((product) => shown(store, product)),
  find: ({ path, search }) => {
    const product = productAt(store, path)
    return product ? shown(store, product, new URLSearchParams(search)) : null
  },
  answerOther: (asked) => {
    if (asked.path === '/buy' && asked.method === 'POST') return addToCart(store, asked)
    if (asked.path !== CHECKOUT) return null
    return asked.method === 'POST' ? placeOrder(store, asked) : checkoutPage(store, asked)
  },
  hasOrder: (number) => store.orders.has(Number(number)),
  cookiesOf: (asked) => visitCookies(store, asked),
})

const isSold = ({ status, catalog_visibility: visibility }: Resource) => status === 'publish' && visibility !== 'hidden'

function productAt(store: FakeStore, path: string): Resource | undefined {
  const [, slug] = PRODUCT.exec(path) ?? []
  return [...store.products.values()].find((product) => product['slug'] === slug && product['status'] === 'publish')
}

function shown(store: FakeStore, product: Resource, parameters = new URLSearchParams()): ShownProduct {
  const [picture] = product['images'] as Array<{ src: string; alt: string }>
  const chosen = [...parameters].filter(([name]) => name.startsWith('attribute_'))
  return {
    path: `/product/${String(product['slug'])}/`,
    title: String(product['name']),
    picture: picture ? { url: picture.src, alt: picture.alt } : null,
    variants: choicesOf(store, product).map(({ options, sold }, index) => ({
      value: String(index),
      label: options.map(({ option }) => option).join(' / ') || 'One size',
      priceMinor: minorOf(sold['price']),
      isSoldOut: sold['stock_status'] === 'outofstock',
      isChosen:
        chosen.length > 0 &&
        chosen.every(([name, value]) =>
          options.some(
            ({ slug, option }) => name === `attribute_${slug}` && option.toLowerCase() === value.toLowerCase(),
          ),
        ),
    })),
  }
}

/**
 * Returns the visit's cookies. The visit keeps the address of its first page, until another page starts a new campaign.
 */
function visitCookies(store: FakeStore, { method, path, search, cookies }: PageAsked): string[] {
  if (method !== 'GET') return []
  const parameters = new URLSearchParams(search)
  const click = parameters.get('wtf_cid')
  const isNew = cookieOf(cookies, ENTRY) === null || parameters.has('utm_source')
  return [
    ...(isNew ? [cookie(store, ENTRY, `${store.origin}${path}${search}`.slice(0, 2_000))] : []),
    ...(store.hasPlugin && click !== null ? [`${cookie(store, CLICK, click)}; Max-Age=${CLICK_SECONDS}`] : []),
  ]
}

const cookie = ({ origin }: FakeStore, name: string, value: string) =>
  `${name}=${encodeURIComponent(value)}; Path=${new URL(origin).pathname}; SameSite=Lax`

type Cart = Array<{ choice: Choice; place: number; quantity: number }>

/** Parses '101-2-1.103-0-4': the product, the index of the choice, and the quantity. */
function cartOf(store: FakeStore, cookies: string): Cart {
  return (cookieOf(cookies, CART) ?? '').split('.').flatMap((item) => {
    const [productId = 0, place = 0, quantity = 0] = item.split('-').map(Number)
    const product = store.products.get(productId)
    const choice = product && choicesOf(store, product)[place]
    return choice && quantity > 0 ? [{ choice, place, quantity }] : []
  })
}

function addToCart(store: FakeStore, { form, cookies }: PageAsked): PageAnswer {
  const product = productAt(store, form.get('path') ?? '')
  if (!product) return seeOther(store, '/')
  const kept = cartOf(store, cookies).map(({ choice, place, quantity }) => [choice.productId, place, quantity])
  const cart = [...kept, [product.id, Number(form.get('variant') ?? 0), quantityOf(form)]]
  return seeOther(store, CHECKOUT, [cookie(store, CART, cart.map((item) => item.join('-')).join('.'))])
}

function checkoutPage(store: FakeStore, { cookies }: PageAsked): PageAnswer {
  const cart = cartOf(store, cookies)
  const money = (minor: number) => formatMoney(minor, store.currency)
  const priceOf = ({ choice, quantity }: Cart[number]) => minorOf(choice.sold['price']) * quantity
  const total = cart.reduce((sum, item) => sum + priceOf(item), 0)
  const items = cart.map((item) => {
    const { productId, options } = item.choice
    const name = [store.products.get(productId)?.['name'], ...options.map(({ option }) => option)].join(', ')
    return `<li>${item.quantity} x ${escapeHtml(name)}, ${money(priceOf(item))}</li>`
  })
  const main = items.length
    ? `<ul>${items.join('')}</ul><p class="price">${money(total)}</p><form method="post" action="${store.origin}${CHECKOUT}">
      <label><span>Email</span><input type="email" name="email" value="grace@example.com" required></label>${codeField}
      <label class="check"><input type="checkbox" name="later"> <span>Pay later by bank transfer</span></label>
      <button class="main">Place order</button></form>`
    : `<p>Your cart is empty. <a href="${store.origin}/">Back to the shop</a></p>`
  return { status: 200, body: storePage(store, 'Checkout', main) }
}

function placeOrder(store: FakeStore, { form, cookies }: PageAsked): PageAnswer {
  const cart = cartOf(store, cookies)
  if (!cart.length) return seeOther(store, CHECKOUT)
  const order = checkOut(store, cart, {
    coupon: (form.get('code') ?? '').trim().slice(0, 40),
    billing: { email: (form.get('email') ?? '').slice(0, 200) },
    meta_data: metaOf(store, cookies),
    // The order waits for payment.
    ...(form.has('later') && { status: 'on-hold', payment_method: 'bacs', date_paid_gmt: null }),
  })
  return seeOther(store, `/thank-you/${order.id}`, [`${cookie(store, CART, '')}; Max-Age=0`])
}

const TYPED_IN = [
  ['source_type', 'typein'],
  ['utm_source', '(direct)'],
]

/** Returns the visit's data that the order contains. */
function metaOf(store: FakeStore, cookies: string): Array<{ id: number; key: string; value: string }> {
  const entry = cookieOf(cookies, ENTRY)
  const click = store.hasPlugin ? cookieOf(cookies, CLICK) : null
  const campaign = [...(entry === null ? [] : new URL(entry).searchParams)].filter(([name]) => name.startsWith('utm_'))
  const source = campaign.length ? [['source_type', 'utm'], ...campaign] : TYPED_IN
  const kept = entry === null ? [] : [...source, ['session_entry', entry]]
  return [
    ...kept.map(([name = '', value = '']) => [`_wc_order_attribution_${name}`, value]),
    ...(click === null ? [] : [['wtf_cid', click]]),
  ].map(([key = '', value = '']) => ({ id: store.newId(), key, value }))
}
