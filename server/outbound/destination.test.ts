import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildOutboundUrl, resolveDestination, type Tracking } from './destination.ts'

const tracking: Tracking = {
  clickId: 'wc_01J', partnerId: 'p1', utmSource: 'WTF', utmMedium: 'affiliate', utmCampaign: 'launch-product', sendsRef: false,
}
const resolve = (productUrl: string | null, verifiedHosts = ['brand.example']) => resolveDestination({ productUrl, verifiedHosts })?.href ?? null

describe('resolveDestination', () => {
  it.each([
    ['https://brand.example/p/1', 'https://brand.example/p/1'],
    ['  brand.example/p/1 \n', 'https://brand.example/p/1'],
    ['//brand.example/p/1', 'https://brand.example/p/1'],
    ['http://brand.example/p', 'http://brand.example/p'],
    ['https://www.brand.example/p', 'https://www.brand.example/p'],
    ['HTTPS://SHOP.Brand.Example/p', 'https://shop.brand.example/p'],
  ])('sends %j to %s', (given, expected) => expect(resolve(given)).toBe(expected))

  it.each([
    [null], [''], ['   '], ['https://evil.example/'], ['https://brand.example.evil.test/'], ['https://notbrand.example/'],
    ['javascript:alert(1)'], ['javascript://brand.example/%0aalert(1)'], ['data:text/html,x'], ['ftp://brand.example/'],
    ['https://brand.example@evil.example/'], ['https://user:secret@brand.example/'], ['https://evil.example\\@brand.example/'], ['https://'],
    ['https://evil.example/?https://brand.example/'], ['https://evil.example#brand.example'],
  ])('sends nobody to %j', (given) => expect(resolve(given)).toBeNull())

  it('never leaves the verified hosts, whatever the address is', () => {
    fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.string().map((s) => `https://${s}brand.example`), fc.string().map((s) => `https://brand.example${s}`)), (given) => {
      const url = resolveDestination({ productUrl: given, verifiedHosts: ['brand.example'] })
      if (!url) return
      expect(['http:', 'https:']).toContain(url.protocol)
      expect(url.hostname === 'brand.example' || url.hostname.endsWith('.brand.example')).toBe(true)
      expect(url.username + url.password).toBe('')
    }), { numRuns: 2_000 })
  })
})

describe('buildOutboundUrl', () => {
  const build = (address: string, changes: Partial<Tracking> = {}) => buildOutboundUrl(new URL(address), { ...tracking, ...changes })

  it('adds our parameters', () => {
    expect(build('https://b.example/p')).toBe('https://b.example/p?utm_source=WTF&utm_medium=affiliate&utm_campaign=launch-product&partner_id=p1&wtf_cid=wc_01J')
  })
  it("keeps the store's own parameters to the byte, and the fragment", () => {
    expect(build('https://b.example/p?variant=1&q=a%20b+c&empty=&flag#top')).toMatch(/^https:\/\/b\.example\/p\?variant=1&q=a%20b\+c&empty=&flag&utm_source=WTF&.*wtf_cid=wc_01J#top$/)
  })
  it('replaces parameters of ours that were there already', () => {
    const url = new URL(build('https://b.example/p?utm_source=old&wtf_cid=stale&x=1'))
    expect(url.searchParams.getAll('utm_source')).toEqual(['WTF'])
    expect(url.searchParams.getAll('wtf_cid')).toEqual(['wc_01J'])
    expect(url.searchParams.get('x')).toBe('1')
  })
  it('sends ref to Shopify unless the address has one', () => {
    expect(new URL(build('https://b.example/p', { sendsRef: true })).searchParams.get('ref')).toBe('wc_01J')
    expect(new URL(build('https://b.example/p?ref=theirs', { sendsRef: true })).searchParams.getAll('ref')).toEqual(['theirs'])
    expect(new URL(build('https://b.example/p', { sendsRef: false })).searchParams.has('ref')).toBe(false)
  })
  it('names no click that was not written', () => {
    expect(build('https://b.example/p?wtf_cid=stale', { clickId: null, sendsRef: true })).toBe('https://b.example/p?utm_source=WTF&utm_medium=affiliate&utm_campaign=launch-product&partner_id=p1')
  })
  it('encodes what partners set', () => {
    expect(new URL(build('https://b.example/p', { utmCampaign: 'a&b=c #d' })).searchParams.get('utm_campaign')).toBe('a&b=c #d')
  })
  it('keeps every parameter that is not ours, for any address', () => {
    fc.assert(fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      const before = new URL(address)
      const after = new URL(build(address))
      expect(after.origin + after.pathname + after.hash).toBe(before.origin + before.pathname + before.hash)
      for (const [name, value] of before.searchParams) if (!/^(utm_(source|medium|campaign)|partner_id|wtf_cid)$/.test(name)) expect(after.searchParams.getAll(name)).toContain(value)
    }))
  })
})
