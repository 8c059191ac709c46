import { createHmac, randomUUID } from 'node:crypto'

/** A message that a store has to deliver. */
export interface Delivery {
  subscriptionId: string
  uri: string
  topic: string
  /** The id of the message, which is the same in each attempt. */
  webhookId: string
  /** The id of the event, which is the same in all topics that report it. */
  eventId: string
  triggeredAt: Date
  body: string
  attempts: number
  /** The last response status; null for none. */
  status: number | null
  isDone: boolean
}

/** The first attempt and eight retries, which Shopify makes within four hours. */
export const MAX_TRIES = 9
const TIMEOUT_MS = 5_000

export const newDelivery = (
  given: Pick<Delivery, 'subscriptionId' | 'uri' | 'topic' | 'triggeredAt' | 'eventId'> & { payload: object },
): Delivery => {
  const { payload, ...others } = given
  return { ...others, webhookId: randomUUID(), body: JSON.stringify(payload), attempts: 0, status: null, isDone: false }
}

/** Sends the delivery once. */
export async function post(
  delivery: Delivery,
  { shop, apiSecret, apiVersion }: { shop: string; apiSecret: string; apiVersion: string },
): Promise<void> {
  delivery.attempts++
  delivery.status = null
  try {
    const response = await fetch(delivery.uri, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'x-shopify-topic': delivery.topic,
        'x-shopify-hmac-sha256': createHmac('sha256', apiSecret).update(delivery.body).digest('base64'),
        'x-shopify-shop-domain': shop,
        'x-shopify-api-version': apiVersion,
        'x-shopify-webhook-id': delivery.webhookId,
        'x-shopify-event-id': delivery.eventId,
        'x-shopify-triggered-at': delivery.triggeredAt.toISOString(),
        'user-agent': 'Shopify-Captain-Hook',
      },
      body: delivery.body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await response.arrayBuffer()
    delivery.status = response.status
  } catch {
    // No server, or a slow one. The delivery is retried like any other failed one.
  }
  delivery.isDone = delivery.status !== null && delivery.status >= 200 && delivery.status < 300
}
