import type { Prisma } from '#prisma/generated/client.ts'

export const DISCONNECTED_BY_PARTNER = 'You disconnected it.'

/**
 * Ends a connection and wipes its secrets. Products and sales stay. Its hosts stay verified until another partner
 * proves them, for example by connecting the same store.
 * @param reason shown to people
 */
export async function revokeStore(tx: Prisma.TransactionClient, connectionId: string, reason: string): Promise<void> {
  const { partnerId } = await tx.shopifyConnection.update({
    where: { id: connectionId },
    select: { partnerId: true },
    data: {
      status: 'revoked',
      statusReason: reason,
      sealedToken: null,
      tokenExpiresAt: null,
      clientId: null,
      sealedSecret: null,
      sealedPreviousSecret: null,
      previousSecretUntil: null,
      disconnectedAt: new Date(),
    },
  })
  await tx.partnerDomain.updateMany({
    where: { partnerId, proof: 'store', lostAt: null },
    data: { lostAt: new Date() },
  })
  await tx.shopifyWebhook.deleteMany({ where: { connectionId } })
  await tx.orderLook.updateMany({ where: { connectionId, nextAt: { not: null } }, data: { nextAt: null } })
}
