import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { TEST_TYPE } from './event-types.schema.ts'
import {
  SHOWN_DELIVERIES,
  TESTS_A_MINUTE,
  type DeliveriesQuery,
  type DeliveryInput,
  type WebhookInput,
} from './outgoing-webhooks.schema.ts'
import { addDelivery, wakeSender } from './record-event.ts'
import { getWebhook } from './webhooks.service.ts'

type Ask = Pick<PartnerAsk, 'db' | 'viewer' | 'visit' | 'partner'>

const OFF = 'This webhook is not active. Turn it on first.'

/** A webhook with its deliveries, the latest first, 25 a page. @throws AppError not_found */
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
      ...{ id: true, eventType: true, body: true, state: true, attempts: true, createdAt: true, attemptedAt: true },
      ...{ nextAt: true, responseStatus: true, response: true, error: true },
    },
  })
  return { webhook, deliveries, total, page: shown, totalPages }
}

/**
 * Sends a finished delivery again, with the same id and body.
 * @throws AppError not_found; conflict if it is waiting already or the webhook is not active
 */
export async function replayDelivery(
  { db, viewer, visit, partner }: Ask,
  { deliveryId }: DeliveryInput,
): Promise<{ webhookId: string }> {
  return db.$transaction(async (tx) => {
    const own = { id: deliveryId, webhook: { partnerId: partner.id } }
    const found = await tx.outgoingDelivery.findFirst({
      where: own,
      select: { webhookId: true, webhook: { select: { state: true } } },
    })
    if (!found) throw new AppError('not_found', 'Delivery not found.')
    if (found.webhook.state !== 'active') throw new AppError('conflict', OFF)
    const { webhookId } = found
    const { count } = await tx.outgoingDelivery.updateMany({
      where: { ...own, state: { not: 'waiting' } },
      data: { state: 'waiting', attempts: 0, nextAt: new Date() },
    })
    if (!count) throw new AppError('conflict', 'This delivery is already waiting to be sent.')
    await wakeSender(tx, webhookId)
    const data = { webhookId, deliveryId }
    await writeAudit(
      db,
      visit,
      { actorId: viewer.userId, action: 'webhook_delivery_replayed', subjectId: partner.id, data },
      tx,
    )
    return { webhookId }
  })
}

/** Sends a test event to a webhook, whatever it subscribes to. @throws AppError not_found; conflict if it is not active; too_many */
export async function sendTestEvent(
  { db, viewer, partner }: Pick<Ask, 'db' | 'viewer' | 'partner'>,
  { webhookId }: WebhookInput,
  now = new Date(),
): Promise<{ deliveryId: string }> {
  const { state } = await getWebhook({ db, viewer, partner }, { webhookId })
  if (state !== 'active') throw new AppError('conflict', OFF)
  const since = new Date(now.getTime() - 60_000)
  const recent = { webhookId, eventType: TEST_TYPE, createdAt: { gt: since } }
  if ((await db.outgoingDelivery.count({ where: recent })) >= TESTS_A_MINUTE)
    throw new AppError('too_many', `You can send ${TESTS_A_MINUTE} test events a minute. Please wait a moment.`)
  const deliveryId = await db.$transaction((tx) => addDelivery(tx, webhookId, TEST_TYPE, { webhookId }, now))
  return { deliveryId }
}
