import type { OutgoingWebhookState } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { TEST_TYPE } from './event-types.schema.ts'
import {
  BY_HAND_A_MINUTE,
  SHOWN_DELIVERIES,
  type DeliveriesQuery,
  type DeliveryInput,
  type WebhookInput,
} from './outgoing-webhooks.schema.ts'
import { addDelivery, hasRoom, wakeSender } from './record-event.ts'
import { getWebhook } from './webhooks.service.ts'

type Ask = Pick<PartnerAsk, 'db' | 'viewer' | 'visit' | 'partner'>
type Tx = Parameters<Parameters<Ask['db']['$transaction']>[0]>[0]

const REPLAYED = 'webhook_delivery_replayed'
const OFF = 'This webhook is not active. Turn it on first.'
const FULL = 'Too many events are waiting to be delivered to this webhook.'

/** Returns a webhook with its deliveries, the latest first, 25 a page. @throws AppError not_found */
export async function listDeliveries(
  { db, viewer, partner }: Pick<Ask, 'db' | 'viewer' | 'partner'>,
  { webhookId, page }: DeliveriesQuery,
) {
  const webhook = await getWebhook({ db, viewer, partner }, { webhookId })
  const where = { webhookId }
  const total = await db.outgoingDelivery.count({ where })
  const totalPages = Math.max(1, Math.ceil(total / SHOWN_DELIVERIES))
  const shown = Math.min(page, totalPages)
  const deliveries = await db.outgoingDelivery.findMany({
    where,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    skip: (shown - 1) * SHOWN_DELIVERIES,
    take: SHOWN_DELIVERIES,
    select: {
      id: true,
      eventType: true,
      body: true,
      state: true,
      attempts: true,
      createdAt: true,
      attemptedAt: true,
      nextAt: true,
      responseStatus: true,
      response: true,
      error: true,
    },
  })
  return { webhook, deliveries, total, page: shown, totalPages }
}

/**
 * Sends a finished delivery again, with the same id and body.
 * @throws AppError not_found; conflict if it is waiting already or the webhook is not active; too_many
 */
export async function replayDelivery(
  { db, viewer, visit, partner }: Ask,
  { deliveryId }: DeliveryInput,
): Promise<{ webhookId: string }> {
  return db.$transaction(async (tx) => {
    const where = { id: deliveryId, webhook: { partnerId: partner.id } }
    const found = await tx.outgoingDelivery.findFirst({ where: where, select: { webhookId: true } })
    if (!found) throw new AppError('not_found', 'Delivery not found.')
    const { webhookId } = found
    await assertMaySend(tx, partner.id, webhookId, new Date())
    const { count } = await tx.outgoingDelivery.updateMany({
      where: { ...where, state: { not: 'waiting' } },
      data: { state: 'waiting', attempts: 0, nextAt: new Date() },
    })
    if (!count) throw new AppError('conflict', 'This delivery is already waiting to be sent.')
    await wakeSender(tx, webhookId)
    const data = { webhookId, deliveryId }
    await writeAudit(db, visit, { actorId: viewer.userId, action: REPLAYED, subjectId: partner.id, data }, tx)
    return { webhookId }
  })
}

/** Sends a test event to a webhook, whatever it subscribes to. @throws AppError not_found; conflict if it is not active; too_many */
export async function sendTestEvent(
  { db, partner }: Pick<Ask, 'db' | 'partner'>,
  { webhookId }: WebhookInput,
  now = new Date(),
): Promise<{ deliveryId: string }> {
  const deliveryId = await db.$transaction(async (tx) => {
    await assertMaySend(tx, partner.id, webhookId, now)
    return addDelivery(tx, webhookId, TEST_TYPE, { webhookId }, now)
  })
  return { deliveryId }
}

/** Locks the webhook until the transaction ends, so that two requests count one after the other. */
async function assertMaySend(tx: Tx, partnerId: string, webhookId: string, now: Date): Promise<void> {
  const [webhook] = await tx.$queryRaw<Array<{ state: OutgoingWebhookState }>>`
    SELECT state::text AS state FROM outgoing_webhooks WHERE id = ${webhookId}::uuid AND partner_id = ${partnerId}::uuid
    FOR NO KEY UPDATE`
  if (!webhook) throw new AppError('not_found', 'Webhook not found.')
  if (webhook.state !== 'active') throw new AppError('conflict', OFF)
  const since = new Date(now.getTime() - 60_000)
  const tests = await tx.outgoingDelivery.count({
    where: { webhookId, eventType: TEST_TYPE, createdAt: { gt: since } },
  })
  const replays = await tx.auditEntry.count({
    where: {
      subjectId: partnerId,
      action: REPLAYED,
      at: { gt: since },
      data: { path: ['webhookId'], equals: webhookId },
    },
  })
  if (tests + replays >= BY_HAND_A_MINUTE)
    throw new AppError(
      'too_many',
      `You can send ${BY_HAND_A_MINUTE} test and repeated events a minute. Please wait a moment.`,
    )
  if (!(await hasRoom(tx, webhookId))) throw new AppError('too_many', FULL)
}
