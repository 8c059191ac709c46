import type { Prisma } from '#prisma/generated/client.ts'
import { findBuyer } from '../billing/billing-profile.service.ts'

/** The buyer on an invoice, including the fields of its billing profile if there is one. */
export type BilledTo = { businessName: string; businessAddress: string; email: string } & Partial<
  NonNullable<Awaited<ReturnType<typeof findBuyer>>>
>

/**
 * Returns the buyer on an invoice (the billing profile, if there is one) and the recipient of its emails. That is the
 * owner, or the store's own address if it has no owner.
 */
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
  const buyer = await findBuyer(tx, partnerId)
  return {
    buyer,
    billedTo: { businessName, businessAddress, email, ...buyer },
    recipient: { businessName, email: owner?.email ?? email, name: owner?.profile?.fullName ?? '' },
  }
}
