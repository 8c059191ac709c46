import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { LIMITS_OF_STATUS, type Quota, type QuotaUse } from './quotas-values.schema.ts'

const SHOWN_DAYS = 7

/** Records which quotas had no room for a product from an import, a feed or a store, for `listReachedQuotas`. */
export async function noteRefusals(
  tx: Prisma.TransactionClient,
  partnerId: string,
  refused: ReadonlyMap<Quota, string>,
): Promise<void> {
  for (const [quota, refusedName] of refused) {
    const seen = { refusedAt: new Date(), refusedName }
    await tx.partnerUsage.upsert({
      where: { partnerId_quota: { partnerId, quota } },
      create: { partnerId, quota, ...seen },
      update: seen,
    })
  }
}

/** A quota that blocks products or files. */
export type ReachedQuota = QuotaUse & {
  /** A product that was left out recently, since the limit was last raised; null if none was. */
  refusedName: string | null
}

/**
 * Lists the quotas that are used up, and those that left products out in the last seven days. Cheap enough for every page
 * of the dashboard, because labels are included only after they left a product out.
 */
export async function listReachedQuotas(db: Db, partnerId: string): Promise<ReachedQuota[]> {
  const { verificationStatus, statusChangedAt, limits, usage } = await db.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { verificationStatus: true, statusChangedAt: true, limits: true, usage: { orderBy: { quota: 'asc' } } },
  })
  const since = Date.now() - SHOWN_DAYS * 86_400_000
  return usage.flatMap(({ quota, used, refusedAt, refusedName }) => {
    const set = limits.find((one) => one.quota === quota)
    const limit = Number(set?.value ?? LIMITS_OF_STATUS[verificationStatus][quota])
    const raisedAt = Math.max(since, set?.setAt.getTime() ?? 0, statusChangedAt?.getTime() ?? 0)
    const isRefused = refusedAt !== null && refusedAt.getTime() > raisedAt
    if (!isRefused && (quota === 'labels' || Number(used) < limit)) return []
    return [{ quota, used: Number(used), limit, refusedName: isRefused ? refusedName : null }]
  })
}
