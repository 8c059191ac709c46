import { formatMoney } from '#server/platform/money.schema.ts'
import { escapeHtml, pictureOf, productGrid, storePage, type PageAnswer, type PageAsked } from './store-page.ts'

export interface ShownProduct {
  /** The path of its page: '/products/coat'. */
  path: string
  title: string
  picture: { url: string; alt: string } | null
  variants: ShownVariant[]
}

interface ShownVariant {
  /** Identifies the variant in the form. */
  value: string
  label: string
  priceMinor: number
  isSoldOut: boolean
  isChosen?: boolean
}

/** The storefront of a simulated store on any platform. */
export interface Storefront {
  name: string
  origin: string
  currency: string
  /** The label of the button that buys a product. */
  buyLabel: string
  /** HTML at the end of each page. */
  foot?: string
  /** Whether the form also asks for a discount code. */
  takesCodes: boolean
  products: () => ShownProduct[]
  /** @param asked the request, whose parameters may choose a variant */
  find: (asked: PageAsked) => ShownProduct | null
  /** Responds to the form of a product page, and to pages that only this platform has. */
  answerOther: (asked: PageAsked) => PageAnswer | null
  hasOrder: (number: string) => boolean
  /** Returns the cookies for a visit. */
  cookiesOf: (asked: PageAsked) => string[]
}

const MAX_PRODUCTS = 60

/** Serves the pages of a storefront. */
export function answerStorefront(store: Storefront, asked: PageAsked): PageAnswer {
  const other = store.answerOther(asked)
  if (other) return other
  const page = (title: string, main: string, status = 200): PageAnswer => ({
    status,
    headers: { 'set-cookie': store.cookiesOf(asked) },
    body: storePage(store, title, main + (store.foot ?? '')),
  })
  if (asked.path === '/' || asked.path === '') return page(store.name, listPart(store))
  const product = store.find(asked)
  if (product) return page(product.title, productPart(store, product))
  const [, number = ''] = /^\/thank-you\/(\d+)$/.exec(asked.path) ?? []
  if (store.hasOrder(number))
    return page(
      'Thank you for your order',
      `<div class="card"><p>Order <strong>#${number}</strong> is confirmed.</p><p><a href="${store.origin}/">Go on shopping</a></p></div>`,
    )
  return page('Page not found', `<p><a href="${store.origin}/">Back to the shop</a></p>`, 404)
}

/** Redirects to a page of the store after a form. */
export const seeOther = (store: { origin: string }, path: string, cookies: string[] = []): PageAnswer => ({
  status: 303,
  headers: { location: store.origin + path, 'set-cookie': cookies },
  body: '',
})

export const cookieOf = (cookies: string, name: string): string | null => {
  const [, kept] = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(cookies) ?? []
  return kept === undefined ? null : decodeURIComponent(kept)
}

/** Returns a number of items between 1 and 20. */
export const quantityOf = (form: URLSearchParams): number =>
  Math.min(20, Math.max(1, Math.trunc(Number(form.get('quantity') ?? 1)) || 1))

export const codeField =
  '<label><span>Discount code (optional)</span><input name="code" maxlength="40" autocomplete="off"></label>'

const listPart = (store: Storefront) =>
  productGrid(
    store
      .products()
      .slice(0, MAX_PRODUCTS)
      .map(({ path, title, picture, variants }) => ({
        href: store.origin + path,
        title,
        picture,
        price: formatMoney(variants[0]?.priceMinor ?? 0, store.currency),
      })),
  )

/**
 * Returns the content of a product's page, with the form that buys it.
 * @param more HTML below the form
 */
export function productPart(
  store: Pick<Storefront, 'origin' | 'currency' | 'buyLabel' | 'takesCodes'>,
  { path, picture, variants }: ShownProduct,
  more = '',
): string {
  const priceOf = ({ priceMinor }: ShownVariant) => formatMoney(priceMinor, store.currency)
  const options = variants.map((variant) => {
    const state = variant.isSoldOut ? ' disabled' : variant.isChosen ? ' selected' : ''
    return `<option value="${escapeHtml(variant.value)}"${state}>${escapeHtml(variant.label)} - ${priceOf(variant)}</option>`
  })
  const shown = variants.find(({ isChosen }) => isChosen) ?? variants[0]
  return `<div class="two"><div>${pictureOf(picture)}</div><div>
    <p class="price">${shown ? priceOf(shown) : ''}</p>
    <form method="post" action="${store.origin}/buy"><input type="hidden" name="path" value="${escapeHtml(path)}">
      <label><span>Variant</span><select name="variant">${options.join('')}</select></label>
      <label><span>Quantity</span><input type="number" name="quantity" value="1" min="1" max="20"></label>
      ${store.takesCodes ? codeField : ''}<button class="main">${store.buyLabel}</button></form>${more}</div></div>`
}
