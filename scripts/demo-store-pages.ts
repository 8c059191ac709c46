// The pages of the demo's stores (scripts/demo-stores.ts).
import { formatMoney } from '#server/platform/money.schema.ts'

export interface Store {
  /** 'lowstoop.example' */
  host: string
  partnerId: string
  name: string
  /** Its address, without a trailing slash. */
  address: string
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

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `
  *{box-sizing:border-box}body{margin:0;font:16px/1.55 Georgia,serif;color:#211e1a;background:#f6f3ee}
  a{color:inherit}h1{font-weight:400;font-size:clamp(1.8rem,5vw,2.8rem);line-height:1.1;margin:0 0 .5rem}
  header{background:#fff;border-bottom:1px solid #ddd6cb;text-align:center;padding:1.5rem 1rem}
  header a{text-decoration:none;font-size:1.6rem;letter-spacing:.12em;text-transform:uppercase}
  main{max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem}footer{text-align:center;padding:1.5rem 1rem;color:#6a6258;font-size:.9rem}
  .address{display:flex;gap:.6rem;align-items:center;background:#e6dfd3;padding:.5rem 1rem;font:.85rem/1.4 ui-monospace,monospace}.address span{flex:1;min-width:0;border-radius:999px;background:#fff;padding:.3rem .9rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
  .arrived{background:#211e1a;color:#f6f3ee;padding:.75rem 1rem;text-align:center;overflow-wrap:anywhere}
  .two{display:grid;gap:2rem;grid-template-columns:minmax(0,1fr)}@media(min-width:46rem){.two{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
  .picture{display:block;width:100%;aspect-ratio:4/5;object-fit:cover;background:#e6dfd3}
  .price{font-size:1.4rem;margin:0 0 1.5rem}.quiet{color:#6a6258;font-size:.9rem}
  .grid{display:grid;gap:1.5rem;grid-template-columns:repeat(auto-fill,minmax(10rem,1fr));list-style:none;padding:0}.grid a{text-decoration:none;display:block}
  label span{display:block;margin-bottom:.25rem}select,button{font:inherit;min-height:3rem;width:100%;border:1px solid #8f867a;background:#fff;padding:.5rem .75rem}
  button{background:#211e1a;color:#fff;border-color:#211e1a;cursor:pointer;margin-top:1rem;letter-spacing:.04em}
  :focus-visible{outline:3px solid #2f62c9;outline-offset:2px}details{margin-top:2rem}summary{cursor:pointer;min-height:2.75rem}
  dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;font-size:.9rem}dt{font-weight:700}dd{margin:0;overflow-wrap:anywhere}
  pre{background:#fff;border:1px solid #ddd6cb;padding:1rem;overflow-x:auto;font-size:.85rem}`

/** @param path the page's path in the store: its address is shown as in a real store */
const page = (store: Store, title: string, main: string, above = '', path = '/'): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} - ${escapeHtml(store.name)}</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><div class="address"><span>https://${escapeHtml(store.host + path)}</span></div>${above}<header><a href="${store.address}/">${escapeHtml(store.name)}</a></header>
<main>${main}</main><footer>${escapeHtml(store.host)} is a simulated store on your own machine. Nothing is charged or shipped.</footer></body></html>`

const pictureOf = ({ picture }: SoldProduct): string =>
  picture
    ? `<img class="picture" src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt)}">`
    : '<div class="picture"></div>'

/** Shows some of the store's products. */
export const homePage = (store: Store, products: SoldProduct[]): string =>
  page(
    store,
    'Shop',
    `<h1>New in</h1><ul class="grid">${products
      .map(
        (product) => `<li><a href="${escapeHtml(store.address + product.path)}">${pictureOf(product)}
        ${escapeHtml(product.name)}<br><span class="quiet">${formatMoney(product.priceMinor, product.currency)}</span></a></li>`,
      )
      .join('')}</ul>`,
  )

export const missingPage = (store: Store): string =>
  page(
    store,
    'Not found',
    `<h1>We don’t sell this product</h1><p><a href="${store.address}/">See what is new at ${escapeHtml(store.name)}</a></p>`,
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
  const choices = product.variants
    .map(
      ({ id, size, colourName, currency, priceMinor, stock }) =>
        `<option value="${id}"${stock === 0 ? ' disabled' : id === chosen?.id ? ' selected' : ''}>${escapeHtml([colourName, size].filter(Boolean).join(', ') || 'One size')} · ${formatMoney(priceMinor, currency)}${stock === 0 ? ' · sold out' : ''}</option>`,
    )
    .join('')
  const arrived = parameters
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')
  return page(
    store,
    product.name,
    `<div class="two"><div>${pictureOf(product)}</div><div><h1>${escapeHtml(product.name)}</h1>
    <p class="price">${formatMoney(chosen?.priceMinor ?? product.priceMinor, product.currency)}</p>
    <form method="post" action="${store.address}/buy"><input type="hidden" name="path" value="${escapeHtml(product.path)}">
    <label><span>Colour and size</span><select name="variant">${choices}</select></label><button>Buy</button></form>
    ${arrived && `<details open><summary>Landing URL</summary><dl>${arrived}</dl></details>`}</div></div>`,
    `<div class="arrived">${click ? `You came from WTF with click ${click}` : 'You did not come from WTF, so WTF will not match your order.'}</div>`,
    product.path,
  )
}

/**
 * Returns the thank-you page, with the message to the shop and its response.
 * @param shop the shop's address
 */
export function thanksPage(store: Store, { id, product, event, answer }: Order, shop: string): string {
  const { match, detail } = answer.body
  const isTaken = answer.status < 300
  const said = isTaken
    ? match?.level
      ? `WTF matched this order to a click (evidence ${match.level}).`
      : `WTF did not match this order. ${match?.reason ?? ''}`
    : `WTF rejected the report (${answer.status}). ${detail ?? ''}`
  return page(
    store,
    'Thank you',
    `<div class="two"><div>${pictureOf(product)}</div><div><h1>Thank you for your order</h1>
    <p>${escapeHtml(product.name)}, order ${escapeHtml(id)}.</p><p>${escapeHtml(said)}</p>
    <p><a href="${escapeHtml(shop)}/brand/dashboard/sales">View this store's sales on WTF</a></p>
    <p><a href="${store.address}/">Continue shopping at ${escapeHtml(store.name)}</a></p>
    <details open><summary>What was reported (POST /api/v1/conversions)</summary><pre>${escapeHtml(JSON.stringify(event, null, 2))}</pre></details>
    <details><summary>Response</summary><pre>${escapeHtml(JSON.stringify(answer.body, null, 2))}</pre></details></div></div>`,
  )
}
