import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSavedList } from './saved-list.ts'

const STORE = '01900000-0000-7000-8000-000000000001'
const addressOf = (address: string) => parseSavedList(address)?.address ?? null

describe('the URL of a saved list', () => {
  test.each([
    ['/discover?q=linen+dress', '/discover?q=linen+dress'],
    ['/discover?search=linen', '/discover?q=linen'],
    ['/discover?category=dresses&sort=price_asc&page=4&view=list', '/discover?categories=dresses'],
    ['/discover?sizes=M,S&q=coat', '/discover?q=coat&sizes=M%2CS'],
    ['/discover?sizes=S&sizes=M&q=coat', '/discover?q=coat&sizes=M%2CS'],
    ['/discover?q=green+dress&mode=intelligent&rest=', '/discover?q=green+dress&mode=intelligent&rest='],
    ['/discover?mode=intelligent&brands=toteme', '/discover?brands=toteme'],
    ['/discover?all=true', '/discover?all=true'],
    ['/discover?all=true&q=hat', '/discover?q=hat'],
    ['/discover?utm_source=x&onSale=on', '/discover?onSale=true'],
    ['/discover?currency=GBP&q=hat', '/discover?q=hat'],
    ['/discover?currency=GBP&priceMax=80', '/discover?currency=GBP&priceMax=80'],
    [`/brand/${STORE}`, `/brand/${STORE}`],
    [`/brand/${STORE.toUpperCase()}?page=3`, `/brand/${STORE}`],
    [`/shop/brand/${STORE}`, `/brand/${STORE}`],
    [`/partner/${STORE}?sort=newest`, `/brand/${STORE}`],
    [`/partner/${STORE}?q=hat#list-heading`, `/partner/${STORE}?q=hat`],
  ])('stores %s as %s', (given, kept) => expect(addressOf(given)).toBe(kept))

  test.each([
    '/discover',
    '/discover?sort=newest',
    '/discover?priceMax=cheap',
    '/brand/junk',
    '/stores',
    '',
    'discover?q=hat',
    '//evil.example/discover?q=hat',
    'https://evil.example/discover?q=hat',
    '/\\evil.example/discover?q=hat',
    '/discover/../admin?q=hat',
  ])('rejects %j', (given) => expect(addressOf(given)).toBeNull())

  test('counts as followed for an entire brand or store, but not with other filters', () => {
    const isFollowed = (address: string) => parseSavedList(address)?.isFollowed
    expect([isFollowed('/discover?brand=toteme'), isFollowed(`/brand/${STORE}`)]).toEqual([true, true])
    expect([isFollowed('/discover?brands=toteme,arket'), isFollowed('/discover?brand=toteme&onSale=1')]).toEqual([
      false,
      false,
    ])
    expect([isFollowed(`/partner/${STORE}?q=hat`), isFollowed('/discover?all=true')]).toEqual([false, false])
  })

  test('stays the same when it is parsed again, for any parameters', () => {
    const name = fc.constantFrom('q', 'mode', 'rest', 'sizes', 'brand', 'not', 'priceMin', 'priceMax', 'onSale', 'all')
    const value = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('intelligent', 'true', 'M,S', '12.5', '0'))
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 8 }), (params) => {
        const kept = addressOf(`/discover?${new URLSearchParams(params)}`)
        if (kept !== null) expect(addressOf(kept)).toBe(kept)
      }),
      { numRuns: 300 },
    )
  })
})
