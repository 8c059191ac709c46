import { z } from 'zod'
import { EVENT_TYPES, eventType } from './event-types.schema.ts'

export const MAX_WEBHOOKS = 5
/** Maximum test events and replays per webhook, together. */
export const BY_HAND_A_MINUTE = 30
/** We only connect to these ports, so that nobody can use us to scan a host. */
export const PORTS: readonly number[] = [443, 8443]
/**
 * Maximum unfinished deliveries of one webhook. With more, the webhook is switched off and records no events. Large
 * enough for a few files of 10,000 orders.
 */
export const MAX_WAITING = 100_000
/** Maximum finished deliveries of one webhook in the log. */
export const MAX_KEPT = 1_000
export const KEPT_DAYS = 30
/** Maximum size of a delivery's body. */
export const MAX_PAYLOAD_BYTES = 20_000
export const SHOWN_DELIVERIES = 25
/** How long we also sign with the previous secret after a rotation. */
export const OVERLAP_HOURS = 24
const MAX_URL = 500

export const createWebhookInput = z.object({
  url: z
    .url({ protocol: /^https?$/, error: 'Please enter a URL that starts with https://' })
    .max(MAX_URL, `Please enter at most ${MAX_URL} characters`),
  /** The event types of a form: one name, several, or none. */
  eventTypes: z.preprocess(
    (given) => (typeof given === 'string' ? [given] : (given ?? [])),
    z.array(eventType).min(1, 'Please choose at least one event').max(Object.keys(EVENT_TYPES).length),
  ),
})
export type CreateWebhookInput = z.output<typeof createWebhookInput>

export const webhookInput = z.object({ webhookId: z.uuid() })
export type WebhookInput = z.infer<typeof webhookInput>

export const setWebhookStateInput = webhookInput.extend({ state: z.enum(['active', 'paused']) })
export type SetWebhookStateInput = z.infer<typeof setWebhookStateInput>

export const deliveriesQuery = webhookInput.extend({ page: z.coerce.number().int().min(1).max(1_000).catch(1) })
export type DeliveriesQuery = z.infer<typeof deliveriesQuery>

export const deliveryInput = z.object({ deliveryId: z.uuid() })
export type DeliveryInput = z.infer<typeof deliveryInput>
