import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildOutboundUrl, type Tracking } from './outbound-url.ts'

const tracking: Tracking = {
  clickId: 'wc_01J',
  partnerId: 'p1',
  utmSource: 'WTF',
  utmMedium: 'affiliate',
  utmCampaign: 'launch-product',
  sendsRef: false,
}

describe('buildOutboundUrl', () => {
  const build = (address: string, changes: Partial<Tracking> = {}) =>
    buildOutboundUrl(new URL(address), { ...tracking, ...changes })

  test('adds our parameters', () => {
    expect(build('https://b.example/p')).toBe(
      'https://b.example/p?utm_source=WTF&utm_medium=affiliate&utm_campaign=launch-product&partner_id=p1&wtf_cid=wc_01J',
    )
  })
  test("keeps the store's own parameters byte for byte, and the fragment", () => {
    expect(build('https://b.example/p?variant=1&q=a%20b+c&empty=&flag#top')).toMatch(
      /^https:\/\/b\.example\/p\?variant=1&q=a%20b\+c&empty=&flag&utm_source=WTF&.*wtf_cid=wc_01J#top$/,
    )
  })
  test('replaces our parameters if they are there already', () => {
    const url = new URL(build('https://b.example/p?utm_source=old&wtf_cid=stale&x=1'))
    expect(url.searchParams.getAll('utm_source')).toEqual(['WTF'])
    expect(url.searchParams.getAll('wtf_cid')).toEqual(['wc_01J'])
    expect(url.searchParams.get('x')).toBe('1')
  })
  test('adds ref for Shopify unless the URL already has it', () => {
    expect(new URL(build('https://b.example/p', { sendsRef: true })).searchParams.get('ref')).toBe('wc_01J')
    expect(new URL(build('https://b.example/p?ref=theirs', { sendsRef: true })).searchParams.getAll('ref')).toEqual([
      'theirs',
    ])
    expect(new URL(build('https://b.example/p', { sendsRef: false })).searchParams.has('ref')).toBe(false)
  })
  test('adds no click ID if the click was not stored', () => {
    expect(build('https://b.example/p?wtf_cid=stale', { clickId: null, sendsRef: true })).toBe(
      'https://b.example/p?utm_source=WTF&utm_medium=affiliate&utm_campaign=launch-product&partner_id=p1',
    )
  })
  test("encodes the partner's values", () => {
    expect(new URL(build('https://b.example/p', { utmCampaign: 'a&b=c #d' })).searchParams.get('utm_campaign')).toBe(
      'a&b=c #d',
    )
  })
  test('keeps every parameter that is not ours, for any URL', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        const before = new URL(address)
        const after = new URL(build(address))
        expect(after.origin + after.pathname + after.hash).toBe(before.origin + before.pathname + before.hash)
        for (const [name, value] of before.searchParams)
          if (!/^(utm_(source|medium|campaign)|partner_id|wtf_cid)$/.test(name))
            expect(after.searchParams.getAll(name)).toContain(value)
      }),
    )
  })
})
