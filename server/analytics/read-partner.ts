import type { Prisma } from '#prisma/generated/client.ts'

/** What the figures of a partner go by. */
export type Measured = Awaited<ReturnType<typeof readPartner>>

/** Its currency, its time zone, the plan that it has accepted last, and the currency of its ledger: that plan's, else its own. */
export async function readPartner(tx: Prisma.TransactionClient, partnerId: string) {
  const { agreements, ...partner } = await tx.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: {
      id: true,
      currency: true,
      timeZone: true,
      agreements: {
        orderBy: [{ acceptedAt: 'desc' }, { id: 'desc' }],
        take: 1,
        select: {
          plan: {
            select: {
              id: true,
              name: true,
              version: true,
              basis: true,
              currency: true,
              tiers: { orderBy: { fromValue: 'asc' } },
            },
          },
        },
      },
    },
  })
  const plan = agreements[0]?.plan ?? null
  return { ...partner, plan, ledgerCurrency: plan?.currency ?? partner.currency }
}
