import { agreeOn } from '#server/two-people/approvals.ts'
import { assertMayMoveMoney } from '#server/two-people/money-policy.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { planOffered, planOfferAccepted, planOfferDeclined, planOfferWithdrawn } from '#server/mail/plan-mails.ts'
import type { Prisma } from '#prisma/generated/client.ts'
import type { PartnerAsk, SignedInAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/ids.ts'
import { getPlan } from './commission-plan.service.ts'
import { describeTiers } from './commission.schema.ts'
import { agreementInForce } from './plan-in-force.ts'
import type { AnswerOfferInput, OfferPlanInput, WithdrawOfferInput } from './plan-offers.schema.ts'
import { TERMS_VERSION } from './terms.values.ts'

type Act = Pick<SignedInAsk, 'db' | 'visit' | 'viewer'>
type Tx = Prisma.TransactionClient

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const OPEN = { acceptedAt: null, declinedAt: null, withdrawnAt: null }
/** How far ahead an offer may start. A newer version of the plan is likely by then. */
const MAX_MONTHS_AHEAD = 12

/** Returns the offer that waits for a partner's answer, with its terms, or null. Times are UTC. */
export async function findOpenOffer(db: Db, partnerId: string) {
  const offer = await db.planOffer.findFirst({
    where: { partnerId, ...OPEN },
    select: { id: true, fromAt: true, offeredAt: true, planId: true },
  })
  return offer && { ...offer, plan: await getPlan(db, offer.planId) }
}

/** Lists the offers to a partner, newest first, and the plans that can be offered. Times are UTC. */
export async function listPlanOffers(db: Db, partnerId: string, now = new Date()) {
  if (!isId(partnerId)) throw new AppError('not_found', 'Partner not found.')
  const [offers, plans, inForce] = await Promise.all([
    db.planOffer.findMany({
      where: { partnerId },
      orderBy: [{ offeredAt: 'desc' }, { id: 'desc' }],
      take: 20,
      select: {
        id: true,
        fromAt: true,
        offeredAt: true,
        acceptedAt: true,
        declinedAt: true,
        withdrawnAt: true,
        plan: { select: { name: true, version: true } },
        offeredBy: { select: { email: true } },
      },
    }),
    db.commissionPlan.findMany({
      where: { basis: 'sales_value' },
      orderBy: [{ name: 'asc' }, { version: 'desc' }],
      select: { id: true, name: true, version: true, isActive: true },
    }),
    agreementInForce(db, partnerId, now),
  ])
  return { offers, plans, planInForce: inForce?.planId ?? null, months: monthsAhead(now) }
}

/** Returns the months when a plan can begin: ['2026-12', '2027-01', ...]. */
const monthsAhead = (now: Date): string[] =>
  Array.from({ length: MAX_MONTHS_AHEAD }, (_, at) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 + at, 1)).toISOString().slice(0, 7),
  )

/**
 * Offers a version of a plan to one partner once a second administrator requests the same, and emails its owner. The
 * former plan applies until it is accepted.
 * @returns whether it waits for a second administrator
 * @throws AppError not_found; as `agreeOn`; conflict while another offer is open, for a partner that nobody manages,
 *   and for its current plan; bad_input at 'planId' or 'from'
 */
export async function offerPlan(
  { db, visit, viewer }: Act,
  { partnerId, planId, from }: OfferPlanInput,
  now = new Date(),
): Promise<{ isWaiting: boolean }> {
  const fromAt = from === 'now' ? now : new Date(`${from}-01T00:00:00Z`)
  if (from !== 'now' && !monthsAhead(now).includes(from))
    throw new AppError('bad_input', 'A plan can start now or within the next twelve months.', { field: 'from' })
  return db.$transaction(async (tx) => {
    const { businessName, owner, name } = await lockPartner(tx, partnerId)
    if (!owner) throw new AppError('conflict', `${businessName} has no owner who can accept a plan.`)
    const plan = await tx.commissionPlan.findFirst({ where: { id: planId, basis: 'sales_value' } })
    if (!plan) throw new AppError('bad_input', 'This plan no longer exists.', { field: 'planId' })
    if (await tx.planOffer.count({ where: { partnerId, ...OPEN } }))
      throw new AppError('conflict', `${businessName} already has an open offer. Withdraw it first.`)
    const before = await agreementInForce(tx, partnerId, fromAt)
    if (before?.planId === planId)
      throw new AppError('conflict', `${businessName} has already accepted ${plan.name}, version ${plan.version}.`)
    const starts = from === 'now' ? 'when it is accepted' : `in ${MONTH.format(fromAt)}`
    const summary = `Offer ${businessName} the plan ${await inWords(tx, planId)}, starting ${starts}.`
    const step = {
      action: 'plan_offer',
      subjectId: partnerId,
      partnerIds: [partnerId],
      input: { partnerId, planId, from },
      summary,
    } as const
    if (!(await agreeOn(tx, { db, visit, viewer }, step, now))) return { isWaiting: true }
    const offer = await tx.planOffer.create({ data: { partnerId, planId, fromAt, offeredById: viewer.userId } })
    const about = { siteUrl: visit.siteUrl, name, businessName, plan: await inWords(tx, planId), fromAt }
    await queueMail(tx, { to: owner, ...planOffered({ ...about, isNow: from === 'now' }) })
    const data = { offerId: offer.id, before: { planId: before?.planId ?? null }, after: { planId, fromAt } }
    await note(tx, { db, visit, viewer }, 'partner_plan_offered', partnerId, data)
    return { isWaiting: false }
  })
}

/**
 * Withdraws an open offer and notifies the partner.
 * @throws AppError as `assertMayMoveMoney`; conflict if it has been answered
 */
export async function withdrawOffer(
  { db, visit, viewer }: Act,
  { partnerId, offerId }: WithdrawOfferInput,
  now = new Date(),
): Promise<void> {
  await db.$transaction(async (tx) => {
    const { businessName, owner, name } = await lockPartner(tx, partnerId)
    await assertMayMoveMoney(tx, { action: 'offer_withdrawal', by: viewer.userId, partnerId }, now)
    const offer = await takeOpen(tx, partnerId, offerId)
    await tx.planOffer.update({ where: { id: offerId }, data: { withdrawnAt: now } })
    const about = { siteUrl: visit.siteUrl, name, businessName, plan: await inWords(tx, offer.planId) }
    if (owner) await queueMail(tx, { to: owner, ...planOfferWithdrawn(about) })
    const data = { offerId, before: { planId: offer.planId }, after: { planId: null } }
    await note(tx, { db, visit, viewer }, 'partner_plan_withdrawn', partnerId, data)
  })
}

/**
 * Records the owner's answer. An accepted plan applies from the offer's date, or from now if that has passed. Earlier
 * sales keep the former plan.
 * @returns from when it applies (UTC); null for a refusal
 * @throws AppError conflict if the offer has been withdrawn or answered, or the terms have changed
 */
export async function answerOffer(
  { db, visit, viewer, partner }: Act & Pick<PartnerAsk, 'partner'>,
  input: AnswerOfferInput,
): Promise<{ holdsFrom: Date | null }> {
  return db.$transaction(async (tx) => {
    const now = new Date()
    const { businessName, owner, name } = await lockPartner(tx, partner.id)
    const offer = await takeOpen(tx, partner.id, input.offerId)
    const { planId } = offer
    const about = { siteUrl: visit.siteUrl, name, businessName, plan: await inWords(tx, planId) }
    if (input.answer === 'decline') {
      await tx.planOffer.update({ where: { id: offer.id }, data: { declinedAt: now } })
      if (owner) await queueMail(tx, { to: owner, ...planOfferDeclined(about) })
      await note(tx, { db, visit, viewer }, 'partner_plan_declined', partner.id, { offerId: offer.id, planId })
      return { holdsFrom: null }
    }
    const { termsVersion } = input
    if (termsVersion !== TERMS_VERSION)
      throw new AppError('conflict', 'The terms have changed. Please reload this page and read them.')
    const holdsFrom = offer.fromAt > now ? offer.fromAt : now
    await tx.planOffer.update({ where: { id: offer.id }, data: { acceptedAt: now } })
    await tx.partnerAgreement.create({
      data: {
        partnerId: partner.id,
        planId,
        termsVersion,
        acceptedById: viewer.userId,
        acceptedAt: now,
        fromAt: holdsFrom,
      },
    })
    if (owner) await queueMail(tx, { to: owner, ...planOfferAccepted({ ...about, fromAt: holdsFrom }) })
    await note(tx, { db, visit, viewer }, 'plan_accepted', partner.id, {
      offerId: offer.id,
      planId,
      termsVersion,
      fromAt: holdsFrom.toISOString(),
    })
    return { holdsFrom }
  })
}

async function lockPartner(tx: Tx, partnerId: string) {
  await tx.$queryRaw`SELECT 1 FROM partners WHERE id = ${partnerId}::uuid FOR UPDATE`
  const partner = await tx.partner.findUnique({
    where: { id: partnerId },
    select: { businessName: true, contactPerson: true, owner: { select: { email: true } } },
  })
  if (!partner) throw new AppError('not_found', 'Partner not found.')
  const { businessName, contactPerson, owner } = partner
  return { businessName, name: contactPerson, owner: owner?.email ?? null }
}

async function takeOpen(tx: Tx, partnerId: string, offerId: string) {
  const offer = await tx.planOffer.findFirst({ where: { id: offerId, partnerId } })
  if (!offer) throw new AppError('not_found', 'Offer not found.')
  if (offer.withdrawnAt) throw new AppError('conflict', 'This offer has been withdrawn. Nothing was changed.')
  if (offer.acceptedAt || offer.declinedAt)
    throw new AppError('conflict', `This offer has already been ${offer.acceptedAt ? 'accepted' : 'declined'}.`)
  return offer
}

async function inWords(tx: Tx, planId: string): Promise<string> {
  const { name, version, tiers, currency } = await getPlan(tx, planId)
  return `${name}, version ${version} (monthly sales: ${describeTiers(tiers, currency)})`
}

const note = (
  tx: Tx,
  { db, visit, viewer }: Act,
  action: string,
  subjectId: string,
  data: Prisma.InputJsonObject,
): Promise<void> => writeAudit(db, visit, { actorId: viewer.userId, action, subjectId, data }, tx)
