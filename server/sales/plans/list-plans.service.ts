import { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { HOLDS_FROM } from '#server/partners/plan-in-force.ts'
import { AppError } from '#server/platform/errors.ts'
import type { PlanInput } from './plans.schema.ts'

const MAX_PARTNERS = 100

/** Each partner's current agreement, by the same rules as agreementInForce. */
const IN_FORCE = Prisma.sql`
  SELECT DISTINCT ON (a.partner_id) a.partner_id, a.plan_id, ${HOLDS_FROM} AS since FROM partner_agreements a
  WHERE ${HOLDS_FROM} <= now() ORDER BY a.partner_id, ${HOLDS_FROM} DESC, a.accepted_at DESC, a.id DESC`

/** Lists all versions of all plans, the newest first, with the number of partners on each. */
export async function listPlans(db: Db) {
  const plans = await db.commissionPlan.findMany({
    orderBy: [{ isActive: 'desc' }, { name: 'asc' }, { version: 'desc' }],
    include: { tiers: { orderBy: { fromValue: 'asc' } } },
  })
  const counted = await db.$queryRaw<Array<{ planId: string; partners: number }>>`
    SELECT plan_id AS "planId", count(*)::int AS partners FROM (${IN_FORCE}) held GROUP BY plan_id`
  return plans.map((plan) => ({ ...plan, partners: counted.find(({ planId }) => planId === plan.id)?.partners ?? 0 }))
}

/** Returns one version, and up to 100 partners on it. @throws AppError not_found */
export async function getPlanVersion(db: Db, { planId }: PlanInput) {
  const plans = await listPlans(db)
  const plan = plans.find(({ id }) => id === planId)
  if (!plan) throw new AppError('not_found', 'Plan not found.')
  const members = await db.$queryRaw<Array<{ id: string; businessName: string; since: Date }>>`
    SELECT p.id, p.business_name AS "businessName", held.since FROM (${IN_FORCE}) held JOIN partners p ON p.id = held.partner_id
    WHERE held.plan_id = ${planId}::uuid ORDER BY p.business_name, p.id LIMIT ${MAX_PARTNERS}`
  const active = plans.find(({ isActive }) => isActive)
  return { plan, members, active: active ? { id: active.id, name: active.name, version: active.version } : null }
}
