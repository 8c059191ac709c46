import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { recordedDelivery } from '#tests/woocommerce/payloads.ts'
import { isPing, messageOf, parseDeliveryHeaders, redactWooWebhook } from './deliveries.ts'

const read = (name: string) => {
  const { secret, headers, raw_body: body } = recordedDelivery(name)
  const header = (wanted: string) => headers[wanted] ?? ''
  const bytes = Buffer.from(body)
  return {
    secret,
    header,
    bytes,
    body: JSON.parse(body.startsWith('{') ? body : '{}') as object,
    given: parseDeliveryHeaders(header, bytes),
  }
}

describe.each(['webhook-order-created', 'webhook-order-updated-after-refund', 'webhook-product-updated-variation'])(
  '%s',
  (name) => {
    test('has a signature of its raw bytes', () => {
      const { secret, bytes, given } = read(name)
      expect(createHmac('sha256', secret).update(bytes).digest('base64')).toBe(given.signature)
      expect(given.shop).toBe('127.0.0.1:8088')
    })

    test('stores only which resource changed, and when', () => {
      const { body, given } = read(name)
      const kept = redactWooWebhook(given.topic, body) ?? {}
      expect(Object.keys(kept).sort()).toEqual(['date_modified_gmt', 'id', 'parent_id'])
    })
  },
)

test('a message about an order identifies the order, and one about a variation its product', () => {
  const order = read('webhook-order-updated-after-refund')
  expect(messageOf('order.updated', redactWooWebhook('order.updated', order.body))).toMatchObject({
    kind: 'order to read',
    orderId: '59',
  })
  const variation = read('webhook-product-updated-variation')
  expect(messageOf('product.updated', redactWooWebhook('product.updated', variation.body))).toEqual({
    kind: 'product',
    productId: '12',
  })
  // The product is read again, because it may have been restored since.
  expect(messageOf('product.deleted', { id: 12 })).toEqual({ kind: 'product', productId: '12' })
})

test('deleting, restoring and deleting a product again gives three different messages', () => {
  const idOf = (event: string, second: string, content: object) => {
    const headers: Record<string, string> = {
      'x-wc-webhook-resource': 'product',
      'x-wc-webhook-event': event,
      'x-wc-webhook-delivery-id': second,
    }
    return parseDeliveryHeaders((name) => headers[name] ?? '', Buffer.from(JSON.stringify(content))).webhookId
  }
  const deleted = idOf('deleted', 'a', { id: 12 })
  expect(idOf('deleted', 'b', { id: 12 })).not.toBe(deleted)
  expect(idOf('restored', 'c', { id: 12 })).not.toBe(deleted)
  expect(idOf('deleted', 'a', { id: 12 })).toBe(deleted)
})

test('messages with different content get different IDs, and repeated ones the same', () => {
  const { header, bytes, given } = read('webhook-order-created')
  const idOf = (body: Buffer) => parseDeliveryHeaders(header, body).webhookId
  expect(idOf(Buffer.from(bytes))).toBe(given.webhookId)
  const other = bytes.toString().replace('"id":64', '"id":65')
  expect(other).not.toBe(bytes.toString())
  expect(idOf(Buffer.from(other))).not.toBe(given.webhookId)
  // 'order.updated' with the same state contains nothing new.
  const updated = (name: string) => (name === 'x-wc-webhook-topic' ? 'order.updated' : header(name))
  expect(parseDeliveryHeaders(updated, bytes).webhookId).toBe(given.webhookId)
})

test('a ping is recognised by its missing signature', () => {
  const { header, bytes } = read('webhook-ping')
  expect(isPing(header)).toBe(true)
  expect(isPing((name) => (name === 'x-wc-webhook-signature' ? 'x' : header(name)))).toBe(false)
  expect(bytes.toString()).toBe('webhook_id=3')
})

test('a message with an unknown topic, or without an ID in its body, is refused', () => {
  expect(redactWooWebhook('coupon.created', {})).toBeNull()
  expect(() => messageOf('coupon.created', {})).toThrow("We do not handle the topic 'coupon.created'.")
  expect(() => messageOf('order.updated', redactWooWebhook('order.updated', []))).toThrow('an ID')
})
