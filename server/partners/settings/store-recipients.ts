import type { Prisma } from '#prisma/generated/client.ts'
import type { StoreMail } from './preferences.service.ts'
import { STORE_NOTICES } from './preferences-values.schema.ts'

/**
 * Lists the people of a store who want a kind of email: its owner and colleagues, with proven addresses and open
 * accounts.
 */
export async function recipientsOf(
  tx: Prisma.TransactionClient,
  partnerId: string,
  mail: Exclude<StoreMail, 'emailSales'>,
) {
  const people = await tx.user.findMany({
    where: {
      OR: [{ partners: { some: { id: partnerId } } }, { membership: { partnerId } }],
      emailVerifiedAt: { not: null },
      deletionRequestedAt: null,
    },
    select: {
      id: true,
      email: true,
      profile: { select: { fullName: true } },
      dashboard: { select: { emailReviews: true, emailInventory: true, emailWeeklyReport: true } },
    },
    orderBy: { id: 'asc' },
  })
  return people
    .filter(({ dashboard }) => dashboard?.[mail] ?? STORE_NOTICES[mail])
    .map(({ id, email, profile }) => ({ userId: id, email, name: profile?.fullName ?? '' }))
}
