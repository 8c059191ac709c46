import type { Prisma } from '#prisma/generated/client.ts'

const TRAFFIC = { name: 'traffic' }

/** Returns the end of the rollups of views and clicks, the start of a quarter hour; null if there are none. */
export const findSettledTo = async (tx: Prisma.TransactionClient): Promise<Date | null> =>
  (await tx.rollupMark.findUnique({ where: TRAFFIC }))?.settledTo ?? null

export async function settleTo(tx: Prisma.TransactionClient, settledTo: Date): Promise<void> {
  await tx.rollupMark.upsert({ where: TRAFFIC, create: { ...TRAFFIC, settledTo }, update: { settledTo } })
}
