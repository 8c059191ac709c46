import fs from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectPlatformOf } from './detect-platform.ts'

const page = (name: string) => fs.readFileSync(path.join(import.meta.dirname, 'fixtures', `${name}.html`), 'utf8')
const detect = (html: string, headers: Record<string, string | string[]> = {}, url?: string) =>
  detectPlatformOf({ html, headers, ...(url === undefined ? {} : { url }) })

describe('a page', () => {
  test.each([
    ['shopify', 'Shopify', 95],
    ['wix', 'Wix', 95],
    ['woocommerce', 'WooCommerce', 95],
    ['several', 'Multiple Platforms', 95],
    ['none', 'Unknown', 0],
    ['mentions', 'Unknown', 0],
  ])('like %s.html is %s with %d%% confidence', (name, platform, confidence) =>
    expect(detect(page(name))).toMatchObject({ platform, confidence }),
  )

  test('lists the signs found, most certain first', () => {
    expect(detect(page('several')).indicators).toEqual([
      'Shopify: cdn.shopify.com',
      'WooCommerce: plugin',
      'WooCommerce: woocommerce-no-js',
      'Shopify: shopifycdn.com',
      'WooCommerce: woocommerce styles',
    ])
    expect(detect(page('none')).indicators).toEqual([])
  })
})

describe('one sign is enough', () => {
  test.each([
    ['<script>var Shopify = Shopify || {};\nShopify.theme = {"name":"Dawn"}</script>', 'Shopify', 95],
    ['<SCRIPT SRC=//CDN.SHOPIFY.COM/s/app.js></SCRIPT>', 'Shopify', 95],
    ["<link rel=preconnect href='https://cdn.shopify.com' crossorigin>", 'Shopify', 95],
    ['<img data-srcset="/a.png 1x, https://cdn.shopify.com:443/b.png 2x">', 'Shopify', 95],
    ['<form action="https://velvet.myshopify.com/cart">', 'Shopify', 90],
    ['<meta content=0123 name = "shopify-checkout-api-token">', 'Shopify', 95],
    ['<link rel="stylesheet" href="/cdn/shop/t/1/assets/base.css">', 'Shopify', 85],
    ['<div id="shopify-section-header">', 'Shopify', 90],
    ['<meta http-equiv="X-Wix-Published-Version" content="2">', 'Wix', 95],
    ['<img src="https://static.wixstatic.com/media/x.jpg">', 'Wix', 90],
    ['<script>var wixBiSession = {}</script>', 'Wix', 90],
    ['<script async src="https://static.parastorage.com/x.js">', 'Wix', 85],
    ['<meta name="generator" content="WooCommerce 9.1.2">', 'WooCommerce', 95],
    ['<body class="home woocommerce-page">', 'WooCommerce', 90],
    ['<link href="/wp-content/plugins/woocommerce/x.css" rel=stylesheet>', 'WooCommerce', 95],
    ['<form action="/?wc-ajax=checkout">', 'WooCommerce', 90],
    ['<script>var woocommerce_params = {}</script>', 'WooCommerce', 90],
  ])('%s', (html, platform, confidence) => expect(detect(html)).toMatchObject({ platform, confidence }))

  test.each<[Record<string, string | string[]>, string, number]>([
    [{ 'x-shopid': '81234567' }, 'Shopify', 95],
    [{ 'powered-by': 'Shopify' }, 'Shopify', 95],
    [{ 'set-cookie': ['a=b', '_shopify_y=1; Path=/'] }, 'Shopify', 90],
    [{ 'x-wix-request-id': '17.1' }, 'Wix', 95],
    [{ server: 'Pepyaka' }, 'Wix', 80],
    [{ 'set-cookie': 'wp_woocommerce_session_1=x' }, 'WooCommerce', 90],
    [{ server: 'nginx', 'x-note': 'powered-by: Shopify', link: '<https://cdn.shopify.com>' }, 'Unknown', 0],
  ])('in the headers %j', (headers, platform, confidence) =>
    expect(detect('', headers)).toMatchObject({ platform, confidence }),
  )

  test('in the URL of a redirect target', () => {
    expect(detect('', {}, 'https://velvet.myshopify.com/password')).toMatchObject({ platform: 'Shopify' })
    expect(detect('', {}, 'https://velvet.example/?from=x.myshopify.com')).toMatchObject({ platform: 'Unknown' })
  })

  test('with the confidence of the most certain one', () =>
    expect(detect(page('several'), { 'x-wix-request-id': '1' })).toMatchObject({
      platform: 'Multiple Platforms',
      confidence: 95,
    }))
})

const MB = 1024 * 1024
const filled = (text: string) => (text || ' ').repeat(Math.ceil(MB / (text.length || 1))).slice(0, MB)

// Reading the rest of such a page again for each tag would take hours.
describe('a hostile page of 1 MB is read once', () => {
  test.each([
    '<',
    '<a ',
    '<a>',
    '<!--',
    '<!-- -->',
    '<script>',
    '<script></script>',
    '<script src="',
    '</script',
    '<title>',
    '<a b="',
    "<a b='",
    '<a b=',
    '<a b = ',
    '<a b="c"',
    '<img srcset="//a/b 1x,',
    '<b id=a class="b c">',
    '<meta name=a content=b>',
    '=',
    '"',
    ' ',
    '\n',
    'Shopify.theme ',
    'cdn.shopify.com/',
  ])('%j', (text) => {
    expect(detect(filled(text)).platform).toBe('Unknown')
    expect(detect(`<a ${filled(text)}`).platform).toBe('Unknown')
    expect(detect(`<img srcset="${filled(text.replaceAll('"', ''))}">`).platform).toBe('Unknown')
    expect(detect(`<script>${filled(text.replaceAll('<', ''))}</script>`).platform).toBe('Unknown')
  })
})

test('detects the right platform or none, whatever surrounds the sign', () => {
  const pieces = fc.constantFrom(
    ...[
      '<',
      '>',
      '</',
      '/>',
      '<!--',
      '-->',
      '<script',
      '</script>',
      '<title>',
      '"',
      "'",
      '=',
      ' ',
      'a',
      'href',
      '\u0130',
    ],
  )
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
      const { platform } = detect(`${parts.join('')}${page('wix')}`)
      expect(['Wix', 'Unknown']).toContain(platform)
    }),
    { numRuns: 500 },
  )
  const whole = page('shopify')
  fc.assert(
    fc.property(fc.nat(whole.length), (length) => {
      const { platform, confidence } = detect(whole.slice(0, length))
      expect([
        ['Shopify', true],
        ['Unknown', false],
      ]).toContainEqual([platform, confidence > 0])
    }),
    { numRuns: 200 },
  )
})
