import type { Prisma } from '#prisma/generated/client.ts'

/** Whether a buyer's address (as it is kept, hashed) is one of the partner's own people. */
export async function isOwnStaff(
  tx: Prisma.TransactionClient,
  partnerId: string,
  customerHash: string | null,
  hashOf: (email: string) => string,
): Promise<boolean> {
  if (customerHash === null) return false
  const partner = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: {
      email: true,
      contactEmail: true,
      owner: { select: { email: true } },
      members: { select: { user: { select: { email: true } } } },
    },
  })
  const members = partner.members.map(({ user }) => user.email)
  const addresses = [partner.email, partner.contactEmail, partner.owner?.email, ...members]
  return addresses.some((email) => email && hashOf(email) === customerHash)
}
