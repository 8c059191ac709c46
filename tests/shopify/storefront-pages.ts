import type { PageAsked } from '#tests/stores/store-page.ts'
import { cookieOf, quantityOf, seeOther, type ShownProduct, type Storefront } from '#tests/stores/storefront.ts'
import type { FakeShop } from './fake-shop.ts'
import type { FakeProduct } from './shop-things.ts'

const LANDING = 'landing'

/**
 * Returns the storefront of a simulated Shopify store. Like Shopify, it remembers the address where the shopper landed.
 */
export const storefrontOf = (shop: FakeShop): Storefront => ({
  name: shop.name,
  origin: shop.origin,
  currency: shop.currency,
  buyLabel: 'Buy it now',
  takesCodes: true,
  products: () => shop.products.filter(({ isPublished, status }) => isPublished && status === 'active').map(shown),
  find: ({ path }) => {
    const [, handle] = /^\/products\/([^/]+)$/.exec(path) ?? []
    const product = shop.products.find((one) => one.handle === decodeURIComponent(handle ?? ''))
    return product?.isPublished ? shown(product) : null
  },
  answerOther: (asked) => (asked.method === 'POST' && asked.path === '/buy' ? buy(shop, asked) : null),
  hasOrder: (number) => shop.orders.some((one) => String(one.number) === number),
  // The visit keeps its first address with parameters, until an address with our parameters starts a new visit.
  cookiesOf: ({ method, path, search }) =>
    method === 'GET' && /[?&](wtf_cid|ref|utm_source)=/.test(search)
      ? [
          `${LANDING}=${encodeURIComponent(`${path}${search}`.slice(0, 2_000))}; Path=/${shop.shop}; Max-Age=2592000; SameSite=Lax; HttpOnly`,
        ]
      : [],
})

const shown = ({ handle, title, pictures: [picture], variants }: FakeProduct): ShownProduct => ({
  path: `/products/${encodeURIComponent(handle)}`,
  title,
  picture: picture ? { url: picture.url, alt: picture.alt ?? '' } : null,
  variants: variants.map(({ options, priceMinor, quantity, isTracked, sellsWhenSoldOut }, index) => ({
    value: String(index),
    label: options.join(' / '),
    priceMinor,
    isSoldOut: isTracked && !sellsWhenSoldOut && quantity <= 0,
  })),
})

function buy(shop: FakeShop, { form, cookies }: PageAsked) {
  const landing = cookieOf(cookies, LANDING)
  const click = landing === null ? null : new URL(landing, shop.origin).searchParams.get('wtf_cid')
  const code = form.get('code')?.trim() ?? ''
  const handle = decodeURIComponent((form.get('path') ?? '').replace('/products/', ''))
  const order = shop.purchase({
    lines: [{ handle, variant: Number(form.get('variant') ?? 0), quantity: quantityOf(form) }],
    landing,
    attributes: shop.hasSnippet && click !== null ? [{ name: 'wtf_cid', value: click }] : [],
    codes: code === '' ? [] : [code.slice(0, 40)],
  })
  return seeOther(shop, `/thank-you/${order.number}`)
}
