import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'

/** Whether a buyer's email address, given as its stored hash, belongs to the partner's own people. */
export async function isOwnStaff(
  tx: Prisma.TransactionClient,
  partnerId: string,
  customerHash: string | null,
  hashOf: (email: string) => string,
): Promise<boolean> {
  if (customerHash === null) return false
  const isAdded = (await tx.partnerStaff.count({ where: { partnerId, customerHash } })) > 0
  return isAdded || (await knownAddresses(tx, partnerId)).some((email) => hashOf(email) === customerHash)
}

/** Returns the email addresses of a partner's account, its page and its team. @throws AppError not_found */
export async function knownAddresses(tx: Db | Prisma.TransactionClient, partnerId: string): Promise<string[]> {
  const partner = await tx.partner.findUnique({
    where: { id: partnerId },
    select: {
      email: true,
      contactEmail: true,
      owner: { select: { email: true } },
      members: { select: { user: { select: { email: true } } }, orderBy: { createdAt: 'asc' } },
    },
  })
  if (!partner) throw new AppError('not_found', 'Partner not found.')
  const members = partner.members.map(({ user }) => user.email)
  const addresses = [partner.owner?.email, partner.email, partner.contactEmail, ...members]
  return [...new Set(addresses.flatMap((email) => email || []))]
}
