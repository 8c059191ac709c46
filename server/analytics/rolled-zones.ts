import type { Prisma } from '#prisma/generated/client.ts'

/** The rollup zone of partners without a row, such as new ones. */
export const UNTIL_SET = 'UTC'

/** Returns the rollup zones of partners that have or had a zone other than `UNTIL_SET`. */
export async function findRolledZones(
  tx: Prisma.TransactionClient,
  among: ReadonlySet<string> | null = null,
): Promise<Map<string, string>> {
  const zones = await tx.rolledZone.findMany({ ...(among && { where: { partnerId: { in: [...among] } } }) })
  return new Map(zones.map(({ partnerId, timeZone }) => [partnerId, timeZone]))
}
