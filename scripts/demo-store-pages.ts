// The pages of the demo's stores (scripts/demo-stores.ts).
import { formatMoney } from '#server/platform/money.schema.ts'
import { escapeHtml, pictureOf, productGrid, storePage } from '#tests/stores/store-page.ts'
import { productPart } from '#tests/stores/storefront.ts'

export interface Store {
  /** 'lowstoop.example' */
  host: string
  partnerId: string
  name: string
  /** Its address, without a trailing slash. */
  origin: string
  /** The VAT included in its prices, in basis points; 0 if prices exclude tax. */
  vatBps: number
}

export interface SoldProduct {
  name: string
  /** The path of its page in the store. */
  path: string
  currency: string
  priceMinor: number
  picture: { url: string; alt: string } | null
  variants: Array<{
    id: string
    size: string | null
    colourName: string | null
    storeLink: string | null
    sku: string | null
    currency: string
    priceMinor: number
    stock: number | null
  }>
}

export interface Order {
  id: string
  product: SoldProduct
  /** The reported event. */
  event: object
  /** The shop's response. */
  answer: { status: number; body: { match?: { level: string | null; reason: string }; detail?: string } }
}

/** @param path the page's path in the store, for the address shown on the page */
const page = (
  store: Store,
  title: string,
  main: string,
  { path = '/', notice }: { path?: string; notice?: string } = {},
) =>
  storePage(store, title, main, {
    address: `https://${store.host}${path}`,
    hasAdmin: false,
    ...(notice !== undefined && { notice }),
  })

/** Returns the home page with some of the store's products. */
export const homePage = (store: Store, products: SoldProduct[]): string =>
  page(
    store,
    'New in',
    productGrid(
      products.map(({ name, path, picture, priceMinor, currency }) => ({
        href: store.origin + path,
        title: name,
        picture,
        price: formatMoney(priceMinor, currency),
      })),
    ),
  )

export const missingPage = (store: Store): string =>
  page(
    store,
    'We don’t sell this product',
    `<p><a href="${store.origin}/">See what is new at ${escapeHtml(store.name)}</a></p>`,
  )

/** Returns the variant in the address's parameters, as real stores do. */
const chosenVariant = ({ variants }: SoldProduct, parameters: Array<[string, string]>) =>
  variants.find(({ storeLink }) => {
    const asked = [...new URLSearchParams(storeLink?.startsWith('?') ? storeLink : '')]
    return asked.length > 0 && asked.every(([name, value]) => parameters.some(([n, v]) => n === name && v === value))
  })

/**
 * Returns a product's page with its price and a button to buy it.
 * @param arrival the click that brought the shopper, now or earlier, and all parameters of this address
 */
export function productPage(
  store: Store,
  product: SoldProduct,
  { click, parameters }: { click: string | null; parameters: Array<[string, string]> },
): string {
  const chosen = chosenVariant(product, parameters)
  const variants = product.variants.map(({ id, size, colourName, priceMinor, stock }) => ({
    value: id,
    label: [colourName, size].filter(Boolean).join(', ') || 'One size',
    priceMinor,
    isSoldOut: stock === 0,
    isChosen: id === chosen?.id,
  }))
  const arrived = parameters
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')
  return page(
    store,
    product.name,
    productPart(
      { origin: store.origin, currency: product.currency, buyLabel: 'Buy', takesCodes: false },
      { path: product.path, title: product.name, picture: product.picture, variants },
      arrived && `<details open><summary>Landing URL</summary><dl>${arrived}</dl></details>`,
    ),
    {
      path: product.path,
      notice: click
        ? `You came from WTF with click ${click}`
        : 'You did not come from WTF, so WTF will not match your order.',
    },
  )
}

/** Texts for the codes of the API's reasons, for people who try the store. */
const REASONS = [
  [/bot: /, 'Your visit looked like one from a bot or a headless browser. Use an ordinary browser.'],
  [/(prefetch|head): /, 'The link was only preloaded. Follow a link on WTF to this store.'],
  [
    /self: /,
    'You are signed in to WTF as part of this store’s team, and your own orders do not count. Sign out of WTF.',
  ],
  [/unverified_host: /, 'The link led to a domain that this store has not verified on WTF.'],
  [/another store/, 'You came with a click on another store. Follow a link on WTF to this one.'],
  [/Nothing links/, 'You did not come to this store from WTF.'],
  [/expired/, 'Your click is too old. Follow a link on WTF to this store again.'],
] as const

const whyUnmatched = (reason: string): string =>
  REASONS.find(([code]) => code.test(reason))?.[1] ?? 'The response below says why.'

/**
 * Returns the thank-you page, with the message to the shop and its response.
 * @param shop the shop's address
 */
export function thanksPage(store: Store, { id, product, event, answer }: Order, shop: string): string {
  const { match, detail } = answer.body
  const isTaken = answer.status < 300
  const said = isTaken
    ? match?.level
      ? 'WTF matched this order to your click, so the store owes commission for it.'
      : `WTF did not match this order, so it earns no commission. ${whyUnmatched(match?.reason ?? '')}`
    : `WTF rejected the report (${answer.status}). ${detail ?? ''}`
  return page(
    store,
    'Thank you for your order',
    `<div class="two"><div>${pictureOf(product.picture)}</div><div>
    <p>${escapeHtml(product.name)}, order ${escapeHtml(id)}.</p><p>${escapeHtml(said)}</p>
    <p><a href="${escapeHtml(shop)}/brand/dashboard/sales">View this store's sales on WTF</a></p>
    <p><a href="${store.origin}/">Continue shopping at ${escapeHtml(store.name)}</a></p>
    <details open><summary>What was reported (POST /api/v1/conversions)</summary><pre>${escapeHtml(JSON.stringify(event, null, 2))}</pre></details>
    <details open><summary>Response</summary><pre>${escapeHtml(JSON.stringify(answer.body, null, 2))}</pre></details></div></div>`,
  )
}
