import { assertNameIsFree, lockName } from '#server/auth/own-partner.ts'
import type { PartnerAsk } from '#server/platform/ask.ts'
import { writeAudit } from '#server/platform/audit.ts'
import type { UpdatePoliciesInput, UpdateStoreProfileInput } from './store-settings.schema.ts'

type StoreAsk = Pick<PartnerAsk, 'db' | 'visit' | 'viewer' | 'partner'>

const FIELDS = {
  phone: true,
  shippingPolicy: true,
  returnsPolicy: true,
  returnsDays: true,
  utmSource: true,
  utmMedium: true,
  utmCampaign: true,
  sendsRef: true,
} as const

/** Returns a store's settings that are not in `partner.mine`. */
export async function getStoreSettings({ db, partner: { id } }: Pick<PartnerAsk, 'db' | 'partner'>) {
  return db.partner.findUniqueOrThrow({ where: { id }, select: FIELDS })
}

/**
 * Saves name, email address, phone, country and time zone. A new name appears on the store's page at once, and in
 * search once its products are indexed again. The address is for contact; the one that identifies the brand stays. With
 * a new time zone all figures are recounted, including past ones.
 * @throws AppError conflict at 'businessName' if another brand has it
 */
export async function updateStoreProfile(
  { db, visit, viewer, partner: { id } }: StoreAsk,
  input: UpdateStoreProfileInput,
): Promise<void> {
  const { businessName, email, phone, country, timeZone } = input
  await db.$transaction(async (tx) => {
    const was = await tx.partner.findUniqueOrThrow({
      where: { id },
      select: { businessName: true, email: true, contactEmail: true, country: true, timeZone: true },
    })
    if (was.businessName.toLowerCase() !== businessName.toLowerCase()) {
      await lockName(tx, businessName)
      await assertNameIsFree(tx, businessName)
    }
    await tx.partner.update({
      where: { id },
      data: { businessName, phone, country, timeZone, contactEmail: email === was.email.toLowerCase() ? null : email },
    })
    const data = {
      ...(was.businessName !== businessName && { from: was.businessName, to: businessName }),
      hasNewEmail: (was.contactEmail ?? was.email) !== email,
      ...(was.country !== country && { country: { from: was.country, to: country } }),
      ...(was.timeZone !== timeZone && { timeZone: { from: was.timeZone, to: timeZone } }),
    }
    const note = { actorId: viewer.userId, action: 'store_profile_changed', subjectId: id, data }
    await writeAudit(db, visit, note, tx)
  })
}

/**
 * Saves the store's shipping and returns policies, which may be empty. Removes them from a draft of the store's page,
 * because publishing the draft must not restore old ones.
 */
export async function updatePolicies(
  { db, partner: { id } }: Pick<PartnerAsk, 'db' | 'partner'>,
  { shippingPolicy, returnsPolicy, returnsDays }: UpdatePoliciesInput,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.partner.update({ where: { id }, data: { shippingPolicy, returnsPolicy, returnsDays } })
    await tx.$executeRaw`
      UPDATE storefront_drafts SET data = data #- '{texts,shippingPolicy}' #- '{texts,returnsPolicy}', revision = revision + 1
      WHERE partner_id = ${id}::uuid AND data -> 'texts' ?| ARRAY['shippingPolicy', 'returnsPolicy']`
  })
}

/** Saves the parameters of links to the store. They apply from the next click. */
export async function updateTracking(
  { db, visit, viewer, partner: { id } }: StoreAsk,
  input: { utmSource: string; utmMedium: string; utmCampaign: string; sendsRef: boolean },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.partner.update({ where: { id }, data: input })
    const note = { actorId: viewer.userId, action: 'store_tracking_changed', subjectId: id, data: input }
    await writeAudit(db, visit, note, tx)
  })
}

const SIGN_INS = 10

/** Lists the viewer's latest sign-ins, newest first, in UTC. */
export function listRecentSignIns({ db, viewer: { userId } }: Pick<PartnerAsk, 'db' | 'viewer'>) {
  return db.auditEntry.findMany({
    where: { actorId: userId, action: 'sign_in' },
    select: { id: true, at: true },
    orderBy: [{ at: 'desc' }, { id: 'desc' }],
    take: SIGN_INS,
  })
}
