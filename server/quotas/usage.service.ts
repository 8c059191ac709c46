import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { getQuotas } from './get-quotas.ts'
import { QUOTAS } from './quotas-values.schema.ts'

/**
 * Returns how much of each quota a partner uses, for pages. `deleted` counts deleted products that can still be
 * restored. They use the quota until they are permanently deleted.
 * @throws AppError not_found
 */
export async function getUsage(db: Db, partnerId: string) {
  if (!isId(partnerId)) throw new AppError('not_found', 'Partner not found.')
  const [{ status, uses }, deleted] = await Promise.all([
    getQuotas(db, partnerId),
    // eslint-disable-next-line house/listed-products -- only deleted products
    db.product.count({ where: { partnerId, deletedAt: { not: null }, takenDownAt: null } }),
  ])
  return { status, uses: QUOTAS.map((quota) => uses[quota]), deleted }
}

/**
 * Returns a partner's usage, with who set each limit and why.
 * @throws AppError not_found
 */
export async function getLimits(db: Db, partnerId: string) {
  const usage = await getUsage(db, partnerId)
  const set = await db.partnerLimit.findMany({
    where: { partnerId },
    select: { quota: true, reason: true, setAt: true, setBy: { select: { email: true } } },
  })
  return { ...usage, set }
}
