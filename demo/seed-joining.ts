import { hashInvitation, invitationPath, tokenOf } from '#server/invitations/invitation-link.ts'
import { findObstacle, validUntil } from '#server/invitations/invite.service.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { demoId } from './demo-ids.ts'
import { accountIdOf } from './seed-accounts.ts'

const INVITED = {
  id: demoId(0, 'invitation', 'fennel-and-rook'),
  email: 'founder@wtf.example',
  businessName: 'Fennel & Rook',
  contactPerson: 'Frances Founder',
  personalMessage: 'We saw your knitwear in Leeds and could not stop talking about it. Come and hang it up here.',
}

/** Partners waiting for approval. */
const WAITING = [
  {
    key: 'marl-and-thistle',
    owner: 'pending@wtf.example',
    businessName: 'Marl & Thistle',
    contactPerson: 'Petra Pending',
    businessAddress: '14 Canal Row, Hebden Bridge HX7 8AD, United Kingdom',
    phone: '+44 1422 555 0142',
    websiteUrl: 'https://marl-and-thistle.example',
    verificationStatus: 'pending',
    statusReason: '',
    productKinds: ['apparel', 'accessories'],
    targetMonthlyMinor: 18_000_00,
    daysAgo: 2,
  },
  {
    key: 'glitter-direct',
    owner: 'rejected@wtf.example',
    businessName: 'Glitter Direct',
    contactPerson: 'Rex Rejected',
    businessAddress: 'Unit 9, Harbour Estate, Felixstowe IP11 3TX, United Kingdom',
    phone: '+44 1394 555 0199',
    websiteUrl: 'https://glitter-direct.example',
    verificationStatus: 'rejected',
    statusReason:
      'The products on your site carry other brands’ names and pictures. Send us proof that you are allowed to sell them, and we will review your brand again.',
    productKinds: ['jewelry'],
    targetMonthlyMinor: 60_000_00,
    daysAgo: 9,
  },
] as const

/**
 * Creates the demo's partners in other states: one invited, one rejected, and those waiting. Existing ones stay
 * unchanged.
 */
export async function seedJoining(db: Db): Promise<void> {
  for (const { key, owner, daysAgo, productKinds, ...facts } of WAITING) {
    const id = demoId(0, 'partner', key)
    const ownerId = accountIdOf(owner)
    const isThere = await db.partner.findFirst({
      where: { OR: [{ id }, { businessName: facts.businessName }, { email: owner }] },
      select: { id: true },
    })
    if (isThere || !(await db.user.count({ where: { id: ownerId, isDemo: true } }))) continue
    const createdAt = new Date(Date.now() - daysAgo * DAY_MS)
    await db.partner.create({
      data: {
        id,
        ...facts,
        productKinds: [...productKinds],
        ownerId,
        email: owner,
        createdAt,
        businessType: 'retail',
        currency: 'GBP',
        statusChangedAt: facts.verificationStatus === 'rejected' ? new Date(createdAt.getTime() + DAY_MS) : null,
      },
    })
  }
  await acceptPlans(db)
  await openInvitation(db)
}

/** Returns the date of the terms that a demo partner accepted, which is never before they were written. */
function termsOn(accepted: Date): string {
  const firstOfMonth = `${accepted.toISOString().slice(0, 7)}-01`
  return firstOfMonth < TERMS_VERSION ? firstOfMonth : TERMS_VERSION
}

/** Records that the demo's partners with an account accepted the plan on the day they joined. */
async function acceptPlans(db: Db): Promise<void> {
  const plan = await db.commissionPlan.findFirst({ where: { isActive: true }, select: { id: true } })
  const partners = await db.partner.findMany({
    where: { owner: { isDemo: true }, agreements: { none: {} } },
    select: { id: true, ownerId: true, createdAt: true },
  })
  if (!plan) return
  await db.partnerAgreement.createMany({
    data: partners.map(({ id, ownerId, createdAt }) => ({
      partnerId: id,
      planId: plan.id,
      termsVersion: termsOn(createdAt),
      acceptedById: ownerId,
      acceptedAt: createdAt,
    })),
  })
}

/**
 * Creates an invitation with a link that works at every start of the shop, until someone has joined with it or its
 * address is invited again.
 */
async function openInvitation(db: Db): Promise<void> {
  const { id, email } = INVITED
  const known = await db.invitation.findUnique({ where: { id }, select: { status: true, round: true } })
  if (known?.status === 'accepted' || known?.status === 'revoked') return
  const others = { email, id: { not: id }, ...(known && { status: 'accepted' as const }) }
  if (await db.invitation.count({ where: others })) return
  const obstacle = await findObstacle(db, email)
  // An address has at most one open invitation, so if this one is open, there is no conflict.
  const isOpen = known?.status === 'sent' || known?.status === 'opened'
  if (obstacle && !(obstacle === 'invited' && isOpen)) return
  const round = known?.round ?? 1
  const tokenHash = hashInvitation(await tokenOf(db, { id, round }))
  const expiresAt = validUntil()
  await db.invitation.upsert({
    where: { id },
    create: { ...INVITED, round, tokenHash, expiresAt, invitedById: accountIdOf('admin@wtf.example') },
    update: { status: known?.status === 'opened' ? 'opened' : 'sent', endedAt: null, expiresAt },
  })
}

/**
 * Returns the path and the address of the demo's open invitation; null if someone has joined with it, or if it was
 * revoked.
 */
export async function findDemoInvitation(db: Db): Promise<{ path: string; email: string } | null> {
  const invitation = await db.invitation.findUnique({
    where: { id: INVITED.id, status: { in: ['sent', 'opened'] } },
    select: { id: true, round: true, email: true },
  })
  return (
    invitation && { path: invitationPath(await tokenOf(db, invitation), invitation.email), email: invitation.email }
  )
}
