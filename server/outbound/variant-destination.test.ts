import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { variantDestination, type LinkedVariant } from './variant-destination.ts'

const page = new URL('https://b.example/products/coat')
const variant = (changes: Partial<LinkedVariant> = {}): LinkedVariant => ({
  size: null,
  colourName: null,
  options: {},
  storeLink: null,
  ...changes,
})
const open = (changes: Partial<LinkedVariant>, platform = 'other', at: URL = page) =>
  variantDestination(at, variant(changes), { platform, verifiedHosts: ['b.example'] }).href

describe('variantDestination', () => {
  test("adds a Shopify variant's ID to the product URL", () => {
    expect(open({ storeLink: '?variant=41' }, 'shopify')).toBe('https://b.example/products/coat?variant=41')
  })
  test('replaces only parameters of the same name', () => {
    const at = new URL('https://b.example/products/coat?a=x%20y+z&variant=7&flag#top')
    expect(open({ storeLink: '?variant=41' }, 'shopify', at)).toBe(
      'https://b.example/products/coat?a=x%20y+z&flag&variant=41#top',
    )
  })
  test("uses a variant's own URL if its host is the store's", () => {
    expect(open({ storeLink: 'https://www.b.example/coat-navy-m' })).toBe('https://www.b.example/coat-navy-m')
  })
  test.each(['https://elsewhere.example/coat', 'https://b.example.evil.example/', 'http://u:p@b.example/', 'http://'])(
    'opens the product instead of %s',
    (storeLink) => expect(open({ storeLink })).toBe(page.href),
  )
  test('selects a variant with the attributes that WooCommerce reads', () => {
    const url = new URL(open({ size: 'UK 12', colourName: 'Navy', options: { 'Leg length': 'Long' } }, 'woocommerce'))
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      attribute_pa_size: 'uk-12',
      attribute_size: 'uk-12',
      attribute_pa_colour: 'navy',
      attribute_pa_color: 'navy',
      'attribute_pa_leg-length': 'long',
    })
  })
  test("prefers the store's own link, also on WooCommerce", () => {
    expect(open({ size: 'M', storeLink: '?attribute_pa_groesse=m' }, 'woocommerce')).toBe(
      'https://b.example/products/coat?attribute_pa_groesse=m',
    )
  })
  test('opens the product on other platforms, which have no common parameters', () => {
    expect(open({ size: 'M', colourName: 'Navy' })).toBe(page.href)
  })
  test('never leaves the hosts of the store, and keeps other parameters, for any link', () => {
    const links = fc.oneof(
      fc.webUrl({ withQueryParameters: true }),
      fc.webQueryParameters().map((text) => `?${text}`),
      fc.string(),
    )
    fc.assert(
      fc.property(links, fc.constantFrom('shopify', 'woocommerce', 'other'), (storeLink, platform) => {
        const at = new URL('https://b.example/coat?kept=1%202')
        const url = new URL(open({ storeLink }, platform, at))
        expect(url.hostname).toBe('b.example')
        if (!new URLSearchParams(storeLink).has('kept')) expect(url.search).toContain('kept=1%202')
      }),
    )
  })
})
