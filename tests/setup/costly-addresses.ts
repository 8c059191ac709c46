import fc from 'fast-check'
import { LISTS } from '#server/search/search.schema.ts'
import { PAGE_PARAMETERS } from '#server/site/addresses.values.ts'

/** The maximum size of any page. */
export const MAX_ANSWER_BYTES = 2_000_000
/** Node's limit for a request's line and headers (server/main.ts). */
const MAX_ADDRESS = 120_000

const words = (count: number, length: number, prefix: string) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`.padEnd(length, 'abcdefgh')).join(',')
const lists = (count: number, length: number) =>
  LISTS.slice(0, 7)
    .map((name) => `${name}=${words(count, length, name.charAt(0))}`)
    .join('&')
const encoded = (text: string) => encodeURIComponent(text)

interface Known {
  productId: string
  partnerId: string
  /** The running build's version, from window.__remixManifest. */
  version: string
}

/** Addresses that have been found to be expensive, and the most expensive similar ones. */
export function costlyAddresses({ productId, partnerId, version }: Known): string[] {
  // Each character takes three bytes, and nine in a URL.
  const wide = '衣'.repeat(200)
  const notWords = Array.from(
    { length: 40 },
    (_, index) => `word:${String.fromCodePoint(0x4e00 + index)}${wide.slice(0, 18)}`,
  ).join(',')
  const chips = `q=${encoded(wide)}&mode=intelligent&rest=${encoded(Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x5e00 + index)).join(' '))}&not=${encoded(notWords)}`
  return [
    // The two addresses that this was reported for.
    `/discover?${lists(110, 6)}`,
    `/discover?${lists(200, 9)}`,
    `/discover.data?${lists(200, 9)}`,
    `/discover?${lists(200, 69)}`,
    `/partner/${partnerId}?${lists(200, 9)}`,
    `/brand/${partnerId}?${lists(200, 9)}`,
    `/discover?${chips}`,
    `/discover?${chips}&view=list`,
    `/partner/${partnerId}?${chips}`,
    `/discover.data?${chips}`,
    `/discover?q=${encoded('black linen dress under £80, size 12, not zara '.repeat(1_500))}&mode=intelligent`,
    `/discover?q=${encoded('dresss trousesr jackte skrit blouze sweatre cardgan troosers bootts sandels coatss shirrt')}`,
    `/discover?q=${encoded('ﷺ'.repeat(200))}&mode=intelligent`,
    `/${'a/'.repeat(4_000)}`,
    `/${'a/'.repeat(50_000)}`,
    `/${'/'.repeat(100_000)}`,
    `/discover/${'a/'.repeat(2_000)}x.data`,
    `/product/${'%41'.repeat(30_000)}`,
    `/__manifest?p=${'/a'.repeat(3_700)}&version=${version}`,
    `/__manifest?p=${'/'.repeat(7_500)}&version=${version}`,
    `/__manifest?${Array.from({ length: 1_200 }, (_, index) => `p=/${index.toString(36)}`).join('&')}&version=${version}`,
    `/discover?${'q=a&'.repeat(30_000)}`,
    `/discover?${Array.from({ length: 16_000 }, (_, index) => `${index.toString(36)}=`).join('&')}`,
    `/discover.data?all=true&_routes=${'routes/discover,'.repeat(6_000)}`,
    `/product/${productId}?${[...PAGE_PARAMETERS].map((name) => `${name}=${'%3C'.repeat(1_000)}`).join('&')}`,
    ...[
      '/login?redirectTo=/',
      '/login?error=',
      '/login?why=',
      '/auth/callback?state=',
      '/auth/reset-password?token=',
      '/waitlist/confirm?token=',
      '/stores?q=',
      '/brands?letter=',
      '/display?pricesIn=',
      '/support?q=',
      '/features?demo=',
      '/wishlist/toggle?productId=',
      '/wishlist/export?format=',
      '/wishlist/shared/',
      '/wishlist/shared/x?page=',
      '/settings?edit=',
      '/admin/tickets?q=',
      '/sitemap.xml?a=',
    ].map((path) => path + '%22'.repeat(33_000)),
  ]
}

const PAGES = [
  '/',
  '/home',
  '/discover',
  '/discover.data',
  '/about',
  '/features',
  '/stores',
  '/brands',
  '/brands?letter=z&page=999999',
  '/login',
  '/signup',
  '/auth/magic',
  '/auth/callback',
  '/auth/reset-password',
  '/auth/verify-email',
  '/waitlist/confirm',
  '/waitlist/unsubscribe',
  '/support',
  '/contact',
  '/wishlist',
  '/wishlist/toggle',
  '/wishlist/export',
  '/wishlist/import',
  '/wishlist/shared/x',
  '/wishlist/sharing',
  '/settings',
  '/admin/partners',
  '/admin/partners/invite',
  '/admin/tickets',
  '/admin/outbox',
  '/admin/waitlist',
  '/ranking',
  '/offline',
  '/shop/all-products',
  '/sitemap.xml',
  '/robots.txt',
  '/__manifest',
  '/no/such/page',
]
const OTHER_PARAMETERS = [
  'redirectTo',
  'error',
  'why',
  'token',
  'state',
  'code',
  'edit',
  'saved',
  'productId',
  'favourites',
  'from',
  'source',
  'p',
  'version',
  'utm_source',
]

/** Generates URLs of any page: known parameters with lists of any length, of random and existing values. */
export function anyAddress({ productId, partnerId, version }: Known, values: readonly string[]): fc.Arbitrary<string> {
  const word = fc.oneof(
    fc.constantFrom(...values),
    fc.string({ maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.string({ unit: 'grapheme', maxLength: 100 }),
  )
  const value = fc.oneof(
    word,
    fc.array(word, { maxLength: 300 }).map((some) => some.join(',')),
    fc.array(word, { maxLength: 60 }).map((some) => some.join(' ')),
    fc
      .tuple(word, fc.nat(60_000))
      .map(([text, length]) => (text || 'x').repeat(Math.ceil(length / (text.length || 1)))),
    fc.constantFrom('true', 'intelligent', 'list', '0', '-1', '99999', version),
  )
  const pages = fc.oneof(
    fc.constantFrom(
      ...PAGES,
      `/product/${productId}`,
      `/partner/${partnerId}`,
      `/partner/${partnerId}.data`,
      `/brand/${partnerId}`,
    ),
    fc
      .tuple(fc.constantFrom(...PAGES), word, fc.nat(40))
      .map(([page, text, depth]) => page + `/${encoded(text.toWellFormed())}`.repeat(depth)),
  )
  const query = fc.array(fc.tuple(fc.constantFrom(...PAGE_PARAMETERS, ...OTHER_PARAMETERS), value), { maxLength: 30 })
  return fc
    .tuple(pages, query)
    .map(([page, given]) =>
      `${page}?${new URLSearchParams(given.map(([name, text]) => [name, text.toWellFormed()])).toString()}`
        .slice(0, MAX_ADDRESS)
        .replace(/%[^%]?$/, ''),
    )
}
