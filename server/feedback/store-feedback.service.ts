import type { FeedbackPriority } from '#prisma/generated/enums.ts'
import { countAttempt } from '#server/auth/attempt-limits.ts'
import { feedbackReceived } from '#server/mail/store-mails.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { recordEvent } from '#server/outgoing-webhooks/record-event.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { OPEN_WHERE } from '#server/platform/listed.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { shortName } from '#server/platform/short-name.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { belongsToStore } from './may-review.ts'
import type { FeedbackCategory } from './store-feedback-values.schema.ts'
import type { SendFeedbackInput } from './store-feedback.schema.ts'
import { tellStore } from './tell-store.ts'

const SHOWN = 20

const ABOUT: Record<FeedbackCategory, string> = {
  service: 'service',
  shipping: 'shipping',
  quality: 'quality',
  communication: 'communication',
  overall: 'the store as a whole',
}

/** Returns the priority of a message by its stars: one is urgent, two are high, three are medium. */
function priorityOf(rating: number): FeedbackPriority {
  if (rating <= 1) return 'urgent'
  if (rating === 2) return 'high'
  return rating === 3 ? 'medium' : 'low'
}

/**
 * Sends the viewer's message to an open store, and emails the people of the store who want such emails. A viewer can
 * send five a day.
 * @returns the store's name
 * @throws AppError not_found; forbidden for the store's own people and for an unverified address; conflict for the same
 * words twice within a day; too_many
 */
export async function sendFeedback(
  { db, visit, viewer }: Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>,
  { partnerId, ...written }: SendFeedbackInput,
): Promise<{ businessName: string }> {
  const { userId, email, fullName } = viewer
  const { businessName } = await openStore(db, partnerId)
  if (await belongsToStore(db, viewer, partnerId))
    throw new AppError('forbidden', 'You are on this store’s team, so you cannot send it a message.')
  // The store's answer is emailed, and nobody may use us to email a stranger.
  if (!viewer.isEmailVerified) throw new AppError('forbidden', 'Please confirm your email address first.')
  await countAttempt('storeFeedback', visit, userId)
  const priority = priorityOf(written.rating)
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.storeFeedback}::int, hashtext(${userId}::uuid::text))`
    const since = new Date(Date.now() - DAY_MS)
    const same = { userId, partnerId, comment: written.comment, createdAt: { gte: since } }
    if (await tx.partnerFeedback.count({ where: same }))
      throw new AppError('conflict', 'We have already received this message. You can see it below.')
    const { id, createdAt } = await tx.partnerFeedback.create({
      data: {
        ...written,
        orderId: written.orderId || null,
        partnerId,
        userId,
        priority,
        customerName: fullName,
        customerEmail: email,
      },
      select: { id: true, createdAt: true },
    })
    const { rating, category } = written
    const received = { id, kind: 'message', rating, category, productId: null } as const
    await recordEvent(
      tx,
      partnerId,
      'feedback.received',
      () => ({ ...received, receivedAt: createdAt.toISOString() }),
      createdAt,
    )
    await tellStore(db, tx, partnerId, `New message for ${businessName}`, (recipient) =>
      feedbackReceived({
        siteUrl: visit.siteUrl,
        ...recipient,
        businessName,
        writer: shortName(fullName),
        rating: written.rating,
        title: written.title,
        comment: written.comment,
        about: ABOUT[written.category],
        isUrgent: priority === 'urgent',
      }),
    )
  })
  return { businessName }
}

/**
 * Lists the viewer's last 20 messages to an open store with their answers, newest first, and the reason why the viewer
 * may not write another one.
 * @throws AppError not_found
 */
export async function listOwnFeedback(
  { db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>,
  { partnerId }: { partnerId: string },
) {
  await openStore(db, partnerId)
  const sent = await db.partnerFeedback.findMany({
    where: { partnerId, userId: viewer.userId },
    select: {
      id: true,
      category: true,
      rating: true,
      title: true,
      comment: true,
      orderId: true,
      status: true,
      response: true,
      responseDate: true,
      createdAt: true,
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: SHOWN,
  })
  const isOwn = await belongsToStore(db, viewer, partnerId)
  const obstacle = isOwn ? 'own store' : viewer.isEmailVerified ? null : 'unproven address'
  return { sent, obstacle, name: shortName(viewer.fullName) } as const
}

async function openStore(db: Db, partnerId: string): Promise<{ businessName: string }> {
  const partner = isId(partnerId)
    ? await db.partner.findFirst({ where: { id: partnerId, ...OPEN_WHERE }, select: { businessName: true } })
    : null
  if (!partner) throw new AppError('not_found', 'Brand not found')
  return partner
}
