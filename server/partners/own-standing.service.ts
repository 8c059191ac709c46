import type { SignedInAsk } from '#server/platform/ask.ts'
import { AppError } from '#server/platform/errors.ts'
import { readDisplay } from './settings/preferences.service.ts'
import { readActivePlan, readPlan } from './commission-plan.service.ts'

/**
 * The viewer's own partner as its dashboard shows it, in whatever state it is: a rejected or suspended one learns why.
 * `plan` is the one that it has accepted; of partners from before there were plans, the one that newcomers accept.
 * `display`: how the viewer likes its dashboard. Times are UTC.
 * @throws AppError forbidden to everybody who is no partner
 */
export async function readOwnPartner({ db, viewer }: Pick<SignedInAsk, 'db' | 'viewer'>) {
  if (viewer.role !== 'partner') throw new AppError('forbidden', 'Only partners can do this.')
  if (!viewer.partner) throw withoutRecord()
  // eslint-disable-next-line house/listed-products -- a partner counts its own, drafts too
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
      platform: true,
      verificationStatus: true,
      statusReason: true,
      statusChangedAt: true,
      isPaused: true,
      pausedFrom: true,
      pausedUntil: true,
      createdAt: true,
      agreements: {
        orderBy: [{ acceptedAt: 'desc' }, { id: 'desc' }],
        take: 1,
        select: { acceptedAt: true, termsVersion: true, planId: true, plan: { select: { name: true, version: true } } },
      },
      _count: { select: { products: { where: { deletedAt: null } } } },
    },
  })
  if (!partner) throw withoutRecord()
  const {
    agreements: [agreement],
    _count,
    contactEmail,
    ...rest
  } = partner
  return {
    ...rest,
    /** Where people write to. */
    email: contactEmail ?? rest.email,
    role: viewer.partner.role,
    products: _count.products,
    display: await readDisplay({ db, viewer }),
    agreement: agreement ?? null,
    plan: await (agreement ? readPlan(db, agreement.planId) : readActivePlan(db)),
  }
}

const withoutRecord = () => new AppError('forbidden', 'partners record not found')
