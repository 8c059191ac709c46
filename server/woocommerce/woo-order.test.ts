import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { payload } from '#tests/woocommerce/payloads.ts'
import { StoreError } from '#server/stores/store-error.ts'
import { reckonAmounts } from '#server/sales/reckon-amounts.ts'
import { storeOrder } from '#server/sales/store-order.schema.ts'
import { wooMinorOf } from './woo-amount.ts'
import { storeOrderFromWoo } from './woo-order.ts'

const HASH = 'a'.repeat(64)
const READ_AT = new Date('2026-11-26T20:00:00Z')
const options = {
  hashEmail: (email: string) => (email === 'ada@example.com' ? HASH : 'b'.repeat(64)),
  refundsReadAt: READ_AT,
}
const real = (name: string) => payload(name) as Record<string, unknown>
const netOf = (order: unknown, refunds: unknown[] = []) => {
  const given = storeOrderFromWoo(order, refunds, options)
  return reckonAmounts(given?.lines ?? [], given?.refunds ?? [])
}

describe('an order', () => {
  test('has the net amounts of its lines, and no personal data', () => {
    const order = storeOrderFromWoo(real('order'), [], options)
    expect(storeOrder.parse(order)).toEqual(order)
    expect(order).toMatchObject({
      source: 'woocommerce',
      id: '59',
      name: '#59',
      currency: 'EUR',
      channel: 'other',
      customerHash: HASH,
      orderedAt: '2026-11-26T19:58:27.000Z',
      paidAt: '2026-11-26T19:58:27.000Z',
      updatedAt: '2026-11-26T19:58:28.000Z',
      cancelledAt: null,
      taxMinor: 844,
      shippingMinor: 490,
      lines: [
        {
          id: '1',
          productId: '12',
          sku: 'woo-vneck-tee-blue',
          quantity: 2,
          priceMinor: 1500,
          discountMinor: 0,
          includedTaxMinor: 479,
        },
        { id: '2', productId: '33', quantity: 1, priceMinor: 1800, discountMinor: 0, includedTaxMinor: 287 },
      ],
    })
    expect(JSON.stringify(order)).not.toMatch(/Ada|Example|Street|10115|\+49|ring twice|@/)
    expect(netOf(real('order')).commissionableMinor).toBe(2521n + 1513n)
  })

  test('takes the click ID from the landing page of the visit, or from our plugin', () => {
    const order = real('order-from-checkout')
    const clickId = 'wc_01JDQ8ZC2M3N4P5Q6R7S8T9V0W'
    const meta_data = (order.meta_data as Array<{ key: string; value: unknown }>).map((meta) =>
      meta.key === '_wc_order_attribution_session_entry'
        ? { ...meta, value: `https://store.example/product/tee/?utm_source=WTF&wtf_cid=${clickId}` }
        : meta,
    )
    const given = storeOrderFromWoo({ ...order, meta_data, coupon_lines: [{ code: 'wtf10' }] }, [], options)
    expect(given).toMatchObject({ channel: 'web', paidAt: null })
    expect(given?.signals.map(({ level, from, clickId: id, code }) => [level, from, id, code])).toEqual([
      ['C', 'landing page', clickId, null],
      ['U', 'utm', null, null],
      ['D', 'discount code', null, 'wtf10'],
    ])
    const plugin = { key: '_wtf_cid', value: clickId }
    expect(storeOrderFromWoo({ ...order, meta_data: [plugin] }, [], options)?.signals).toMatchObject([
      { level: 'A', clickId },
    ])
  })

  test.each([
    ['pending', null, null, null],
    ['failed', null, null, null],
    ['cancelled', null, null, null],
    ['cancelled', '2026-11-26T19:00:00', '2026-11-26T19:00:00.000Z', '2026-11-26T19:58:28.000Z'],
    ['completed', null, '2026-11-27T10:00:00.000Z', null],
  ])(
    'has its payment and cancellation times if it is %s and was paid at %s',
    (status, date_paid_gmt, paidAt, cancelledAt) => {
      const order = { ...real('order'), status, date_paid_gmt, date_completed_gmt: '2026-11-27T10:00:00' }
      expect(storeOrderFromWoo(order, [], options)).toMatchObject({ paidAt, cancelledAt })
    },
  )

  test('is ignored while it is a cart', () => {
    expect(storeOrderFromWoo({ ...real('order'), status: 'checkout-draft' }, [], options)).toBeNull()
  })

  test.each([
    ['an amount below zero', { total_tax: '-1.00' }],
    ['an invalid amount', { total_tax: 'NaN' }],
    ['an invalid time', { date_modified_gmt: 'yesterday' }],
    ['no lines', { line_items: null }],
  ])('is refused with %s', (_, wrong) => {
    expect(() => storeOrderFromWoo({ ...real('order'), ...wrong }, [], options)).toThrow(StoreError)
  })

  test('keeps the net amount of every line, with and without included tax, whatever its quantity', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 })
    const toText = (minor: number) => (minor / 100).toFixed(2)
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 13 }), subtotal: cents, off: cents, tax: cents }), {
          minLength: 1,
          maxLength: 6,
        }),
        (prices_include_tax, given) => {
          const line_items = given.map(({ quantity, subtotal, off, tax }, index) => ({
            id: index + 1,
            name: 'Tee',
            product_id: 1,
            quantity,
            sku: '',
            subtotal: toText(subtotal),
            subtotal_tax: toText(tax),
            total: toText(Math.max(0, subtotal - off)),
            total_tax: toText(tax),
          }))
          const order = storeOrderFromWoo({ ...real('order'), prices_include_tax, line_items }, [], options)
          expect(storeOrder.parse(order)).toEqual(order)
          const net = given.reduce((sum, { subtotal, off }) => sum + Math.max(0, subtotal - off), 0)
          expect(reckonAmounts(order?.lines ?? [], []).commissionableMinor).toBe(BigInt(net))
        },
      ),
    )
  })
})

describe('a refund', () => {
  test('returns the net amount of its line for one unit, without counting its tax twice', () => {
    const order = storeOrderFromWoo(real('order-after-refund'), [real('refund')], options)
    expect(order?.refunds).toEqual([
      {
        id: '60',
        refundedAt: '2026-11-26T19:58:29.000Z',
        lines: [{ lineId: '1', quantity: 1, amountMinor: 1261 }],
        otherMinor: 0,
        grossOtherMinor: 0,
      },
    ])
    expect(order?.refundsReadAt).toBe(READ_AT.toISOString())
  })

  test('has no lines if only an amount is refunded', () => {
    const [included] = storeOrderFromWoo(real('order'), [real('refund-amount-only')], options)?.refunds ?? []
    expect(included).toMatchObject({ id: '61', lines: [], otherMinor: 0, grossOtherMinor: 100 })
    const onTop = { ...real('order'), prices_include_tax: false }
    const [refund] = storeOrderFromWoo(onTop, [real('refund-amount-only')], options)?.refunds ?? []
    // 1.00 less 19% tax.
    expect(refund).toMatchObject({ otherMinor: 84, grossOtherMinor: 0 })
  })

  test('returns no product amount if it is for shipping alone', () => {
    const refund = {
      ...real('refund-amount-only'),
      amount: '4.90',
      shipping_lines: [{ total: '-4.12', total_tax: '-0.78' }],
    }
    expect(storeOrderFromWoo(real('order'), [refund], options)?.refunds).toMatchObject([
      { lines: [], grossOtherMinor: 0 },
    ])
  })
})

test.each([
  ['12.61', 'EUR', 1261],
  ['-12.61', 'EUR', -1261],
  ['12', 'EUR', 1200],
  ['12.605', 'EUR', 1261],
  ['12.6049', 'EUR', 1260],
  ['1000', 'JPY', 1000],
  ['1000.00', 'JPY', 1000],
  ['1.2345', 'KWD', 1235],
  ['-0.00', 'EUR', 0],
])('reads %s %s as %i minor units', (text, currency, minor) => {
  expect(wooMinorOf(text, currency)).toBe(minor)
})
