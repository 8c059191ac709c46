import { describe, expect, test } from 'vitest'
import { ORDERED, minutesAfter, storeOrder } from '#tests/setup/sales.ts'
import { chooseSale, isSameOrder, NO_STORE } from './find-sale.ts'
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
    ['no store, at nearly the same time', sale('api', NO_STORE), 1],
    ['no store, paid at nearly the same time', sale('api', NO_STORE, 6), 0],
    ['the former store, from a file, on the same day', sale('csv', FORMER), 1],
    ['the former store, from the conversions API, paid at nearly the same time', sale('api', FORMER, 6), 0],
    ['its own store, paid at nearly the same time', sale('woocommerce', NEXT, 6), 0],
  ])('is matched to a sale of %s', (_, known, days) => {
    expect(chooseSale([sale('woocommerce', FORMER, 1), known], report('woocommerce', days), NEXT)).toBe(known)
  })

  test.each([
    ['the former store, on the same day', sale('woocommerce', FORMER), 0.1],
    ['the former store, reported by the conversions API at another time', sale('api', FORMER), 20],
    ['no store, at another time', sale('api', NO_STORE), 20],
    ['a Shopify store', sale('shopify', NO_STORE), 0],
  ])('is not matched to a sale of %s', (_, known, days) => {
    expect(chooseSale([known], report('woocommerce', days), NEXT)).toBeNull()
  })

  test.each([
    ['a reinstalled store', sale('woocommerce', NEXT), 40],
    ['a store that has moved to another address', sale('woocommerce', FORMER), 0],
  ])('is refused if its number belongs to a sale of %s', (_, known, days) => {
    expect(() => chooseSale([known], report('woocommerce', days), NEXT)).toThrow('contact us')
  })
})

test('a Shopify order is matched to the sale with its ID, whatever store the sale was recorded for', () => {
  for (const known of [sale('shopify', FORMER), sale('shopify', NO_STORE), sale('csv', NO_STORE), sale('api', FORMER)])
    for (const days of [0, 40, undefined]) expect(chooseSale([known], report('shopify', days), NEXT)).toBe(known)
  expect(chooseSale([sale('woocommerce', FORMER)], report('shopify'), NEXT)).toBeNull()
  expect(chooseSale([sale('woocommerce', NO_STORE)], report('shopify'), NEXT)).toBeNull()
})

describe('an order reported by the conversions API or a file', () => {
  const OLD_STORE_SALE = sale('woocommerce', FORMER)

  test('is matched to a sale of the connected store', () => {
    const known = sale('woocommerce', NEXT)
    for (const source of ['api', 'csv', 'postback'] as const) {
      expect(chooseSale([...API_SALES, known], report(source, 1), NEXT)).toBe(known)
      expect(chooseSale([known], report(source, 40), NEXT)).toBe(known)
      expect(chooseSale([OLD_STORE_SALE, known], report(source), NEXT)).toBe(known)
    }
  })

  test('is matched to a sale of a former store if their times are close, so that it is not recorded twice', () => {
    for (const known of API_SALES) {
      expect(chooseSale([known], report('csv', 1), NEXT)).toBe(known)
      expect(chooseSale([known], report('csv', 20), NEXT)).toBeNull()
      expect(chooseSale([sale('api', NEXT, 40), known], report('csv', 1), NEXT)).toBe(known)
    }
  })

  test('is matched to the sale with its ID if Shopify reported it', () => {
    for (const days of [0, 40, undefined])
      for (const known of [sale('shopify', FORMER), sale('shopify', NO_STORE), sale('shopify', NEXT)])
        expect(chooseSale([known], report('api', days), NEXT)).toBe(known)
  })

  describe('without a time', () => {
    test('is matched to the only sale with its number if no store reported that, whatever store was connected', () => {
      for (const source of ['api', 'postback'] as const)
        for (const known of [sale('api', FORMER), sale('postback', FORMER), sale('csv', NO_STORE), sale('api', NEXT)])
          for (const storeId of [NEXT, FORMER, NO_STORE])
            expect(chooseSale([known], report(source), storeId)).toBe(known)
    })

    test('is matched to the only sale with its number, even if a former store reported it', () => {
      for (const known of [OLD_STORE_SALE, sale('woocommerce', NO_STORE)])
        for (const storeId of [NEXT, NO_STORE]) expect(chooseSale([known], report('api'), storeId)).toBe(known)
    })

    test('is matched to the sale of the connected store rather than to others', () => {
      const known = sale('api', NEXT)
      expect(chooseSale([...API_SALES, known], report('api'), NEXT)).toBe(known)
    })

    test('is refused if it could be one of several orders', () => {
      for (const [sales, storeId] of [
        [API_SALES, NEXT],
        [API_SALES, NO_STORE],
        [[OLD_STORE_SALE, sale('api', 'first')], NEXT],
        [[sale('woocommerce', NEXT), sale('api', FORMER)], NEXT],
      ] as const)
        expect(() => chooseSale(sales, report('api'), storeId)).toThrow('Several of your orders')
    })
  })
})

test('an order of the connected store is the known order only if that may have been reported before', () => {
  const order = storeOrder({ source: 'woocommerce' })
  for (const known of [
    sale('api', NO_STORE, 1),
    sale('postback', FORMER),
    sale('api', NEXT, 40),
    sale('csv', NO_STORE, 2),
  ])
    expect(isSameOrder(known, order, NEXT)).toBe(true)
  for (const known of [sale('api', NO_STORE, 20), sale('woocommerce', FORMER), sale('woocommerce', FORMER, 20)])
    expect(isSameOrder(known, order, NEXT)).toBe(false)
})
