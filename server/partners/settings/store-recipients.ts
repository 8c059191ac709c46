import type { Prisma } from '#prisma/generated/client.ts'
import { writeNotice, type PushMessage } from '#server/push/write-notice.ts'
import { STORE_NOTICES, type StoreNotice } from './preferences-values.schema.ts'

/**
 * Returns the people of a store who want a kind of email or notification: its owner and its team, with verified
 * addresses and open accounts.
 */
export async function recipientsOf(tx: Prisma.TransactionClient, partnerId: string, notice: StoreNotice) {
  const people = await tx.user.findMany({
    where: {
      OR: [{ partners: { some: { id: partnerId } } }, { membership: { partnerId } }],
      emailVerifiedAt: { not: null },
      deletionRequestedAt: null,
    },
    select: { id: true, email: true, profile: { select: { fullName: true } }, dashboard: true },
    orderBy: { id: 'asc' },
  })
  return people
    .filter(({ dashboard }) => dashboard?.[notice] ?? STORE_NOTICES[notice])
    .map(({ id, email, profile }) => ({ userId: id, email, name: profile?.fullName ?? '' }))
}

const TOPICS = { pushReviews: 'store-reviews', pushInventory: 'store-inventory' } as const

/** Queues a push notification for the people of a store who want it, on their devices with notifications turned on. */
export async function notifyStore(
  tx: Prisma.TransactionClient,
  partnerId: string,
  notice: keyof typeof TOPICS,
  message: PushMessage,
): Promise<void> {
  const people = await recipientsOf(tx, partnerId, notice)
  await writeNotice(
    tx,
    people.map(({ userId }) => userId),
    TOPICS[notice],
    message,
    new Date(),
  )
}
