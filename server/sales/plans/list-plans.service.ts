import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PlanInput } from './plans.schema.ts'

const MOST_PARTNERS = 100

/** All versions of all plans, the newest first, with how many partners are on each: whose newest agreement it is. */
export async function listPlans(db: Db) {
  const plans = await db.commissionPlan.findMany({
    orderBy: [{ isActive: 'desc' }, { name: 'asc' }, { version: 'desc' }],
    include: { tiers: { orderBy: { fromValue: 'asc' } } },
  })
  const counted = await db.$queryRaw<Array<{ planId: string; partners: number }>>`
    SELECT plan_id AS "planId", count(*)::int AS partners FROM (
      SELECT DISTINCT ON (partner_id) partner_id, plan_id FROM partner_agreements
      WHERE accepted_at <= now() ORDER BY partner_id, accepted_at DESC, id DESC
    ) newest GROUP BY plan_id`
  return plans.map((plan) => ({ ...plan, partners: counted.find(({ planId }) => planId === plan.id)?.partners ?? 0 }))
}

/** One version, and who is on it, 100 at most. @throws AppError not_found */
export async function readPlanVersion(db: Db, { planId }: PlanInput) {
  const plans = await listPlans(db)
  const plan = plans.find(({ id }) => id === planId)
  if (!plan) throw new AppError('not_found', 'There is no such plan.')
  const members = await db.$queryRaw<Array<{ id: string; businessName: string; since: Date }>>`
    SELECT p.id, p.business_name AS "businessName", newest.accepted_at AS since FROM (
      SELECT DISTINCT ON (partner_id) partner_id, plan_id, accepted_at FROM partner_agreements
      WHERE accepted_at <= now() ORDER BY partner_id, accepted_at DESC, id DESC
    ) newest JOIN partners p ON p.id = newest.partner_id
    WHERE newest.plan_id = ${planId}::uuid ORDER BY p.business_name, p.id LIMIT ${MOST_PARTNERS}`
  const active = plans.find(({ isActive }) => isActive)
  return { plan, members, active: active ? { id: active.id, name: active.name, version: active.version } : null }
}
