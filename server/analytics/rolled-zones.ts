import type { Prisma } from '#prisma/generated/client.ts'

/** The zone of the days and months of a partner that has no row of its own: that of new partners. */
export const UNTIL_SET = 'UTC'

/** The zones whose days and months partners are rolled up in, where it is another one than `UNTIL_SET` or was. */
export async function readRolledZones(
  tx: Prisma.TransactionClient,
  among: ReadonlySet<string> | null = null,
): Promise<Map<string, string>> {
  const zones = await tx.rolledZone.findMany({ ...(among && { where: { partnerId: { in: [...among] } } }) })
  return new Map(zones.map(({ partnerId, timeZone }) => [partnerId, timeZone]))
}
