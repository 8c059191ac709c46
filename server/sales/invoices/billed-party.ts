import type { Prisma } from '#prisma/generated/client.ts'

/** The person an invoice names, who also gets its emails: the owner, or the store's own address without an owner. */
export async function billedParty(tx: Prisma.TransactionClient, partnerId: string) {
  const partner = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: {
      businessName: true,
      businessAddress: true,
      email: true,
      owner: { select: { email: true, profile: { select: { fullName: true } } } },
    },
  })
  const { businessName, businessAddress, email, owner } = partner
  return {
    billedTo: { businessName, businessAddress, email },
    recipient: { businessName, email: owner?.email ?? email, name: owner?.profile?.fullName ?? '' },
  }
}
