import net from 'node:net'
import type { Partner } from '#prisma/generated/client.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { isFetched } from '#server/platform/fetch-public.ts'
import { newId } from '#server/platform/ids.ts'
import { isOwnHost } from '#server/platform/own-host.ts'
import { isPublicAddress } from '#server/platform/public-address.ts'
import type { EventType } from './event-types.schema.ts'
import {
  MAX_WEBHOOKS,
  OVERLAP_HOURS,
  PORTS,
  type CreateWebhookInput,
  type SetWebhookStateInput,
  type WebhookInput,
} from './outgoing-webhooks.schema.ts'
import { wakeSender } from './record-event.ts'
import { newSecret, openWebhookSecrets, sealWebhookSecrets } from './webhook-secret.ts'

type Ask = Pick<PartnerAsk, 'db' | 'viewer' | 'visit' | 'partner'>
type Tx = Parameters<Parameters<Ask['db']['$transaction']>[0]>[0]

const NOT_FOUND = 'Webhook not found.'
const SHOWN = {
  id: true,
  url: true,
  eventTypes: true,
  state: true,
  offReason: true,
  createdAt: true,
  previousUntil: true,
  createdBy: { select: { email: true } },
  partner: { select: { ownerId: true } },
} as const

/**
 * Returns a webhook as the viewer may see it. Only the store's owner gets the URL's query, which can contain a secret.
 */
function shownTo<Found extends { url: string; partner: { ownerId: string | null } }>(
  { userId }: Ask['viewer'],
  { partner, ...webhook }: Found,
) {
  const { origin, pathname } = new URL(webhook.url)
  return { ...webhook, url: partner.ownerId === userId ? webhook.url : `${origin}${pathname}` }
}

/** Lists the partner's webhooks, the oldest first, each with its last attempt (UTC) and its number of waiting deliveries. */
export async function listWebhooks({ db, viewer, partner }: Pick<Ask, 'db' | 'viewer' | 'partner'>) {
  const webhooks = await db.outgoingWebhook.findMany({
    where: { partnerId: partner.id },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: SHOWN,
  })
  const ids = webhooks.map(({ id }) => id)
  const counted = await db.outgoingDelivery.groupBy({
    by: ['webhookId'],
    where: { webhookId: { in: ids }, state: 'waiting' },
    _count: true,
  })
  const last = await db.outgoingDelivery.groupBy({
    by: ['webhookId'],
    where: { webhookId: { in: ids } },
    _max: { attemptedAt: true },
  })
  return webhooks.map((webhook) => ({
    ...shownTo(viewer, webhook),
    waiting: counted.find(({ webhookId }) => webhookId === webhook.id)?._count ?? 0,
    lastAttemptAt: last.find(({ webhookId }) => webhookId === webhook.id)?._max.attemptedAt ?? null,
  }))
}

/** Returns one of the partner's webhooks. @throws AppError not_found */
export async function getWebhook(
  { db, viewer, partner }: Pick<Ask, 'db' | 'viewer' | 'partner'>,
  { webhookId }: WebhookInput,
) {
  const found = await db.outgoingWebhook.findFirst({ where: { id: webhookId, partnerId: partner.id }, select: SHOWN })
  if (!found) throw new AppError('not_found', NOT_FOUND)
  return shownTo(viewer, found)
}

/**
 * Creates a webhook. `secret` is shown once; it is kept sealed.
 * @throws AppError bad_input for an address that we do not call; too_many; forbidden unless the partner is approved and
 *   the viewer still owns the store
 */
export async function createWebhook({ db, viewer, visit, partner }: Ask, { url, eventTypes }: CreateWebhookInput) {
  assertMayBeCalled(url, visit.siteUrl)
  const id = newId()
  const secret = newSecret()
  await db.$transaction(async (tx) => {
    await assertApprovedOwner(tx, partner.id, viewer.userId)
    if ((await tx.outgoingWebhook.count({ where: { partnerId: partner.id } })) >= MAX_WEBHOOKS)
      throw new AppError('too_many', `A store can have up to ${MAX_WEBHOOKS} webhooks. Delete one to create another.`)
    const ours = { id, partnerId: partner.id, url, eventTypes: [...new Set<EventType>(eventTypes)] }
    await tx.outgoingWebhook.create({
      data: { ...ours, createdById: viewer.userId, ...sealWebhookSecrets(id, [secret]) },
      select: { id: true },
    })
    await audit(tx, { db, viewer, visit, partner }, 'webhook_created', {
      webhookId: id,
      host: new URL(url).host,
      eventTypes,
    })
  })
  return { webhookId: id, url, secret }
}

/**
 * Pauses a webhook, or turns it on again, which restarts waiting deliveries from the first attempt. Turning on an
 * active webhook changes nothing, so that its failing deliveries still end after three days.
 * @throws AppError not_found; forbidden as in `createWebhook`
 */
export async function setWebhookState(
  { db, viewer, visit, partner }: Ask,
  { webhookId, state }: SetWebhookStateInput,
  now = new Date(),
): Promise<void> {
  await db.$transaction(async (tx) => {
    if (state === 'active') await assertApprovedOwner(tx, partner.id, viewer.userId)
    const where = { id: webhookId, partnerId: partner.id }
    const { count } = await tx.outgoingWebhook.updateMany({
      where: { ...where, state: state === 'active' ? { not: 'active' } : 'active' },
      data: { state, offReason: '' },
    })
    if (!count) {
      const isActive = state === 'active' && (await tx.outgoingWebhook.count({ where: where })) > 0
      if (isActive) return
      throw new AppError('not_found', NOT_FOUND)
    }
    if (state === 'active') {
      await forgetReportedDay(tx, webhookId, now)
      // Deliveries without an attempt are due already.
      const tried = { webhookId, state: 'waiting', attempts: { gt: 0 } } as const
      await tx.outgoingDelivery.updateMany({ where: tried, data: { attempts: 0, nextAt: now } })
      await wakeSender(tx, webhookId)
    }
    const action = state === 'active' ? 'webhook_turned_on' : 'webhook_paused'
    await audit(tx, { db, viewer, visit, partner }, action, { webhookId })
  })
}

/** Resets the reported day, so that clicks are reported from yesterday on, and yesterday's not twice. */
const forgetReportedDay = (tx: Tx, webhookId: string, now: Date) => tx.$executeRaw`
  UPDATE outgoing_webhooks w SET clicks_up_to = NULL FROM partners p
  WHERE w.id = ${webhookId}::uuid AND p.id = w.partner_id
    AND w.clicks_up_to < (${now}::timestamptz AT TIME ZONE p.time_zone)::date - 1`

/** Deletes a webhook with its deliveries. @throws AppError not_found */
export async function deleteWebhook({ db, viewer, visit, partner }: Ask, { webhookId }: WebhookInput): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.outgoingWebhook.deleteMany({ where: { id: webhookId, partnerId: partner.id } })
    if (!count) throw new AppError('not_found', NOT_FOUND)
    await audit(tx, { db, viewer, visit, partner }, 'webhook_deleted', { webhookId })
  })
}

/**
 * Gives a webhook a new secret, which is shown once. For a day each delivery is also signed with the previous secret.
 * @throws AppError not_found; forbidden as in `createWebhook`
 */
export async function rotateWebhookSecret({ db, viewer, visit, partner }: Ask, { webhookId }: WebhookInput) {
  const secret = newSecret()
  const previousUntil = new Date(Date.now() + OVERLAP_HOURS * 3_600_000)
  const url = await db.$transaction(async (tx) => {
    await assertApprovedOwner(tx, partner.id, viewer.userId)
    const where = { id: webhookId, partnerId: partner.id }
    const found = await tx.outgoingWebhook.findFirst({ where })
    if (!found) throw new AppError('not_found', NOT_FOUND)
    const secrets = [secret, ...openWebhookSecrets(found).slice(0, 1)]
    await tx.outgoingWebhook.updateMany({ where, data: { ...sealWebhookSecrets(webhookId, secrets), previousUntil } })
    await audit(tx, { db, viewer, visit, partner }, 'webhook_secret_rotated', { webhookId })
    return found.url
  })
  return { webhookId, url, secret, previousUntil }
}

const audit = (tx: Tx, { db, visit, viewer, partner }: Ask, action: string, data: Record<string, string | string[]>) =>
  writeAudit(db, visit, { actorId: viewer.userId, action, subjectId: partner.id, data }, tx)

/**
 * Locks the partner, so that two requests count one after the other, and a hand-over happens either before or after
 * this. Orders and imports that refer to the partner do not wait.
 */
async function assertApprovedOwner(tx: Tx, partnerId: string, userId: string): Promise<void> {
  const [locked] = await tx.$queryRaw<Array<{ status: Partner['verificationStatus']; ownerId: string | null }>>`
    SELECT verification_status::text AS status, owner_id AS "ownerId" FROM partners WHERE id = ${partnerId}::uuid FOR NO KEY UPDATE`
  if (locked?.status !== 'approved')
    throw new AppError('forbidden', 'You can use webhooks once we have approved your store.')
  if (locked.ownerId !== userId) throw new AppError('forbidden', 'Only the store’s owner can do this.')
}

/**
 * Refuses an address that we do not call. The sender checks each connection again, because a name may lead elsewhere by
 * then.
 */
function assertMayBeCalled(url: string, siteUrl: string): void {
  const parsed = new URL(url)
  const refuse = (message: string) => new AppError('bad_input', message, { field: 'url' })
  if (!isFetched(parsed)) throw refuse('Please enter a URL that starts with https://')
  if (parsed.username || parsed.password) throw refuse('Please enter a URL without a user name or password.')
  if (isOwnHost(url, siteUrl)) throw refuse('Please enter a URL of your own system, not of this site.')
  if (parsed.protocol === 'https:' && !PORTS.includes(Number(parsed.port || 443)))
    throw refuse(`Please enter a URL with port ${PORTS.join(' or ')}.`)
  const host = parsed.hostname.replace(/^\[|\]$/g, '')
  if (parsed.protocol === 'https:' && (host === 'localhost' || (net.isIP(host) && !isPublicAddress(host))))
    throw refuse('Please enter a URL that can be reached from the internet.')
}
