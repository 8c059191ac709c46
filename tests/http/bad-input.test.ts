import http from 'node:http'
import { expect, inject, test } from 'vitest'
import { findProduct } from '#tests/setup/demo-products.ts'
import { useShop } from './shop.ts'

const shop = useShop()

const LONG = 'x'.repeat(100_000)
const MANY = Array.from({ length: 3_000 }, (_, n) => `c${n}`).join(',')
const NAMES = [
  'q',
  'search',
  'mode',
  'rest',
  'all',
  'category',
  'categories',
  'brand',
  'brands',
  'sizes',
  'colours',
  'materials',
  'genders',
  'tags',
  'not',
  'currency',
  'sort',
  'priceMin',
  'priceMax',
  'discountMin',
  'onSale',
  'inStock',
  'page',
  'view',
  'tab',
  'size',
  'colour',
  'picture',
  'v',
  'src',
  'pos',
  'sid',
]
const VALUES = [
  '',
  '-1',
  '0',
  '1e308',
  '99999999999999999999',
  'NaN',
  'null',
  'true,false',
  '[object%20Object]',
  '%00',
  '%0a%0d',
  '%1b%5b31m',
  '%E0%A4%A',
  '%',
  '%zz',
  '%F0%9F%A7%A5',
  '%ED%A0%80',
  "'%20OR%201=1;--",
  '%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '../../etc/passwd',
  '{{7*7}}',
  '%25',
  '_',
  '%5C',
]
const QUERIES = [
  ...VALUES.map((value) => NAMES.map((name) => `${name}=${value}`).join('&')),
  ...NAMES.map((name) => `${name}[]=1&${name}[]=2&${name}[a][b]=3&${name}=1&${name}=2&${name}=3`),
  // Properties that every object inherits. Look-ups must not find them.
  ...NAMES.flatMap((name) => ['toString', '__proto__'].map((value) => `${name}=${value}`)),
  // Filters without results, so that related kinds are searched.
  'category=toString&colours=black&materials=silk&priceMax=1',
  'category=__proto__&q=black+silk&priceMax=1',
  ...NAMES.slice(0, 14).map((name) => `${name}=${LONG}`),
  `categories=${MANY}&category=${MANY}&brands=${MANY}&brand=${MANY}`,
  `q=${'%F0%9F%A7%A5'.repeat(150)}`,
  `q=x${'%F0%9F%A7%A5'.repeat(150)}`,
  '&&&===?',
  '__proto__=1&constructor=2&toString=3',
  'priceMin=500&priceMax=1',
  'page=999999',
  'all=true&page=0',
  `all=true&${'a=1&'.repeat(900)}`,
]

/** Sends a path unchanged: browsers and Node's clients would normalise it first. */
function raw(path: string): Promise<{ status: number; type: string; body: string }> {
  const { hostname, port } = new URL(inject('shopUrl'))
  return new Promise((resolve, reject) => {
    http
      .get(
        { hostname, port, path, headers: { 'user-agent': 'Mozilla/5.0 Chrome/143.0.0.0', accept: 'text/html' } },
        (response) => {
          let body = ''
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => (body += chunk))
            .once('end', () =>
              resolve({ status: response.statusCode ?? 0, type: response.headers['content-type'] ?? '', body }),
            )
        },
      )
      .once('error', reject)
  })
}

const isPage = ({ type, body }: { type: string; body: string }) =>
  type.startsWith('text/html') && body.includes('<h1') && body.includes('</html>')
const shown = (path: string) => (path.length > 120 ? `${path.slice(0, 120)}... (${path.length})` : path)

test('every query string returns a page', { timeout: 120_000 }, async () => {
  const { id, partnerId } = await findProduct(shop.db)
  const wrong: unknown[] = []
  for (const base of ['/discover', `/product/${id}`, `/partner/${partnerId}`, `/brand/${partnerId}`]) {
    for (const query of base === '/discover' ? QUERIES : QUERIES.filter((_, n) => n % 3 === 0)) {
      const answer = await raw(`${base}?${query}`)
      if (answer.status !== 200 || !isPage(answer))
        wrong.push([shown(`${base}?${query}`), answer.status, answer.body.slice(0, 80)])
    }
  }
  expect(wrong).toEqual([])
})

test('every URL returns a page', async () => {
  const { id } = await findProduct(shop.db)
  const ids = [
    'junk',
    '%00',
    '%0a',
    '%E0%A4%A',
    '%',
    '%F0%9F%A7%A5',
    '..%2f..%2fetc%2fpasswd',
    "'%20OR%201=1",
    `${id}x`,
    `${id}%00`,
    'a'.repeat(10_000),
    '-1',
    'null',
    '%3Cscript%3E',
    'x;y',
    'x//y',
  ]
  const wrong: unknown[] = []
  for (const base of ['/product/', '/partner/', '/brand/', '/shop/brand/', '/go/', '/', '/shop/', '/discover/']) {
    for (const last of ids) {
      const answer = await raw(base + last)
      if (![404, 400, 414].includes(answer.status) || (answer.status === 404 && !isPage(answer)))
        wrong.push([shown(base + last), answer.status, answer.body.slice(0, 80)])
    }
  }
  expect(wrong).toEqual([])
})

test('URLs other than pages return at worst a 404', async () => {
  const { id } = await findProduct(shop.db)
  const wrong: unknown[] = []
  for (const path of [
    ...QUERIES.map((query) => `/go/${id}?${query}`),
    ...QUERIES.slice(0, 20).flatMap((query) => [
      `/sitemap.xml?${query}`,
      `/seen/${id}?${query}`,
      `/img/x/320.jpg?${query}`,
      `/robots.txt?${query}`,
      `/healthz?${query}`,
    ]),
    '/img/../../../../etc/passwd',
    '/img/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/img/..%2f..%2f..%2fetc%2fpasswd',
    '/../../../etc/passwd',
    '//etc/passwd',
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/img/',
    '/img',
    '/img/%E0%A4%A',
    '/sitemap-product-0.xml',
    '/sitemap-product-99999.xml',
    '/sitemap-x.xml',
    '/trpc',
    '/trpc/',
    '/trpc/x',
    '/trpc/search.products?input=%E0%A4%A',
    '/trpc/search.suggest?input=1',
    '/searched/x',
    '/searched',
    '/trpc/%00',
    '/discover.data?_routes=%00',
    '/product/junk.data',
    '/seen/%E0%A4%A',
    '/seen/',
  ]) {
    const { status, body } = await raw(path)
    if (status >= 500 || /root:x:0|"dependencies"/.test(body)) wrong.push([shown(path), status, body.slice(0, 120)])
  }
  expect(wrong).toEqual([])
})

const SEARCHES = [
  'x'.repeat(1_000),
  'dress '.repeat(170),
  '🧥👗🥾',
  '👩🏽‍👩🏽‍👧🏽 dress',
  'فستان أسود',
  '\u202edress\u202c',
  'שמלה black',
  `"black dress"`,
  `'`,
  `"`,
  '`',
  '\\',
  "'; DROP TABLE products; --",
  "1' OR '1'='1",
  'dress & coat | !boot',
  'dress <-> black',
  'dress:*',
  '(dress',
  '!!',
  ':*&|',
  '%',
  '_%_',
  'the and of for with',
  'not',
  'not not not',
  'under',
  'under £',
  '£ £ £',
  'between 50 and',
  'between 500 and 20 dollars',
  'size',
  'size 99999999999999999999',
  'black not black',
  'not black not white not red dress not dress',
  '<script>alert(1)</script>',
  '${7*7}',
  '-',
  '.',
  '0',
  '½ ²',
  'ﬁne ﬁt',
  'a\u0301\u0301\u0301 dress',
]
const CONTRADICTIONS = [
  'onSale=true&inStock=true&priceMin=9999999&priceMax=0',
  'colours=black&not=colour:black',
  'categories=dresses&not=category:dresses',
  'brands=nobody&sizes=UK+12,UK+999',
  `categories=${Array.from({ length: 200 }, (_, n) => `category-${n}`).join(',')}`,
  `not=${Array.from({ length: 200 }, (_, n) => `word:w${n}`).join(',')}`,
  'not=:,word,word:,kind:x,colour:',
  'tags=nothing,warm,wedding+guest',
  'discountMin=99',
  'discountMin=100',
  'currency=XXX&priceMin=5',
  'genders=martian',
  'materials=%2C%2C%2C',
  'mode=anything&q=dress',
  'mode=INTELLIGENT&q=dress',
  'mode=intelligent&rest=dress',
  'q=dress&mode=intelligent&rest=',
]

test('every search returns a page, in both modes', { timeout: 120_000 }, async () => {
  const { partnerId } = await findProduct(shop.db)
  const wrong: unknown[] = []
  const queries = [
    ...SEARCHES.flatMap((q) => ['normal', 'intelligent'].map((mode) => `q=${encodeURIComponent(q)}&mode=${mode}`)),
    ...CONTRADICTIONS,
  ]
  for (const [index, query] of queries.entries()) {
    const path = index % 4 === 3 ? `/partner/${partnerId}?${query}` : `/discover?${query}`
    const answer = await raw(path)
    if (answer.status !== 200 || !isPage(answer) || answer.body.includes('Search failed'))
      wrong.push([shown(path), answer.status, answer.body.slice(0, 80)])
  }
  expect(wrong).toEqual([])
})

test('every suggestion request returns a valid response', async () => {
  const wrong: unknown[] = []
  for (const q of SEARCHES.map((text) => text.slice(0, 200))) {
    const { status, body } = await raw(
      `/trpc/search.suggest?input=${encodeURIComponent(JSON.stringify({ json: { q } }))}`,
    )
    if (status !== 200 || !body.includes('"result"')) wrong.push([q, status, body.slice(0, 120)])
  }
  expect(wrong).toEqual([])
})

test('an unknown mode is treated as normal', async () => {
  const page = await shop.visitor().open('/discover?q=black+dress&mode=anything')
  expect(page.field('Intelligent search').hasAttribute('checked')).toBe(false)
  expect(page.link(/^Remove filter Black/)).not.toContain('mode=')
})

test('HEAD requests for page data are not treated as forms, from any origin', async () => {
  for (const path of ['/discover.data', '/wishlist.data', '/admin/partners/x.data'])
    for (const origin of [shop.url, 'http://localhost']) {
      const { status } = await fetch(shop.url + path, { method: 'HEAD', headers: { origin }, redirect: 'manual' })
      expect([path, origin, status < 500]).toEqual([path, origin, true])
    }
})

test('rejects a form whose name is a built-in object property', async () => {
  for (const path of ['/wishlist', '/brand/dashboard/promotions'])
    for (const form of ['constructor', 'toString', '__proto__']) {
      const body = new URLSearchParams({ form })
      const { status } = await fetch(shop.url + path, { method: 'POST', body, headers: { origin: shop.url } })
      expect([path, form, status]).toEqual([path, form, 400])
    }
})
