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
  headers?: Record<string, string>
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
  .product{display:grid;gap:2rem;grid-template-columns:minmax(0,1fr)}@media(min-width:48rem){.product{grid-template-columns:1fr 1fr}}
  .price{font-size:1.25rem;margin:.25rem 0 1rem}.quiet{color:#67625a;font-size:.9rem}
  form{display:inline}label{display:block;margin:0 0 1rem}label span{display:block;font-size:.9rem;margin-bottom:.25rem}
  select,input{font:inherit;padding:.5rem .65rem;border:1px solid #c9c3b9;border-radius:.4rem;background:#fff;max-width:100%}
  button{font:inherit;padding:.45rem .8rem;border:1px solid #c9c3b9;border-radius:.4rem;background:#fff;cursor:pointer;min-height:2.5rem}
  a.button{padding:.7rem 1.4rem;border:1px solid #c9c3b9;border-radius:.4rem;text-decoration:none}
  button.main{background:#1c1b19;color:#fff;border-color:#1c1b19;padding:.7rem 1.4rem;width:100%}
  button:focus-visible,select:focus-visible,input:focus-visible,a:focus-visible{outline:3px solid #4a6fd0;outline-offset:2px}
  table{border-collapse:collapse;width:100%;background:#fff}th,td{text-align:left;padding:.55rem .7rem;border-bottom:1px solid #e6e2dc;vertical-align:top}
  .scroll{overflow-x:auto;border:1px solid #e6e2dc;border-radius:.5rem}.actions{display:flex;gap:.4rem;flex-wrap:wrap}
  .card{background:#fff;border:1px solid #e6e2dc;border-radius:.5rem;padding:1rem 1.25rem}`

/** Returns a complete page of a simulated store. */
export const storePage = (
  shop: { name: string; origin: string },
  title: string,
  main: string,
): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} - ${escapeHtml(shop.name)}</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><header><div><strong>${escapeHtml(shop.name)}</strong><a href="${shop.origin}/">Shop</a><a href="${shop.origin}/shop-admin">Shop admin</a></div></header>
<main><h1>${escapeHtml(title)}</h1>${main}</main></body></html>`

export const moneyText = (minor: number, currency: string): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(minor / 100)
