import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AcceptPlanInput } from './accept-plan.schema.ts'
import { getActivePlan } from './commission-plan.service.ts'
import { TERMS_VERSION } from './terms.values.ts'

/**
 * Accepts the current plan for new partners, and today's terms. Does nothing if they are already in force.
 * @throws AppError conflict if the plan or the terms have changed; unavailable if no plan is active
 */
export async function acceptPlan(
  { db, visit, viewer, partner }: Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>,
  { planId, termsVersion }: Pick<AcceptPlanInput, 'planId' | 'termsVersion'>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    // Serialises simultaneous submissions of the form.
    await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partner.id}::uuid FOR UPDATE`
    const inForce = await tx.partnerAgreement.findFirst({
      where: { partnerId: partner.id },
      orderBy: [{ acceptedAt: 'desc' }, { id: 'desc' }],
      select: { planId: true, termsVersion: true },
    })
    if (inForce?.planId === planId && inForce.termsVersion === termsVersion) return
    const { id: activeId } = await getActivePlan(tx)
    if (activeId !== planId || termsVersion !== TERMS_VERSION)
      throw new AppError('conflict', 'The plan or the terms have changed. Please reload this page and read them.')
    await tx.partnerAgreement.create({
      data: { partnerId: partner.id, planId, termsVersion, acceptedById: viewer.userId },
    })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'plan_accepted',
        subjectId: partner.id,
        data: { planId, termsVersion },
      },
      tx,
    )
  })
}
