import type { Prisma } from '#prisma/generated/client.ts'
import { newId } from '#server/platform/ids.ts'
import { EVENT_DATA, type EventData } from './event-data.schema.ts'
import type { EventType, TEST_TYPE } from './event-types.schema.ts'
import { MAX_PAYLOAD_BYTES, MAX_WAITING } from './outgoing-webhooks.schema.ts'

/** The channel for ids of webhooks that have something to deliver. */
export const DELIVERIES_CHANNEL = 'outgoing_deliveries'

/** Requires a transaction, because an event is recorded together with the change that it reports, or not at all. */
type Tx = Prisma.TransactionClient

/**
 * Records an event for each webhook of an approved partner that subscribes to it, and wakes the senders at commit.
 * Without such a webhook this costs one indexed query, and `read` is not called.
 * @param read returns the event's data
 */
export async function recordEvent<Type extends EventType>(
  tx: Tx,
  partnerId: string,
  type: Type,
  read: () => Promise<EventData<Type>> | EventData<Type>,
  now: Date,
): Promise<void> {
  const webhooks = await tx.outgoingWebhook.findMany({
    where: { partnerId, state: 'active', eventTypes: { has: type }, partner: { verificationStatus: 'approved' } },
    select: { id: true },
  })
  if (!webhooks.length) return
  const data = EVENT_DATA[type].parse(await read())
  for (const { id } of webhooks) if (await hasRoom(tx, id)) await addDelivery(tx, id, type, data, now)
}

/** Whether a webhook has room for another delivery. If not, it is about to be switched off (send-deliveries.ts). */
export const hasRoom = async (db: Pick<Tx, 'outgoingDelivery'>, webhookId: string): Promise<boolean> =>
  (await countWaitingDeliveries(db, webhookId)) < MAX_WAITING

/** Counts a webhook's waiting deliveries, up to the limit. */
export const countWaitingDeliveries = (db: Pick<Tx, 'outgoingDelivery'>, webhookId: string): Promise<number> =>
  db.outgoingDelivery.count({ where: { webhookId, state: 'waiting' }, take: MAX_WAITING })

/** Adds a delivery for one webhook, whatever it subscribes to. @returns its id, which is its `webhook-id` */
export async function addDelivery(
  tx: Tx,
  webhookId: string,
  type: EventType | typeof TEST_TYPE,
  data: object,
  now: Date,
): Promise<string> {
  const id = newId()
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  if (Buffer.byteLength(body) > MAX_PAYLOAD_BYTES) throw new Error(`A ${type} event is too large for a webhook.`)
  await tx.outgoingDelivery.create({
    data: { id, webhookId, eventType: type, body, nextAt: now, createdAt: now },
    select: { id: true },
  })
  await wakeSender(tx, webhookId)
  return id
}

/** Makes the webhook's sender look for waiting deliveries at commit. */
export const wakeSender = (tx: Tx, webhookId: string) =>
  tx.$executeRaw`SELECT pg_notify(${DELIVERIES_CHANNEL}, ${webhookId})`
