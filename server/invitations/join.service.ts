import type { Prisma } from '#prisma/generated/client.ts'
import { lockOwnAccount } from '#server/auth/lock-account.ts'
import { assertNameIsFree, lockName } from '#server/auth/own-partner.ts'
import { assertNotGuessable } from '#server/auth/guessable-passwords.ts'
import { hashPassword } from '#server/auth/hash-password.ts'
import { assertRecentProof } from '#server/auth/recent-proof.ts'
import { queueMail } from '#server/mail/mail.service.ts'
import { partnerJoined } from '#server/mail/partner-mails.ts'
import { getActivePlan } from '#server/partners/commission-plan.service.ts'
import { describeTiers } from '#server/partners/commission.schema.ts'
import { assertHasRate } from '#server/platform/money-choices.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import { assertHostIsFree, claimWebsite } from '#server/partners/hosts/hold-host.ts'
import type { Ask } from '#server/platform/ask.ts'
import { businessTimeZone } from '#server/platform/business-time-zone.ts'
import { writeAudit } from '#server/platform/audit.ts'
import { AppError } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { unitOf } from '#server/platform/money.schema.ts'
import { DEFAULT_TIME_ZONE } from '#server/platform/time-zone.schema.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { forgetInvitation, hashInvitation, keptInvitation } from './invitation-link.ts'
import { openWhere, statusesBefore } from './invitation-status.ts'
import type { JoinInput } from './join.schema.ts'
import { deadInvitation } from './open-invitation.service.ts'

type Tx = Prisma.TransactionClient
type Invited = { id: string; email: string; businessName: string }
/** A brand that we created before it joined. */
interface Existing {
  id: string
  ownerId: string | null
  businessName: string
  websiteUrl: string | null
  timeZone: string
  currency: string
  isRefused: boolean
}

/** The result of the final submit. */
export interface Joined {
  partnerId: string
  /** False if an administrator reviews it first. */
  isApproved: boolean
}

/**
 * Completes onboarding with its final submit. In one transaction, turns the account into a partner account with a
 * profile and possibly a password, creates the partner, accepts the plan and the terms, uses up the invitation, and
 * queues an email. Repeating it gives the same result. A person who joins as invited (same address and name) is
 * approved at once. Everybody else is pending, including brands that were rejected or suspended before.
 * @throws AppError unauthorized without a session with a verified address; forbidden for administrators, and if the
 * invitation has ended; conflict at 'businessName' or 'email' if a brand has it, at 'planId' if the plan or the terms
 * have changed; bad_input at 'password' if it is easily guessed, forbidden at 'recent-proof' if a password is set long
 * after signing in
 */
export async function joinAsPartner(
  { db, visit, viewer }: Pick<Ask, 'db' | 'visit' | 'viewer'>,
  input: JoinInput,
): Promise<Joined> {
  if (!viewer) throw new AppError('unauthorized', 'No active session found. Please sign in again.')
  if (!viewer.isEmailVerified) throw new AppError('unauthorized', 'Please complete account setup first')
  if (viewer.role === 'admin')
    throw new AppError('forbidden', 'This account belongs to an administrator, who cannot also be a partner.')
  const passwordHash = await hashNewPassword({ db, visit }, viewer, input)
  const token = keptInvitation(visit)
  const joined: Joined = await db.$transaction(async (tx) => {
    await lockOwnAccount(tx, viewer)
    const known = await tx.partner.findFirst({
      where: { ownerId: viewer.userId },
      select: { id: true, verificationStatus: true },
    })
    if (known) return { partnerId: known.id, isApproved: known.verificationStatus === 'approved' }
    if (await tx.partnerMember.count({ where: { userId: viewer.userId } }))
      throw new AppError(
        'forbidden',
        'This account is already on a store’s team. Leave that team first, or join with another account.',
      )
    const invited = token === null ? null : await lockInvitation(tx, token)
    // Without an invitation only people without a profile are admitted (admission.service.ts).
    if (!invited && viewer.hasProfile) throw deadInvitation()
    const { id: planId, name, version, currency, tiers } = await getActivePlan(tx)
    if (input.termsVersion !== TERMS_VERSION)
      throw new AppError('conflict', 'The terms have changed. Please read them again.', { field: 'planId' })
    if (planId !== input.planId)
      throw new AppError('conflict', 'The commission plan has changed. Please read it again.', {
        field: 'planId',
      })
    const partner = await openPartner(tx, viewer, input, invited, currency)
    const hasNewPassword = await openAccount(tx, viewer, input, passwordHash)
    await tx.partnerAgreement.create({
      data: { partnerId: partner.id, planId, termsVersion: TERMS_VERSION, acceptedById: viewer.userId },
    })
    if (invited)
      await tx.invitation.updateMany({
        where: { id: invited.id, status: { in: statusesBefore('accepted') } },
        data: { status: 'accepted', endedAt: new Date(), partnerId: partner.id },
      })
    const mail = partnerJoined({
      siteUrl: visit.siteUrl,
      name: input.contactPerson,
      businessName: input.businessName,
      isApproved: partner.isApproved,
      hasNewPassword,
      plan: `${name}, version ${version} (monthly sales: ${describeTiers(tiers, currency)})`,
    })
    await queueMail(tx, { to: viewer.email, ...mail })
    await writeAudit(
      db,
      visit,
      {
        actorId: viewer.userId,
        action: 'partner_joined',
        subjectId: partner.id,
        data: { planId, termsVersion: TERMS_VERSION, invitationId: invited?.id ?? null },
      },
      tx,
    )
    if (hasNewPassword)
      await writeAudit(db, visit, { actorId: viewer.userId, action: 'password_changed', subjectId: viewer.userId }, tx)
    return { partnerId: partner.id, isApproved: partner.isApproved }
  })
  forgetInvitation(visit)
  return joined
}

/** Returns the password's hash; null if no password has to be set, because one exists or the submit is a repetition. */
async function hashNewPassword(
  { db, visit }: Pick<Ask, 'db' | 'visit'>,
  { userId: id, email, fullName, authenticatedAt }: Viewer,
  { password, contactPerson, businessName }: JoinInput,
): Promise<string | null> {
  if (password === '' || !(await db.user.count({ where: { id, password: null, partners: { none: {} } } }))) return null
  // A password adds a sign-in method to the account.
  assertRecentProof({ authenticatedAt })
  await assertNotGuessable(password, {
    email,
    names: [fullName, contactPerson, businessName],
    siteUrl: visit.siteUrl,
  })
  return hashPassword(password)
}

/** Locks the invitation, so that if two browsers finish onboarding with it, the second one finds it accepted. */
async function lockInvitation(tx: Tx, token: string): Promise<Invited | null> {
  const tokenHash = hashInvitation(token)
  await tx.$queryRaw`SELECT 1 FROM partner_invitations WHERE token_hash = ${tokenHash} FOR UPDATE`
  return tx.invitation.findFirst({
    where: { tokenHash, ...openWhere() },
    select: { id: true, email: true, businessName: true },
  })
}

/** Takes over an ownerless brand with that address if the address was invited. Otherwise creates a brand. */
async function openPartner(
  tx: Tx,
  { userId, email }: Viewer,
  input: JoinInput,
  invited: Invited | null,
  planCurrency: string,
): Promise<{ id: string; isApproved: boolean }> {
  const [existing] = await tx.$queryRaw<Existing[]>`
    SELECT id, owner_id AS "ownerId", business_name AS "businessName", website_url AS "websiteUrl", time_zone AS "timeZone", currency, verification_status IN ('rejected', 'suspended') AS "isRefused"
    FROM partners WHERE lower(email) = ${email} FOR UPDATE`
  const isInvited = invited?.email === email
  if (existing && (existing.ownerId !== null || !isInvited)) throw addressIsTaken()
  const { businessName, contactPerson, businessAddress, phone, websiteUrl, agreedToMarketing, country } = input
  await assertHasRate(tx, input.currency)
  if (existing) await assertOwnCurrency(tx, existing, input.currency)
  const [wanted, former] = [businessName.toLowerCase(), existing?.businessName.toLowerCase()]
  if (wanted !== former) {
    await lockName(tx, businessName)
    await assertNameIsFree(tx, businessName)
  }
  const isApproved = isInvited && !existing?.isRefused && [invited?.businessName.toLowerCase(), former].includes(wanted)
  const given = {
    ownerId: userId,
    businessName,
    contactPerson,
    businessAddress,
    phone,
    country,
    currency: input.currency,
    // An existing address stays, as in nameWebsite: links lead to it.
    websiteUrl: existing?.websiteUrl || websiteUrl || null,
    agreedToMarketing,
    timeZone:
      existing && existing.timeZone !== DEFAULT_TIME_ZONE
        ? existing.timeZone
        : businessTimeZone(country, input.timeZone),
    verificationStatus: isApproved ? ('approved' as const) : ('pending' as const),
    statusReason: '',
    statusChangedAt: new Date(),
    productKinds: input.preferredCategories,
    targetMonthlyMinor: input.targetMonthlyRevenue * unitOf(planCurrency),
  }
  if (existing) await tx.partner.update({ where: { id: existing.id }, data: given })
  else if (!(await createUnlessTaken(tx, { id: newId(), email, businessType: 'retail', ...given }))) {
    await assertNameIsFree(tx, businessName)
    throw addressIsTaken()
  }
  const { id } = await tx.partner.findFirstOrThrow({ where: { ownerId: userId }, select: { id: true } })
  await assertHostIsFree(tx, id, given.websiteUrl)
  await claimWebsite(tx, id, given.websiteUrl)
  return { id, isApproved }
}

/** Checks the currency of a brand that existed before it joined, because it may have products with prices. */
async function assertOwnCurrency(tx: Tx, { id, currency }: Existing, wanted: string): Promise<void> {
  if (currency === wanted) return
  // eslint-disable-next-line house/listed-products -- a partner's own products, in any state
  const products = await tx.product.count({ where: { partnerId: id, deletedAt: null } })
  if (!products) return
  throw new AppError(
    'conflict',
    `Your products on WTF have prices in ${currency}. Choose ${currency} now. You can change it later under Settings > Profile.`,
    { field: 'currency' },
  )
}

const addressIsTaken = () =>
  new AppError('conflict', 'A brand on WTF already uses this email address. If it is your brand, contact us.', {
    field: 'email',
  })

/**
 * Creates a partner. Raises no error if another request takes the name or the address at the same moment, because an
 * error would abort the transaction.
 */
const createUnlessTaken = async (tx: Tx, data: Prisma.PartnerCreateManyInput): Promise<boolean> =>
  (await tx.partner.createMany({ data: [data], skipDuplicates: true })).count === 1

/** @returns whether the account got its first password */
async function openAccount(
  tx: Tx,
  { userId, sessionId }: Viewer,
  { contactPerson, phone }: JoinInput,
  passwordHash: string | null,
): Promise<boolean> {
  await tx.user.update({ where: { id: userId }, data: { role: 'partner' } })
  // Keeps this session. If the response is lost, the browser repeats the request with its current cookies.
  await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } })
  const profile = await tx.profile.findUnique({ where: { userId }, select: { fullName: true, phone: true } })
  await tx.profile.upsert({
    where: { userId },
    create: { userId, fullName: contactPerson, phone },
    update: { fullName: profile?.fullName || contactPerson, phone: profile?.phone || phone },
  })
  if (!passwordHash || (await tx.password.count({ where: { userId } })) > 0) return false
  await tx.password.create({ data: { userId, hash: passwordHash } })
  return true
}
