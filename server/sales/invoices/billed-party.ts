import type { Prisma } from '#prisma/generated/client.ts'

/** Whom an invoice names, and who gets the mails about it: the owner, or the store's own address while nobody owns it. */
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
