import type { SignedInAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { listReachedQuotas } from '#server/quotas/note-refusals.ts'
import { getDisplay } from './settings/preferences.service.ts'
import { getActivePlan, getPlan, withExchange, type CommissionPlan } from './commission-plan.service.ts'
import { agreementAhead, agreementInForce } from './plan-in-force.ts'
import { findOpenOffer } from './plan-offers.service.ts'

/**
 * Returns the viewer's partner for its dashboard, in any state: a rejected or suspended partner sees the reason. `plan`
 * is the plan in force or, for partners who joined before there were plans, the plan for new partners. `display`: the
 * viewer's display settings. Times are UTC.
 * @throws AppError forbidden to everyone but partners
 */
export async function getOwnPartner({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>) {
  if (viewer.role !== 'partner') throw new AppError('forbidden', 'Only partners can do this.')
  if (!viewer.partner) throw withoutRecord()
  // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
  const partner = await db.partner.findFirst({
    where: {
      id: viewer.partner.id,
      OR: [{ ownerId: viewer.userId }, { members: { some: { userId: viewer.userId } } }],
    },
    select: {
      id: true,
      businessName: true,
      contactPerson: true,
      email: true,
      contactEmail: true,
      websiteUrl: true,
      currency: true,
      country: true,
      timeZone: true,
      platform: true,
      verificationStatus: true,
      statusReason: true,
      statusChangedAt: true,
      isPaused: true,
      pausedFrom: true,
      pausedUntil: true,
      createdAt: true,
      _count: { select: { products: { where: { deletedAt: null } } } },
    },
  })
  if (!partner) throw withoutRecord()
  const { _count, contactEmail, ...rest } = partner
  const now = new Date()
  const agreement = await agreementInForce(db, partner.id, now)
  const next = await agreementAhead(db, partner.id, now)
  const plan = await (agreement ? getPlan(db, agreement.planId) : getActivePlan(db))
  const offer = await findOpenOffer(db, partner.id)
  const shown = (each: CommissionPlan) => withExchange(db, each, partner.currency)
  return {
    ...rest,
    email: contactEmail ?? rest.email,
    role: viewer.partner.role,
    products: _count.products,
    display: await getDisplay({ db, viewer }),
    agreement: agreement && { ...agreement, plan: { name: plan.name, version: plan.version } },
    plan: await shown(plan),
    /** Accepted, but starting in the future. */
    nextPlan: next && { holdsFrom: next.holdsFrom, plan: await shown(await getPlan(db, next.planId)) },
    reached: await listReachedQuotas(db, partner.id),
    /** An offer that waits for the owner's answer. */
    offer: offer && { ...offer, plan: await shown(offer.plan) },
  }
}

const withoutRecord = () => new AppError('forbidden', 'partners record not found')
