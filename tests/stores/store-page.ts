export interface PageAsked {
  method: string
  /** The path after the store's address. */
  path: string
  search: string
  form: URLSearchParams
  cookies: string
}

export interface PageAnswer {
  status: number
  type?: string
  headers?: Record<string, string | string[]>
  body: string
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const STYLE = `
  *{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1c1b19;background:#faf9f7}
  a{color:inherit}header{background:#fff;border-bottom:1px solid #e6e2dc}
  header div,main{max-width:68rem;margin:0 auto;padding:1rem 1.25rem}
  header div{display:flex;gap:1.5rem;align-items:baseline;flex-wrap:wrap}header strong{font-size:1.15rem;margin-right:auto}@media(max-width:26rem){header strong{flex:1 0 100%}header div{row-gap:.25rem}}
  h1{font-size:1.6rem;line-height:1.25;margin:.5rem 0 1rem}h2{font-size:1.1rem;margin:2rem 0 .75rem}
  .grid{display:grid;gap:1.25rem;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));list-style:none;padding:0}
  .grid a{display:block;text-decoration:none}.picture{aspect-ratio:4/5;width:100%;object-fit:cover;background:#eae5dd;border-radius:.5rem;display:block}
  .two{display:grid;gap:2rem;grid-template-columns:minmax(0,1fr)}@media(min-width:48rem){.two{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}}
  .price{font-size:1.25rem;margin:.25rem 0 1rem}.quiet{color:#67625a;font-size:.9rem}
  form{display:inline}label{display:block;margin:0 0 1rem}label span{display:block;font-size:.9rem;margin-bottom:.25rem}
  select,input{font:inherit;padding:.5rem .65rem;border:1px solid #c9c3b9;border-radius:.4rem;background:#fff;max-width:100%}
  button{font:inherit;padding:.45rem .8rem;border:1px solid #c9c3b9;border-radius:.4rem;background:#fff;cursor:pointer;min-height:2.5rem}
  a.button{padding:.7rem 1.4rem;border:1px solid #c9c3b9;border-radius:.4rem;text-decoration:none}
  button.main,a.main{background:#1c1b19;color:#fff;border-color:#1c1b19;padding:.7rem 1.4rem}
  button.main{width:100%}
  button:focus-visible,select:focus-visible,input:focus-visible,a:focus-visible,summary:focus-visible{outline:3px solid #4a6fd0;outline-offset:2px}
  table{border-collapse:collapse;width:100%;background:#fff}th,td{text-align:left;padding:.55rem .7rem;border-bottom:1px solid #e6e2dc;vertical-align:top}
  .scroll{overflow-x:auto;border:1px solid #e6e2dc;border-radius:.5rem}.actions{display:flex;gap:.4rem;flex-wrap:wrap}
  .address{background:#e6dfd3;padding:.5rem 1rem;font:.85rem/1.4 ui-monospace,monospace}.address span{display:block;border-radius:999px;background:#fff;padding:.3rem .9rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
  .notice{background:#1c1b19;color:#fff;padding:.75rem 1rem;text-align:center;overflow-wrap:anywhere}footer{text-align:center;padding:1.5rem 1rem;color:#67625a;font-size:.9rem}
  dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:.25rem 1rem;font-size:.9rem}dt{font-weight:700}dd{margin:0;overflow-wrap:anywhere}
  details{margin-top:2rem}summary{cursor:pointer;min-height:2.75rem}pre{background:#fff;border:1px solid #e6e2dc;padding:1rem;overflow-x:auto;font-size:.85rem}
  .card{background:#fff;border:1px solid #e6e2dc;border-radius:.5rem;padding:1rem 1.25rem}`

interface PageStore {
  name: string
  /** Its address, without a trailing slash. */
  origin: string
}

interface PageParts {
  /** The address to show above the page, as in a real store; none by default. */
  address?: string
  /** A message above the page. */
  notice?: string
  /** Whether a page with all actions on the store exists. */
  hasAdmin?: boolean
}

/** Returns a complete page of a simulated store. */
export const storePage = (
  store: PageStore,
  title: string,
  main: string,
  { address, notice, hasAdmin = true }: PageParts = {},
): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} - ${escapeHtml(store.name)}</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body>${address === undefined ? '' : `<div class="address"><span>${escapeHtml(address)}</span></div>`}${notice === undefined ? '' : `<div class="notice">${escapeHtml(notice)}</div>`}
<header><div><strong>${escapeHtml(store.name)}</strong><a href="${store.origin}/">Shop</a>${hasAdmin ? `<a href="${store.origin}/shop-admin">Shop admin</a>` : ''}</div></header>
<main><h1>${escapeHtml(title)}</h1>${main}</main>
<footer>A simulated store on your own machine. Nothing is charged or shipped.</footer></body></html>`

interface Picture {
  url: string
  alt: string
}

export const pictureOf = (picture: Picture | null): string =>
  picture
    ? `<img class="picture" src="${escapeHtml(picture.url)}" alt="${escapeHtml(picture.alt)}">`
    : '<div class="picture"></div>'

/** @param products with their addresses and formatted prices */
export const productGrid = (
  products: ReadonlyArray<{ href: string; title: string; picture: Picture | null; price: string }>,
): string =>
  `<ul class="grid">${products
    .map(
      ({ href, title, picture, price }) => `<li><a href="${escapeHtml(href)}">${pictureOf(picture)}
        <span>${escapeHtml(title)}</span><br><span class="quiet">${price}</span></a></li>`,
    )
    .join('')}</ul>`
