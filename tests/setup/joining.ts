import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import { invite } from '#server/invitations/invite.service.ts'
import { inviteInput } from '#server/invitations/invitations.schema.ts'
import { joinInput, type JoinInput } from '#server/invitations/join.schema.ts'
import { joinAsPartner } from '#server/invitations/join.service.ts'
import { openInvitation } from '#server/invitations/open-invitation.service.ts'
import { readActivePlan } from '#server/partners/commission-plan.service.ts'
import type { Db } from '#server/platform/db.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { createUser, createViewer } from '#tests/factories.ts'
import { signedIn } from './auth.ts'
import { createVisit, type TestVisit } from './visit.ts'

let counter = process.pid * 10_000

/** Who is answered to a link that opens nothing. */
export const DEAD_INVITATION = { code: 'forbidden', message: 'Invalid or expired invitation link.' }

/** An administrator, in a browser of their own. */
export async function createAdmin(db: Db) {
  return { db, visit: createVisit(), viewer: await createViewer(db, { role: 'admin' }) }
}

/** A brand that nobody knows yet, as administrators type it. */
export function newBrand(given: Partial<{ email: string; businessName: string; contactPerson: string }> = {}) {
  const number = ++counter
  return inviteInput.parse({
    email: `owner${number}@brand.test`,
    businessName: `Brand ${number}`,
    contactPerson: `Owner ${number}`,
    ...given,
  })
}

/** The token and the address in the path of an invitation's link. */
export function readLink(link: string): { token: string; email: string } {
  const { searchParams } = new URL(link, 'http://shop.test')
  return { token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' }
}

/** An open invitation, and what is in its link. */
export async function inviteBrand(db: Db, given: Parameters<typeof newBrand>[0] = {}) {
  const brand = newBrand(given)
  const { invitationId, link } = await invite(await createAdmin(db), brand)
  return { ...brand, id: invitationId, link, ...readLink(link) }
}

/** A browser in which the link was opened. */
export async function openedBrowser(
  db: Db,
  { token, email }: { token: string; email: string },
  visit = createVisit(),
): Promise<TestVisit> {
  await openInvitation({ db, visit }, { token, email })
  return visit
}

/** The answers of the four steps. */
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
    planId: (await readActivePlan(db)).id,
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

/** An invited brand whose owner is signed in, by default with the invited address, where the link was opened. */
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
