import { describe, expect, test } from 'vitest'
import { ORDERED, minutesAfter } from '#tests/setup/sales.ts'
import { chooseSale, NO_STORE } from './find-sale.ts'
import type { StoreOrder } from './store-order.schema.ts'

const [FORMER, NEXT] = ['former', 'next']
const at = (days: number) => minutesAfter(ORDERED, days * 1440)
const sale = (source: StoreOrder['source'], storeId: string, days = 0) => ({
  storeId,
  source,
  orderedAt: at(days),
  paidAt: at(days),
})
const report = (source: StoreOrder['source'], days?: number) =>
  days === undefined
    ? { id: '12', source }
    : { id: '12', source, orderedAt: at(days).toISOString(), paidAt: at(days + 5).toISOString() }
const API_SALES = [sale('api', FORMER), sale('woocommerce', FORMER), sale('api', NO_STORE)]

describe('an order of a WooCommerce store', () => {
  test.each([
    ['its own store', sale('woocommerce', NEXT), 1],
    ['its own store, reported earlier by the conversions API', sale('api', NEXT), 40],
    ['no store, of nearly the same time', sale('api', NO_STORE), 1],
    ['no store, paid at nearly the same time', sale('api', NO_STORE, 6), 0],
  ])('is a sale of %s', (_, known, days) => {
    expect(chooseSale([sale('woocommerce', FORMER, 1), known], report('woocommerce', days), NEXT)).toBe(known)
  })

  test.each([
    ['the former store, of the same day', sale('woocommerce', FORMER), 0.1],
    ['the former store, reported by the conversions API', sale('api', FORMER), 0],
    ['no store, of another time', sale('api', NO_STORE), 20],
    ['a Shopify store', sale('shopify', NO_STORE), 0],
  ])('is not a sale of %s', (_, known, days) => {
    expect(chooseSale([known], report('woocommerce', days), NEXT)).toBeNull()
  })

  test.each([
    ['a reinstalled store', sale('woocommerce', NEXT), 40],
    ['a store that has moved to another address', sale('woocommerce', FORMER), 0],
  ])('is refused if its number is that of a sale of %s', (_, known, days) => {
    expect(() => chooseSale([known], report('woocommerce', days), NEXT)).toThrow('contact us')
  })
})

test('an order of Shopify is the sale with its id, whatever store it was recorded for', () => {
  for (const known of [sale('shopify', FORMER), sale('shopify', NO_STORE), sale('csv', NO_STORE)])
    expect(chooseSale([known], report('shopify', 40), NEXT)).toBe(known)
  expect(chooseSale([sale('woocommerce', NO_STORE)], report('shopify'), NEXT)).toBeNull()
})

describe('an order from the conversions API or a file', () => {
  test.each([1, undefined])('is a sale of the connected store', (days) => {
    const known = sale('woocommerce', NEXT)
    expect(chooseSale([...API_SALES, known], report('api', days), NEXT)).toBe(known)
  })

  test('is a sale of a former store if their times are close, so that it is not recorded twice', () => {
    for (const known of API_SALES) {
      expect(chooseSale([known], report('csv', 1), NEXT)).toBe(known)
      expect(chooseSale([known], report('csv', 20), NEXT)).toBeNull()
    }
  })

  test('without a time is a sale of a former store only if no other store is connected', () => {
    const [ofFormer, , ofNone] = API_SALES
    expect(chooseSale(API_SALES, report('api'), NEXT)).toBe(ofNone)
    expect(chooseSale(API_SALES.slice(0, 2), report('api'), NEXT)).toBeNull()
    expect(chooseSale(API_SALES.slice(0, 2), report('api'), NO_STORE)).toBe(ofFormer)
  })
})
