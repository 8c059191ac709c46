import type { Prisma } from '#prisma/generated/client.ts'

/** Fetches again the pictures that the partner's storage had no room for, by queueing its latest import's pictures. */
export async function resumePictures(tx: Prisma.TransactionClient, partnerId: string): Promise<void> {
  const latest = await tx.productImport.findFirst({
    where: {
      partnerId,
      applied: { gt: 0 },
      picturesAt: { not: null },
      status: { in: ['applied', 'cancelled', 'failed'] },
    },
    orderBy: { appliedAt: { sort: 'desc', nulls: 'last' } },
    select: { id: true },
  })
  if (latest) await tx.productImport.update({ where: { id: latest.id }, data: { picturesAt: null } })
}
