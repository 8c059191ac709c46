import type { FakeShop } from './fake-shop.ts'
import { escapeHtml, moneyText, storePage, type PageAnswer, type PageAsked } from '#tests/stores/store-page.ts'
import type { FakeProduct } from './shop-things.ts'

const LANDING = 'landing'
const MAX_PRODUCTS = 60

/** Serves the storefront. Like Shopify, it remembers the address on which the shopper landed. */
export function answerStorefront(shop: FakeShop, asked: PageAsked): PageAnswer {
  const { method, path, search } = asked
  const headers = landingCookie(shop, asked)
  if (method === 'POST' && path === '/buy') return buy(shop, asked)
  const [, handle] = /^\/products\/([^/]+)$/.exec(path) ?? []
  const product = shop.products.find((one) => one.handle === decodeURIComponent(handle ?? ''))
  if (handle !== undefined && product?.isPublished)
    return page(shop, product.title, productPart(shop, product), headers)
  if (path === '/' || path === '') return page(shop, shop.name, listPart(shop), headers)
  const [, number] = /^\/thank-you\/(\d+)$/.exec(path) ?? []
  const order = shop.orders.find((one) => String(one.number) === number)
  if (order)
    return page(
      shop,
      'Thank you for your order',
      `<div class="card"><p>Order <strong>#${order.number}</strong> is confirmed.</p>
      <p class="quiet">${search ? '' : 'This shop is a pretence on your own machine: nothing was paid, and nothing will be sent.'}</p>
      <p><a href="${shop.origin}/">Go on shopping</a></p></div>`,
      headers,
    )
  return {
    ...page(shop, 'There is no such page', `<p><a href="${shop.origin}/">To the shop</a></p>`, headers),
    status: 404,
  }
}

const page = (shop: FakeShop, title: string, main: string, headers: Record<string, string>): PageAnswer => ({
  status: 200,
  headers,
  body: storePage(shop, title, main),
})

/** The visit keeps its first address with parameters. A later one with our parameters starts a new visit. */
function landingCookie(shop: FakeShop, { method, path, search }: PageAsked): Record<string, string> {
  if (method !== 'GET' || !/[?&](wtf_cid|ref|utm_source)=/.test(search)) return {}
  const value = encodeURIComponent(`${path}${search}`.slice(0, 2_000))
  return { 'set-cookie': `${LANDING}=${value}; Path=/${shop.shop}; Max-Age=2592000; SameSite=Lax; HttpOnly` }
}

function buy(shop: FakeShop, { form, cookies }: PageAsked): PageAnswer {
  const [, kept] = new RegExp(`(?:^|; )${LANDING}=([^;]*)`).exec(cookies) ?? []
  const landing = kept === undefined ? null : decodeURIComponent(kept)
  const click = landing === null ? null : new URL(landing, shop.origin).searchParams.get('wtf_cid')
  const code = form.get('code')?.trim() ?? ''
  const order = shop.purchase({
    lines: [
      {
        handle: form.get('handle') ?? '',
        variant: Number(form.get('variant') ?? 0),
        quantity: Math.min(20, Math.max(1, Number(form.get('quantity') ?? 1) || 1)),
      },
    ],
    landing,
    attributes: shop.hasSnippet && click !== null ? [{ name: 'wtf_cid', value: click }] : [],
    codes: code === '' ? [] : [code.slice(0, 40)],
  })
  return { status: 303, headers: { location: `${shop.origin}/thank-you/${order.number}` }, body: '' }
}

const pictureOf = ({ pictures }: FakeProduct) =>
  pictures[0]
    ? `<img class="picture" src="${escapeHtml(pictures[0].url)}" alt="${escapeHtml(pictures[0].alt ?? '')}">`
    : '<div class="picture"></div>'

const listPart = (shop: FakeShop) =>
  `<ul class="grid">${shop.products
    .filter(({ isPublished, status }) => isPublished && status === 'active')
    .slice(0, MAX_PRODUCTS)
    .map(
      (product) => `<li><a href="${shop.origin}/products/${encodeURIComponent(product.handle)}">${pictureOf(product)}
        <span>${escapeHtml(product.title)}</span><br><span class="quiet">${moneyText(product.variants[0]?.priceMinor ?? 0, shop.currency)}</span></a></li>`,
    )
    .join('')}</ul>`

function productPart(shop: FakeShop, product: FakeProduct): string {
  const choices = product.variants
    .map(
      ({ options, priceMinor, quantity, isTracked, sellsWhenSoldOut }, index) =>
        `<option value="${index}"${isTracked && !sellsWhenSoldOut && quantity <= 0 ? ' disabled' : ''}>${escapeHtml(options.join(' / '))} - ${moneyText(priceMinor, shop.currency)}</option>`,
    )
    .join('')
  return `<div class="product"><div>${pictureOf(product)}</div><div>
    <p class="price">${moneyText(product.variants[0]?.priceMinor ?? 0, shop.currency)}</p>
    <form method="post" action="${shop.origin}/buy"><input type="hidden" name="handle" value="${escapeHtml(product.handle)}">
      <label><span>Variant</span><select name="variant">${choices}</select></label>
      <label><span>Quantity</span><input type="number" name="quantity" value="1" min="1" max="20"></label>
      <label><span>Discount code (optional)</span><input name="code" maxlength="40" autocomplete="off"></label>
      <button class="main">Buy it now</button></form>
    <p class="quiet">A pretence on your own machine: nothing is paid or sent.</p></div></div>`
}
