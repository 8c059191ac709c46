import { createHash } from 'node:crypto'
import { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'
import { StoreError, unreadable } from '#server/stores/store-error.ts'
import type { DeliveryHeaders, StoreMessage } from '#server/stores/store-platform.ts'

/** The webhook topics that we subscribe to. There is none for refunds, because a refund changes its order. */
export const TOPICS = [
  'order.created',
  'order.updated',
  // Sent when an order is moved to the trash.
  'order.deleted',
  'order.restored',
  'product.created',
  'product.updated',
  'product.deleted',
  'product.restored',
] as const

const id = z.number().int().positive().nullable().catch(null)
const time = z.string().max(40).nullable().catch(null)
/**
 * The only fields of a message that are kept. The order or product itself is read from the store, because messages do
 * not contain refund lines.
 */
const payload = z.object({ id, parent_id: z.number().int().min(0).nullable().catch(null), date_modified_gmt: time })

/**
 * Reads a message's headers. WooCommerce's delivery id is a hash of the webhook and the second, so several messages
 * have the same one. We distinguish messages by their resource and content, which contains the time of the change. A
 * message about a deletion has no such time. Since the object may be restored and deleted again, we use the second.
 */
export const parseDeliveryHeaders = (header: (name: string) => string, body: Uint8Array): DeliveryHeaders => ({
  signature: header('x-wc-webhook-signature'),
  shop: shopOf(header('x-wc-webhook-source')),
  topic: header('x-wc-webhook-topic'),
  webhookId: createHash('sha256')
    .update(header('x-wc-webhook-event') === 'deleted' ? `deleted ${header('x-wc-webhook-delivery-id')} ` : '')
    .update(`${header('x-wc-webhook-resource')}\n`)
    .update(body)
    .digest('hex'),
  triggeredAt: '',
})

const LONGEST_PING = 40

/**
 * Whether a request only checks the address: WooCommerce sends 'webhook_id=3' without a signature when a webhook is
 * created, and before its first message.
 */
export const isPing = (header: (name: string) => string): boolean =>
  header('x-wc-webhook-signature') === '' &&
  header('content-type').startsWith('application/x-www-form-urlencoded') &&
  Number(header('content-length') || LONGEST_PING + 1) <= LONGEST_PING

export const redactWooWebhook = (topic: string, body: unknown): object | null =>
  TOPICS.some((known) => known === topic) ? payload.parse(objectOf(body)) : null

export function messageOf(topic: string, given: unknown): StoreMessage {
  const { id: number, parent_id: parentId } = payload.parse(objectOf(given))
  if (!TOPICS.some((known) => known === topic))
    throw new AppError('bad_input', `We do not handle the topic '${topic}'.`)
  if (number === null) throw unreadable('an ID')
  if (topic.startsWith('order.')) {
    const error = new StoreError('not_found', `The store has no order ${number} any more.`)
    return { kind: 'order to read', orderId: String(number), error }
  }
  // A variation comes as a product with a parent. A deleted product is also read, because it may have been restored.
  return { kind: 'product', productId: String(parentId || number) }
}

const objectOf = (body: unknown): object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}

/**
 * Returns a store's name: 'https://Brand.example/shop/' -> 'brand.example/shop'. A store behind a proxy may report an
 * http address.
 */
export const shopOf = (address: string): string =>
  URL.canParse(address)
    ? address
        .toLowerCase()
        .replace(/^https?:\/\//, '')
        .replace(/\/+$/, '')
    : ''
