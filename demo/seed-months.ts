import type { Db } from '#server/platform/db.ts'
import { partitionMonth, PARTITIONED } from '#server/outbound/partitions.ts'

/** The demo's oldest clicks and views are a year old. */
const MONTHS_BACK = 14

/** Creates the partitions of past months first, so that no rows have to be moved from the default partition. */
export async function seedMonths(db: Db, now: Date): Promise<void> {
  for (const parent of PARTITIONED)
    for (let back = MONTHS_BACK; back > 0; back--)
      await db.$executeRaw`SELECT partitions.add(${parent}, ${partitionMonth(now, -back)}::date, ${partitionMonth(now, 1 - back)}::date)`
}
