import type { Prisma } from '#prisma/generated/client.ts'

export const DISCONNECTED_BY_PARTNER = 'You have disconnected it.'

/** Ends a connection and wipes its secrets. What it has brought stays. @param reason people read it */
export async function revokeStore(tx: Prisma.TransactionClient, connectionId: string, reason: string): Promise<void> {
  await tx.shopifyConnection.update({
    where: { id: connectionId },
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
  await tx.shopifyWebhook.deleteMany({ where: { connectionId } })
  await tx.orderLook.updateMany({ where: { connectionId, nextAt: { not: null } }, data: { nextAt: null } })
}
