import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import { invite } from '#server/invitations/invite.service.ts'
import { inviteInput } from '#server/invitations/invitations.schema.ts'
import { joinInput, type JoinInput } from '#server/invitations/join.schema.ts'
import { joinAsPartner } from '#server/invitations/join.service.ts'
import { openInvitation } from '#server/invitations/open-invitation.service.ts'
import { getActivePlan } from '#server/partners/commission-plan.service.ts'
import type { Db } from '#server/platform/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { createUser, createViewer } from '#tests/factories.ts'
import { signedIn } from './auth.ts'
import { createVisit, type TestVisit } from './visit.ts'

let counter = process.pid * 10_000

export const DEAD_INVITATION = { code: 'forbidden', message: 'Invalid or expired invitation link.' }

/** Creates an administrator in a separate browser. */
export async function createAdmin(db: Db) {
  return { db, visit: createVisit(), viewer: await createViewer(db, { role: 'admin' }) }
}

/** Returns a new brand's data, as an administrator enters it. */
export function newBrand(given: Partial<{ email: string; businessName: string; contactPerson: string }> = {}) {
  const number = ++counter
  return inviteInput.parse({
    email: `owner${number}@brand.test`,
    businessName: `Brand ${number}`,
    contactPerson: `Owner ${number}`,
    ...given,
  })
}

export function parseInvitationLink(link: string): { token: string; email: string } {
  const { searchParams } = new URL(link, 'http://shop.test')
  return { token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' }
}

/** Creates an open invitation and returns its link's contents. */
export async function inviteBrand(db: Db, given: Parameters<typeof newBrand>[0] = {}) {
  const brand = newBrand(given)
  const { invitationId, link } = await invite(await createAdmin(db), brand)
  return { ...brand, id: invitationId, link, ...parseInvitationLink(link) }
}

/** Returns a browser where the link was opened. */
export async function openedBrowser(
  db: Db,
  { token, email }: { token: string; email: string },
  visit = createVisit(),
): Promise<TestVisit> {
  await openInvitation({ db, visit }, { token, email })
  return visit
}

/** Returns the inputs of the four steps. */
export async function answersOf(
  db: Db,
  { businessName, contactPerson }: { businessName: string; contactPerson: string },
  given: Partial<Record<keyof JoinInput, unknown>> = {},
): Promise<JoinInput> {
  return joinInput.parse({
    agreedToPartner: true,
    understoodProcess: true,
    targetMonthlyRevenue: 50_000,
    preferredCategories: ['apparel', 'shoes'],
    planId: (await getActivePlan(db)).id,
    termsVersion: TERMS_VERSION,
    businessName,
    contactPerson,
    businessAddress: '1 Mill Lane, London',
    country: 'GB',
    currency: 'GBP',
    phone: '+44 20 7946 0958',
    websiteUrl: 'brand.test',
    agreedToTerms: true,
    agreedToMarketing: true,
    timeZone: 'Europe/London',
    ...given,
  })
}

/**
 * Creates an invited brand with a signed-in owner. By default, the owner has the invited address and has opened the
 * link in this browser.
 */
export async function readyToJoin(
  db: Db,
  { account = {}, invited = {} }: { account?: Parameters<typeof createUser>[1]; invited?: object } = {},
) {
  const invitation = await inviteBrand(db, invited)
  const user = await createUser(db, { email: invitation.email, fullName: '', ...account })
  const { visit, viewer } = await signedIn(db, user.id, { visit: await openedBrowser(db, invitation) })
  const join = (given: Parameters<typeof answersOf>[2] = {}, as: { visit?: TestVisit; viewer?: Viewer | null } = {}) =>
    answersOf(db, invitation, given).then((answers) => joinAsPartner({ db, visit, viewer, ...as }, answers))
  return { invitation, user, visit, viewer, join }
}
