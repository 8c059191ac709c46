import type { Prisma } from '#prisma/generated/client.ts'

const TRAFFIC = { name: 'traffic' }

/** Up to when views and clicks are rolled up: a quarter's beginning. Null: none are. */
export const readSettledTo = async (tx: Prisma.TransactionClient): Promise<Date | null> =>
  (await tx.rollupMark.findUnique({ where: TRAFFIC }))?.settledTo ?? null

export async function settleTo(tx: Prisma.TransactionClient, settledTo: Date): Promise<void> {
  await tx.rollupMark.upsert({ where: TRAFFIC, create: { ...TRAFFIC, settledTo }, update: { settledTo } })
}
