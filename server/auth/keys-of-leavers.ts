import type { Prisma } from '#prisma/generated/client.ts'

/** How long a new owner has to confirm the store's keys. */
const CONFIRM_KEYS_DAYS = 7

/**
 * Revokes the store keys that a person is responsible for: those that they confirmed as the owner, and those that they
 * created and nobody else has confirmed. Call it in the transaction that removes them from the store. A key works
 * without a session, so it would outlive their access.
 * @param partnerId limits it to one store; null for all
 * @returns the number of revoked keys
 */
export async function revokeKeysOf(
  tx: Prisma.TransactionClient,
  userId: string,
  partnerId: string | null,
): Promise<number> {
  const { count } = await tx.storeKey.updateMany({
    where: {
      ...(partnerId !== null && { partnerId }),
      revokedAt: null,
      OR: [{ confirmedById: userId }, { confirmedById: null, createdById: userId }],
    },
    data: { revokedAt: new Date(), sealed: null, keyId: null },
  })
  return count
}

/**
 * Makes a store's keys stop working after seven days, unless the new owner confirms them. Switches its webhooks off
 * until the new owner turns them on, because they may send the store's sales to the former owner. Call it in the
 * transaction that changes the owner.
 * @returns the number of keys to confirm
 */
export async function askToConfirmKeys(tx: Prisma.TransactionClient, partnerId: string): Promise<number> {
  await tx.outgoingWebhook.updateMany({
    where: { partnerId, state: { not: 'off' } },
    data: { state: 'off', offReason: 'Your store has a new owner. Check the URL before you turn this webhook on.' },
  })
  const { count } = await tx.storeKey.updateMany({
    where: { partnerId, revokedAt: null, confirmBefore: null },
    data: { confirmBefore: new Date(Date.now() + CONFIRM_KEYS_DAYS * 86_400_000) },
  })
  return count
}
