import { agreeOn } from '#server/two-people/approvals.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import type { SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { ActivatePlanInput, Draft } from './plans.schema.ts'

type Ask = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>

/**
 * Creates the next version of a plan, or the first version of a new plan. No partner is on it yet: partners keep the
 * earlier version.
 * @throws AppError as `assertMayMoveMoney`
 */
export async function writePlan(
  { db, visit, viewer }: Ask,
  { tiers, ...draft }: Draft,
  now = new Date(),
): Promise<{ planId: string }> {
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE commission_plans IN SHARE ROW EXCLUSIVE MODE`
    await assertMayMoveMoney(tx, { action: 'plan_draft', by: viewer.userId, partnerId: null }, now)
    const last = await tx.commissionPlan.aggregate({ where: { name: draft.name }, _max: { version: true } })
    const version = (last._max.version ?? 0) + 1
    const id = newId()
    await tx.commissionPlan.create({ data: { id, ...draft, version, tiers: { create: tiers } }, select: { id: true } })
    const data = { ...draft, version, tiers }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'plan_written', subjectId: id, data }, tx)
    return { planId: id }
  })
}

/**
 * Makes a version the plan for new partners, once a second administrator requests the same. The former one is only
 * deactivated: activating it undoes this.
 * @returns whether it waits for a second administrator
 * @throws AppError not_found; as `agreeOn`; conflict if another version is active than at the time of the decision, or
 *   if new partners could not read this one
 */
export async function activatePlan(
  { db, visit, viewer }: Ask,
  { planId, from }: ActivatePlanInput,
  now = new Date(),
): Promise<{ isWaiting: boolean }> {
  return db.$transaction(async (tx) => {
    await tx.$executeRaw`LOCK TABLE commission_plans IN SHARE ROW EXCLUSIVE MODE`
    const plan = await tx.commissionPlan.findUnique({ where: { id: planId } })
    if (!plan) throw new AppError('not_found', 'Plan not found.')
    if (plan.basis !== 'sales_value')
      throw new AppError('conflict', 'New partners can only accept a plan based on sales value.')
    const active = await tx.commissionPlan.findFirst({ where: { isActive: true } })
    if ((active?.id ?? '') !== from)
      throw new AppError(
        'conflict',
        `The plan for new partners is now ${active ? `${active.name}, version ${active.version}` : 'not set'}. Nothing was changed.`,
      )
    if (active?.id === planId) throw new AppError('conflict', 'New partners already accept this version.')
    const summary = `New partners accept ${plan.name}, version ${plan.version}, instead of ${active ? `${active.name}, version ${active.version}` : 'no plan'}.`
    const step = {
      action: 'plan_activation',
      subjectId: planId,
      partnerIds: [],
      input: { planId, from },
      summary,
    } as const
    if (!(await agreeOn(tx, { db, visit, viewer }, step, now))) return { isWaiting: true }
    await tx.commissionPlan.updateMany({ where: { isActive: true }, data: { isActive: false } })
    await tx.commissionPlan.update({ where: { id: planId }, data: { isActive: true }, select: { id: true } })
    const data = { before: active?.id ?? null, after: planId, name: plan.name, version: plan.version }
    await writeAudit(db, visit, { actorId: viewer.userId, action: 'plan_activated', subjectId: planId, data }, tx)
    return { isWaiting: false }
  })
}
