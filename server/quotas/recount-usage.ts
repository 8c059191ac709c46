import type { Db } from '#server/platform/db.ts'
import { log } from '#server/platform/log.ts'

/**
 * Recounts the usage of every partner, one after the other. Triggers keep it exact; this corrects rows that were written
 * without them, such as a backup from before quotas existed. Runs nightly.
 * @returns how many counts were wrong
 */
export async function recountUsage(db: Db, signal?: AbortSignal): Promise<number> {
  const partners = await db.partner.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  let wrong = 0
  for (const { id } of partners) {
    if (signal?.aborted) break
    const [row] = await db.$queryRaw<Array<{ corrected: number }>>`
      SELECT recount_partner_usage(${id}::uuid) AS corrected`
    wrong += row?.corrected ?? 0
  }
  if (wrong) log.warn({ wrong }, 'corrected wrong quota counts')
  return wrong
}
