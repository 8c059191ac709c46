import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configureAuth, USUAL_LIMITS } from '#server/auth/auth-config.ts'
import { requestDeletion } from '#server/accounts/delete-account.service.ts'
import { findViewer } from '#server/auth/session.service.ts'
import { signUpPartner } from '#server/auth/sign-up.service.ts'
import { finishSignUp } from '#server/auth/finish-sign-up.service.ts'
import { signUpPartnerInput } from '#server/auth/auth.schema.ts'
import { getOwnPartner } from '#server/partners/own-partner.service.ts'
import { getStore } from '#server/partners/partners.service.ts'
import { updateStoreProfile } from '#server/partners/settings/store-settings.service.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import type { Viewer, ViewersPartner } from '#server/platform/viewer.ts'
import { createPartner, createProduct, createUser, createWishes } from '#tests/factories.ts'
import {
  actionsOf,
  createAccount,
  kindsTo,
  lastMail,
  longAgo,
  OTHER_PASSWORD,
  PASSWORD,
  SHOW_FIRST,
  signedIn,
  tokenIn,
  trySignIn,
} from '#tests/setup/auth.ts'
import {
  answersOf,
  createAdmin,
  DEAD_INVITATION,
  inviteBrand,
  newBrand,
  openedBrowser,
  readyToJoin,
} from '#tests/setup/joining.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { admit } from './admission.service.ts'
import { findObstacle, revokeInvitation } from './invite.service.ts'
import { joinInput } from './join.schema.ts'
import { joinAsPartner } from './join.service.ts'

const here = useTestDatabase()
beforeAll(() => configureAuth({ limits: 'off' }))
afterAll(() => configureAuth({ limits: USUAL_LIMITS }))
const ROUNDS = 5

const readInvitation = (id: string) => here.db.invitation.findUniqueOrThrow({ where: { id } })
const lapse = (id: string) =>
  here.db.invitation.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1_000) } })

/** Returns the rows that joining adds to an account: all zero or all one. */
async function tracesOf(userId: string) {
  const { email, role } = await here.db.user.findUniqueOrThrow({ where: { id: userId } })
  return {
    role,
    partners: await here.db.partner.count({ where: { ownerId: userId } }),
    agreements: await here.db.partnerAgreement.count({ where: { acceptedById: userId } }),
    accepted: await here.db.invitation.count({ where: { status: 'accepted', partner: { ownerId: userId } } }),
    mails: await here.db.mail.count({ where: { toAddress: email, kind: 'partner_joined' } }),
    noted: await here.db.auditEntry.count({ where: { actorId: userId, action: 'partner_joined' } }),
  }
}
const NOTHING = { role: 'customer', partners: 0, agreements: 0, accepted: 0, mails: 0, noted: 0 }
const EVERYTHING = { role: 'partner', partners: 1, agreements: 1, accepted: 1, mails: 1, noted: 1 }

describe('a brand that joins as invited', () => {
  test('is approved immediately, with all of its answers', async () => {
    const { invitation, user, join } = await readyToJoin(here.db)
    const { partnerId, isApproved } = await join({ preferredCategories: ['shoes', 'shoes', 'home'] })
    expect(isApproved).toBe(true)
    expect(await here.db.partner.findUniqueOrThrow({ where: { id: partnerId } })).toMatchObject({
      ownerId: user.id,
      businessName: invitation.businessName,
      contactPerson: invitation.contactPerson,
      businessAddress: '1 Mill Lane, London',
      businessType: 'retail',
      email: invitation.email,
      phone: '+44 20 7946 0958',
      country: 'GB',
      currency: 'GBP',
      websiteUrl: 'https://brand.test',
      agreedToMarketing: true,
      verificationStatus: 'approved',
      statusReason: '',
      statusChangedAt: expect.any(Date),
      targetMonthlyMinor: 5_000_000,
      timeZone: 'Europe/London',
      productKinds: ['shoes', 'home'],
    })
    expect(await tracesOf(user.id)).toEqual(EVERYTHING)
    expect(await readInvitation(invitation.id)).toMatchObject({
      status: 'accepted',
      partnerId,
      endedAt: expect.any(Date),
    })
    expect(await actionsOf(here.db, partnerId)).toEqual(['partner_joined'])
  })
  test('may write its name with different capitals', async () => {
    const { invitation, join } = await readyToJoin(here.db)
    const businessName = invitation.businessName.toUpperCase()
    const { partnerId, isApproved } = await join({ businessName })
    expect(isApproved).toBe(true)
    expect(await here.db.partner.findUnique({ where: { id: partnerId } })).toMatchObject({ businessName })
  })
  test('records acceptance of the plan and terms that were shown, with the time', async () => {
    const { user, join } = await readyToJoin(here.db)
    const before = new Date()
    const { partnerId } = await join()
    const agreement = await here.db.partnerAgreement.findFirstOrThrow({
      where: { partnerId },
      include: { plan: { select: { name: true, version: true, isActive: true } } },
    })
    expect(agreement).toMatchObject({
      acceptedById: user.id,
      termsVersion: TERMS_VERSION,
      plan: { name: 'Standard', version: 1, isActive: true },
    })
    expect(TERMS_VERSION).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(agreement.acceptedAt.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1_000)
    expect(agreement.acceptedAt.getTime()).toBeLessThanOrEqual(Date.now() + 1_000)
  })
  test('is signed in immediately in this browser, and signed out of all others', async () => {
    const { user, visit, viewer, join } = await readyToJoin(here.db)
    const elsewhere = await signedIn(here.db, user.id)
    const { partnerId } = await join()
    expect(await findViewer({ db: here.db, visit: elsewhere.visit })).toBeNull()
    const now = await findViewer({ db: here.db, visit })
    expect(now).toMatchObject({
      sessionId: viewer.sessionId,
      role: 'partner',
      partner: { id: partnerId, status: 'approved' },
      hasProfile: true,
    })
    expect(await getOwnPartner({ db: here.db, viewer: now! })).toMatchObject({ id: partnerId })
    expect(await admit({ db: here.db, visit, viewer: now })).toEqual({ kind: 'partner' })
  })
  test('gets one email, with no secrets in the email or the log', async () => {
    const { invitation, user, visit, join } = await readyToJoin(here.db)
    await join({ password: OTHER_PASSWORD })
    expect(await kindsTo(here.db, user.email)).toEqual(['partner_invitation', 'partner_joined'])
    const mail = await lastMail(here.db, user.email)
    for (const said of [
      invitation.businessName,
      'is approved',
      'Standard, version 1',
      'You have set a password',
      'http://127.0.0.1:3000/brand/dashboard',
    ])
      expect(mail.text).toContain(said)
    const log = await here.db.auditEntry.findMany({ where: { OR: [{ actorId: user.id }, { subjectId: user.id }] } })
    const secrets = [invitation.token, OTHER_PASSWORD, visit.cookies.get('wtf_session')!, 'argon2']
    for (const secret of secrets) expect(mail.text + mail.html + JSON.stringify(log)).not.toContain(secret)
    expect(JSON.stringify(log)).not.toContain(user.email)
    expect(log.find(({ action }) => action === 'partner_joined')?.data).toEqual({
      planId: expect.any(String),
      termsVersion: TERMS_VERSION,
      invitationId: invitation.id,
    })
  })
  test('fills in an empty profile with the name and phone from the form', async () => {
    const [blank, named] = [await readyToJoin(here.db), await readyToJoin(here.db, { account: { fullName: 'Ada' } })]
    await here.db.profile.update({ where: { userId: named.user.id }, data: { phone: '0123456789' } })
    await blank.join()
    await named.join()
    const profileOf = ({ user }: typeof blank) => here.db.profile.findUnique({ where: { userId: user.id } })
    expect(await profileOf(blank)).toMatchObject({
      fullName: blank.invitation.contactPerson,
      phone: '+44 20 7946 0958',
    })
    expect(await profileOf(named)).toMatchObject({ fullName: 'Ada', phone: '0123456789' })
  })
})

describe('a brand that joins with other details', () => {
  test('under another name is pending', async () => {
    const { user, join } = await readyToJoin(here.db)
    const { partnerId, isApproved } = await join({ businessName: newBrand().businessName })
    expect(isApproved).toBe(false)
    expect(await here.db.partner.findUnique({ where: { id: partnerId } })).toMatchObject({
      verificationStatus: 'pending',
    })
    expect(await tracesOf(user.id)).toEqual(EVERYTHING)
    expect((await lastMail(here.db, user.email)).text).toContain('not listed until we approve it')
  })
  test('is pending with another address, and uses up the invitation', async () => {
    const { invitation, user, join } = await readyToJoin(here.db, { account: { email: newBrand().email } })
    const { partnerId, isApproved } = await join()
    expect(isApproved).toBe(false)
    expect(await here.db.partner.findUnique({ where: { id: partnerId } })).toMatchObject({
      verificationStatus: 'pending',
      email: user.email,
    })
    expect(await readInvitation(invitation.id)).toMatchObject({ status: 'accepted', partnerId })
    expect(await kindsTo(here.db, invitation.email)).toEqual(['partner_invitation'])
  })
  test('without a profile needs no invitation, and is pending', async () => {
    const user = await createUser(here.db, { profile: {} })
    const { visit, viewer } = await signedIn(here.db, user.id)
    const brand = newBrand()
    const answers = await answersOf(here.db, brand)
    expect(await joinAsPartner({ db: here.db, visit, viewer }, answers)).toMatchObject({ isApproved: false })
    expect(await tracesOf(user.id)).toEqual({ ...EVERYTHING, accepted: 0 })
    expect(await here.db.profile.findUnique({ where: { userId: user.id } })).toMatchObject({
      fullName: brand.contactPerson,
    })
  })
})

describe('the currency of a new partner', () => {
  test('is the chosen one, and requires an exchange rate', async () => {
    const { join } = await readyToJoin(here.db)
    await expect(join({ country: 'JP', currency: 'JPY' })).rejects.toMatchObject({
      code: 'bad_input',
      field: 'currency',
    })
    const { partnerId } = await join({ country: 'DE', currency: 'EUR' })
    expect(await here.db.partner.findUniqueOrThrow({ where: { id: partnerId } })).toMatchObject({
      country: 'DE',
      currency: 'EUR',
    })
  })
  test('stays the currency of existing products', async () => {
    const { invitation, join } = await readyToJoin(here.db)
    const { email, businessName } = invitation
    const { id } = await createPartner(here.db, { email, businessName, currency: 'GBP' })
    await createProduct(here.db, { partnerId: id, currency: 'GBP' })
    await expect(join({ country: 'DE', currency: 'EUR' })).rejects.toMatchObject({
      code: 'conflict',
      field: 'currency',
      message: expect.stringContaining('Choose GBP now') as string,
    })
    expect(await join({ country: 'DE', currency: 'GBP' })).toMatchObject({ partnerId: id })
  })
})

describe('an existing account', () => {
  test('becomes a partner account and keeps its data', async () => {
    const account = await createAccount(here.db, { fullName: 'Ada' })
    const { id: partnerId } = await createPartner(here.db)
    const product = await createProduct(here.db, { partnerId })
    await createWishes(here.db, account.id, [product.id])
    await here.db.favouriteStore.create({ data: { userId: account.id, partnerId } })
    await here.db.oAuthAccount.create({
      data: { provider: 'google', subject: account.id, userId: account.id, email: account.email },
    })
    const invitation = await inviteBrand(here.db, { email: account.email })
    const { visit, viewer } = await signedIn(here.db, account.id, { visit: await openedBrowser(here.db, invitation) })
    await joinAsPartner(
      { db: here.db, visit, viewer },
      await answersOf(here.db, invitation, { password: OTHER_PASSWORD }),
    )
    expect(await here.db.wishlistItem.count({ where: { userId: account.id } })).toBe(1)
    expect(await here.db.favouriteStore.count({ where: { userId: account.id } })).toBe(1)
    expect(await here.db.oAuthAccount.count({ where: { userId: account.id } })).toBe(1)
    expect(await tracesOf(account.id)).toEqual(EVERYTHING)
    // The account has a password, which the entered one does not replace.
    await expect(trySignIn(here.db, account.email, OTHER_PASSWORD)).rejects.toMatchObject({ code: 'unauthorized' })
    await trySignIn(here.db, account.email, PASSWORD)
    expect(await actionsOf(here.db, account.id)).not.toContain('password_changed')
    expect((await lastMail(here.db, account.email, 'partner_joined')).text).not.toContain('password')
  })
  test('can join again after losing its former business', async () => {
    const { user, join } = await readyToJoin(here.db, { account: { role: 'partner' } })
    expect(await join()).toMatchObject({ isApproved: true })
    expect(await tracesOf(user.id)).toEqual(EVERYTHING)
  })
})

describe('an unmanaged brand with the same address', () => {
  const unmanaged = async (given: Parameters<typeof createPartner>[1] = {}) => {
    const brand = newBrand()
    const partner = await createPartner(here.db, {
      email: brand.email,
      businessName: brand.businessName,
      ethos: 'Made to last',
      currency: 'GBP',
      ...given,
    })
    const product = await createProduct(here.db, { partnerId: partner.id, currency: 'GBP' })
    return { brand, partner, product }
  }
  test('is claimed with its products, under its own name or the invited one', async () => {
    for (const given of [{}, { businessName: newBrand().businessName }]) {
      const { brand, partner, product } = await unmanaged(given)
      const { user, join } = await readyToJoin(here.db, { invited: brand })
      expect(await join({ websiteUrl: '' })).toEqual({ partnerId: partner.id, isApproved: true })
      expect(await here.db.partner.findUnique({ where: { id: partner.id } })).toMatchObject({
        ownerId: user.id,
        businessName: brand.businessName,
        contactPerson: brand.contactPerson,
        ethos: 'Made to last',
        websiteUrl: partner.websiteUrl,
        verificationStatus: 'approved',
      })
      expect(await here.db.product.count({ where: { id: product.id, partnerId: partner.id } })).toBe(1)
      expect(await tracesOf(user.id)).toEqual(EVERYTHING)
    }
  })
  test('keeps its website, and claims its own or the new website without verifying it', async () => {
    const hostsOf = async (partnerId: string) => [
      ...(await here.db.partnerDomain.findMany({ where: { partnerId } })).map(({ host }) => host),
      ...(await here.db.hostClaim.findMany({ where: { partnerId } })).map(({ host }) => `${host} to prove`),
    ]
    for (const [websiteUrl, after] of [
      ['https://kept.example', { websiteUrl: 'https://kept.example', hosts: ['kept.example to prove'] }],
      [null, { websiteUrl: 'https://typed.example', hosts: ['typed.example to prove'] }],
    ] as const) {
      const { brand, partner } = await unmanaged({ websiteUrl, domain: null })
      const { join } = await readyToJoin(here.db, { invited: brand })
      expect(await join({ websiteUrl: 'https://typed.example' })).toMatchObject({ isApproved: true })
      const { websiteUrl: stored } = await here.db.partner.findUniqueOrThrow({ where: { id: partner.id } })
      expect({ websiteUrl: stored, hosts: await hostsOf(partner.id) }).toEqual(after)
    }
  })
  test("keeps a custom time zone, and otherwise uses the country's", async () => {
    for (const [timeZone, device, after] of [
      ['Asia/Tokyo', 'Europe/London', 'Asia/Tokyo'],
      ['UTC', 'Europe/London', 'Europe/London'],
      ['UTC', 'UTC', 'Europe/London'],
    ] as const) {
      const { brand, partner } = await unmanaged({ timeZone })
      const { join } = await readyToJoin(here.db, { invited: brand })
      await join({ timeZone: device })
      expect(await here.db.partner.findUnique({ where: { id: partner.id } })).toMatchObject({ timeZone: after })
    }
  })
  test('keeps its own name and is approved if the form uses that name instead of the invited one', async () => {
    const { brand, partner } = await unmanaged()
    const { join } = await readyToJoin(here.db, { invited: { ...brand, businessName: newBrand().businessName } })
    expect(await join({ businessName: partner.businessName.toUpperCase() })).toMatchObject({ isApproved: true })
  })
  test('is reviewed again under any other name', async () => {
    const { brand, partner } = await unmanaged()
    const { join } = await readyToJoin(here.db, { invited: brand })
    expect(await join({ businessName: newBrand().businessName })).toEqual({ partnerId: partner.id, isApproved: false })
    expect(await here.db.partner.findUnique({ where: { id: partner.id } })).toMatchObject({
      verificationStatus: 'pending',
    })
  })
  test.each(['rejected', 'suspended'] as const)('that was %s is reviewed again', async (verificationStatus) => {
    const { brand, partner } = await unmanaged({ verificationStatus, statusReason: 'Misled shoppers' })
    const { join } = await readyToJoin(here.db, { invited: brand })
    expect(await join()).toEqual({ partnerId: partner.id, isApproved: false })
    expect(await here.db.partner.findUnique({ where: { id: partner.id } })).toMatchObject({
      verificationStatus: 'pending',
      statusReason: '',
    })
  })
  test('that is pending is approved by the invitation', async () => {
    const { brand, partner } = await unmanaged({ verificationStatus: 'pending' })
    const { join } = await readyToJoin(here.db, { invited: brand })
    expect(await join()).toEqual({ partnerId: partner.id, isApproved: true })
  })
  test('is not claimed by an address that was not invited', async () => {
    const { brand, partner } = await unmanaged()
    // A user has signed up with the brand's address and uses another brand's invitation.
    const { user, join } = await readyToJoin(here.db, { account: { email: brand.email } })
    await expect(join()).rejects.toMatchObject({ code: 'conflict', field: 'email' })
    expect(await tracesOf(user.id)).toEqual(NOTHING)
    expect(await here.db.partner.findUnique({ where: { id: partner.id } })).toMatchObject({ ownerId: null })
  })
})

describe('a taken name or address', () => {
  test.each([
    ['the name', (name: string) => ({ businessName: name })],
    ['the name in other capitals', (name: string) => ({ businessName: name.toUpperCase() })],
  ])('is refused at its field: %s', async (_, given) => {
    const { invitation, user, join } = await readyToJoin(here.db)
    await createPartner(here.db, given(invitation.businessName))
    await expect(join()).rejects.toMatchObject({
      code: 'conflict',
      field: 'businessName',
      message: 'This business name is already taken.',
    })
    expect(await tracesOf(user.id)).toEqual(NOTHING)
    expect((await readInvitation(invitation.id)).status).toBe('opened')
    // Joining continues with an available name.
    expect(await join({ businessName: newBrand().businessName })).toMatchObject({ isApproved: false })
  })
  test('is refused if the address belongs to a managed brand', async () => {
    const { user, join } = await readyToJoin(here.db)
    const other = await createUser(here.db, { role: 'partner' })
    await createPartner(here.db, { ownerId: other.id, email: user.email.toUpperCase() })
    await expect(join()).rejects.toMatchObject({ code: 'conflict', field: 'email' })
    expect(await tracesOf(user.id)).toEqual(NOTHING)
  })
  test('is accepted if another brand only uses the address in its settings, unverified', async () => {
    const brand = newBrand()
    const { id: ownerId } = await createAccount(here.db, { role: 'partner' })
    const stranger = await createPartner(here.db, { ownerId })
    const { visit, viewer } = await signedIn(here.db, ownerId)
    await updateStoreProfile(
      { db: here.db, visit, viewer, partner: viewer.partner as ViewersPartner },
      { businessName: stranger.businessName, email: brand.email, phone: '0123456789', country: 'GB', timeZone: 'UTC' },
    )
    expect(await findObstacle(here.db, brand.email)).toBeNull()
    // The address stays available even once that brand has no owner.
    await here.db.partner.update({ where: { id: stranger.id }, data: { ownerId: null } })
    const { join } = await readyToJoin(here.db, { invited: brand })
    const { partnerId, isApproved } = await join()
    expect(isApproved).toBe(true)
    expect(partnerId).not.toBe(stranger.id)
    expect(await getStore(here.db, stranger.id)).toMatchObject({ email: brand.email })
  })
  test('is compared literally, not as a pattern', async () => {
    await createPartner(here.db, { businessName: 'Silk and Wool' })
    const { join } = await readyToJoin(here.db, { invited: { businessName: 'Silk%Wool' } })
    expect(await join()).toMatchObject({ isApproved: true })
  })
  test('goes to only one of several brands that submit the same name at once, regardless of case', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { businessName } = newBrand()
      const spellings = [businessName, businessName.toUpperCase(), businessName.toLowerCase()]
      const ready = await Promise.all(spellings.map(() => readyToJoin(here.db)))
      const answers = await Promise.allSettled(ready.map(({ join }, n) => join({ businessName: spellings[n]! })))
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const [n, answer] of answers.entries()) {
        if (answer.status === 'rejected')
          expect(answer.reason).toMatchObject({ code: 'conflict', field: 'businessName' })
        expect(await tracesOf(ready[n]!.user.id)).toEqual(answer.status === 'fulfilled' ? EVERYTHING : NOTHING)
      }
    }
  })
  test('goes to either an invited brand or a sign-up that submits the same name at once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { invitation, user, join } = await readyToJoin(here.db)
      const visit = createVisit()
      const email = newBrand().email
      await signUpPartner(
        { db: here.db, visit },
        signUpPartnerInput.parse({
          businessName: invitation.businessName.toUpperCase(),
          email,
          country: 'GB',
          currency: 'GBP',
          password: OTHER_PASSWORD,
          confirmPassword: OTHER_PASSWORD,
        }),
      )
      const token = tokenIn(await lastMail(here.db, email))
      const [joined, signedUp] = await Promise.allSettled([join(), finishSignUp({ db: here.db, visit }, { token })])
      expect([joined.status, signedUp.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(await tracesOf(user.id)).toEqual(joined.status === 'fulfilled' ? EVERYTHING : NOTHING)
      expect(
        await here.db.partner.count({
          where: { businessName: { equals: invitation.businessName, mode: 'insensitive' } },
        }),
      ).toBe(1)
    }
  })
  test('is reported at the address field, even for simultaneous requests', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { user, join } = await readyToJoin(here.db)
      const [made, joined] = await Promise.allSettled([createPartner(here.db, { email: user.email }), join()])
      // The second request finds the address taken.
      if (joined.status === 'rejected') expect(joined.reason).toMatchObject({ code: 'conflict', field: 'email' })
      else if (made.status === 'fulfilled') expect(joined.value.partnerId).toBe(made.value.id)
      expect(await here.db.partner.count({ where: { email: user.email } })).toBe(1)
    }
  })
})

describe('the final submission', () => {
  test('sent again returns the same response, and creates nothing twice', async () => {
    const { user, visit, join } = await readyToJoin(here.db)
    const joined = await join({ password: OTHER_PASSWORD })
    const viewer = await findViewer({ db: here.db, visit })
    expect(await join({ password: OTHER_PASSWORD })).toEqual(joined)
    expect(await join({ businessName: 'Other' }, { viewer })).toEqual(joined)
    // Also works long after the sign-in, for a form left open.
    expect(await join({ password: 'Password1' }, { viewer: longAgo(viewer!) })).toEqual(joined)
    expect(await tracesOf(user.id)).toEqual(EVERYTHING)
    await trySignIn(here.db, user.email, OTHER_PASSWORD)
  })
  test('sent many times at once from one session creates one partner', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { user, join } = await readyToJoin(here.db)
      const answers = await Promise.all(Array.from({ length: 4 }, () => join({ password: OTHER_PASSWORD })))
      expect(new Set(answers.map(({ partnerId }) => partnerId)).size).toBe(1)
      expect(await tracesOf(user.id)).toEqual(EVERYTHING)
      expect(await here.db.password.count({ where: { userId: user.id } })).toBe(1)
    }
  })
  test('by two browsers of one account at once creates one partner', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { invitation, user, join } = await readyToJoin(here.db)
      const other = await signedIn(here.db, user.id, { visit: await openedBrowser(here.db, invitation) })
      const answers = await Promise.allSettled([join(), join({}, other)])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      // The first browser's sign-up signs out the second browser.
      for (const answer of answers)
        if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'unauthorized' })
      expect(await tracesOf(user.id)).toEqual(EVERYTHING)
    }
  })
  test('by two accounts with one invitation at once creates one partner', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const one = await readyToJoin(here.db)
      const user = await createUser(here.db)
      const other = await signedIn(here.db, user.id, { visit: await openedBrowser(here.db, one.invitation) })
      const answers = await Promise.allSettled([one.join(), one.join({ businessName: newBrand().businessName }, other)])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      for (const [n, answer] of answers.entries()) {
        if (answer.status === 'rejected') expect(answer.reason).toMatchObject(DEAD_INVITATION)
        expect(await tracesOf([one.user.id, user.id][n]!)).toEqual(answer.status === 'fulfilled' ? EVERYTHING : NOTHING)
      }
      expect(await here.db.partner.count({ where: { invitations: { some: { id: one.invitation.id } } } })).toBe(1)
    }
  })
  test('during a revocation of the invitation either succeeds or is refused', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { invitation, user, join } = await readyToJoin(here.db)
      const admin = await createAdmin(here.db)
      const [joined, revoked] = await Promise.allSettled([
        join(),
        revokeInvitation(admin, { invitationId: invitation.id }),
      ])
      expect([joined.status, revoked.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      const { status } = await readInvitation(invitation.id)
      expect(status).toBe(joined.status === 'fulfilled' ? 'accepted' : 'revoked')
      expect(await tracesOf(user.id)).toEqual(joined.status === 'fulfilled' ? EVERYTHING : NOTHING)
    }
  })
  test.each([
    ['revoked', async (id: string) => revokeInvitation(await createAdmin(here.db), { invitationId: id })],
    ['expired', (id: string) => lapse(id)],
  ])('is refused once the invitation is %s', async (_, end) => {
    const { invitation, user, join } = await readyToJoin(here.db)
    await end(invitation.id)
    await expect(join()).rejects.toMatchObject(DEAD_INVITATION)
    expect(await tracesOf(user.id)).toEqual(NOTHING)
  })
  test('is refused once another plan is active', async () => {
    const { user, join } = await readyToJoin(here.db)
    const [standard] = await here.db.commissionPlan.findMany({ where: { isActive: true } })
    const next = {
      id: crypto.randomUUID(),
      name: 'Standard',
      version: 2,
      basis: 'sales_value',
      currency: 'GBP',
    } as const
    await here.db.commissionPlan.update({ where: { id: standard!.id }, data: { isActive: false } })
    await here.db.commissionPlan.create({ data: { ...next, isActive: true } })
    await expect(join({ planId: standard!.id })).rejects.toMatchObject({ code: 'conflict', field: 'planId' })
    expect(await tracesOf(user.id)).toEqual(NOTHING)
    await here.db.commissionPlan.update({ where: { id: next.id }, data: { isActive: false } })
    await expect(join({ planId: next.id })).rejects.toMatchObject({ code: 'unavailable' })
    await here.db.commissionPlan.update({ where: { id: standard!.id }, data: { isActive: true } })
    expect(await join({ planId: standard!.id })).toMatchObject({ isApproved: true })
  })
})

describe('a password in the joining form', () => {
  test('works for later sign-ins, and is recorded', async () => {
    const { user, join } = await readyToJoin(here.db)
    await join({ password: OTHER_PASSWORD })
    await trySignIn(here.db, user.email, OTHER_PASSWORD)
    expect(await actionsOf(here.db, user.id)).toContain('password_changed')
  })
  test('is stored only if one is entered', async () => {
    const { user, join } = await readyToJoin(here.db)
    await join()
    expect(await here.db.password.count({ where: { userId: user.id } })).toBe(0)
    await expect(trySignIn(here.db, user.email, '')).rejects.toMatchObject({ code: 'unauthorized' })
  })
  test.each([
    ['Password1', /too common/],
    ['Owner-Brand-1', /your email address/],
  ])('that is easy to guess is rejected, and nothing is saved: %s', async (password, message) => {
    const { user, join } = await readyToJoin(here.db, { account: { email: `ownerbrand${Date.now()}@brand.test` } })
    await expect(join({ password })).rejects.toMatchObject({
      code: 'bad_input',
      field: 'password',
      message: expect.stringMatching(message),
    })
    expect(await tracesOf(user.id)).toEqual(NOTHING)
  })
  test('requires a recent sign-in, unlike joining without a password', async () => {
    const { user, viewer, join } = await readyToJoin(here.db)
    await expect(join({ password: OTHER_PASSWORD }, { viewer: longAgo(viewer) })).rejects.toMatchObject(SHOW_FIRST)
    expect(await tracesOf(user.id)).toEqual(NOTHING)
    expect(await join({}, { viewer: longAgo(viewer) })).toMatchObject({ isApproved: true })
  })
  test('is ignored if the account already has one', async () => {
    const { user, viewer, join } = await readyToJoin(here.db)
    await here.db.password.create({ data: { userId: user.id, hash: 'there' } })
    expect(await join({ password: 'Password1' }, { viewer: longAgo(viewer) })).toMatchObject({ isApproved: true })
    expect(await here.db.password.findUnique({ where: { userId: user.id } })).toMatchObject({ hash: 'there' })
  })
})

describe('joining is refused', () => {
  const refuse = async (
    { join, user }: Awaited<ReturnType<typeof readyToJoin>>,
    viewer: Viewer | null,
    expected: object,
  ) => {
    await expect(join({}, { viewer })).rejects.toMatchObject(expected)
    expect(await tracesOf(user.id)).toMatchObject({ partners: 0, agreements: 0, accepted: 0, mails: 0, noted: 0 })
  }
  test('without a session', async () =>
    refuse(await readyToJoin(here.db), null, {
      code: 'unauthorized',
      message: 'No active session found. Please sign in again.',
    }))
  test('with an unverified address', async () => {
    const ready = await readyToJoin(here.db, { account: { emailVerifiedAt: null } })
    await refuse(ready, ready.viewer, { code: 'unauthorized', message: 'Please complete account setup first' })
  })
  test('for an administrator', async () => {
    const ready = await readyToJoin(here.db, { account: { role: 'admin' } })
    await refuse(ready, ready.viewer, { code: 'forbidden', message: expect.stringMatching(/administrator/) })
  })
  test('for a customer without an invitation', async () => {
    const ready = await readyToJoin(here.db)
    ready.visit.cookies.delete('wtf_invitation')
    await refuse(ready, ready.viewer, DEAD_INVITATION)
  })
  test('if the session has ended or the account is being deleted', async () => {
    const [out, closed] = [await readyToJoin(here.db), await readyToJoin(here.db)]
    await here.db.session.deleteMany({ where: { userId: out.user.id } })
    await requestDeletion({ db: here.db, visit: closed.visit, viewer: closed.viewer }, { email: closed.user.email })
    for (const ready of [out, closed]) await refuse(ready, ready.viewer, { code: 'unauthorized' })
  })
})

describe('the values of the joining form', () => {
  let valid: Record<string, unknown>
  beforeEach(async () => {
    valid = { ...(await answersOf(here.db, newBrand())), planId: crypto.randomUUID() }
  })
  test.each<[string, unknown, string]>([
    ['agreedToPartner', false, 'Please agree to join the WTF Partner Network to continue'],
    ['understoodProcess', undefined, 'Please confirm you understand how WTF works to continue'],
    ['targetMonthlyRevenue', 0, 'Please select your product categories and revenue target to continue'],
    ['targetMonthlyRevenue', '', 'Please select your product categories and revenue target to continue'],
    ['preferredCategories', [], 'Please select your product categories and revenue target to continue'],
    ['businessName', ' \u0000 ', 'Business name is required'],
    ['contactPerson', undefined, 'Contact person is required'],
    ['businessAddress', '', 'Business address is required'],
    ['country', '', 'Please choose your country'],
    ['country', 'XX', 'Please choose your country'],
    ['currency', '', 'Please choose the currency you sell in'],
    ['currency', 'euro', 'Please choose the currency you sell in'],
    ['phone', '', 'Phone number is required'],
    ['phone', '-----------', 'Please enter a valid phone number'],
    ['phone', '12345', 'Please enter a valid phone number'],
    ['phone', '0123456789 ext', 'Please enter a valid phone number'],
    ['websiteUrl', 'not a site', 'Please enter a valid URL'],
    ['websiteUrl', 'javascript:alert(1)//a.b', 'Please enter a valid URL'],
    ['websiteUrl', 'https://user@brand.test', 'Please enter a valid URL'],
    ['websiteUrl', 'ftp://brand.test', 'Please enter a valid URL'],
    ['agreedToTerms', 'yes', 'Please agree to the terms to continue'],
    ['password', 'short', 'Password must be at least 8 characters with 1 uppercase letter and 1 number'],
    ['password', 'alllower1', 'Password must be at least 8 characters with 1 uppercase letter and 1 number'],
    ['password', 'NoDigitsHere', 'Password must be at least 8 characters with 1 uppercase letter and 1 number'],
    ['password', `A1${'x'.repeat(199)}`, 'Please use at most 200 characters'],
  ])('are rejected with a message for %s %j', (field, value, message) => {
    const { error } = joinInput.safeParse({ ...valid, [field]: value })
    expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([[field, message]])
  })
  test.each<[string, unknown, unknown]>([
    ['websiteUrl', ' brand.test ', 'https://brand.test'],
    ['websiteUrl', 'http://brand.test/shop', 'http://brand.test/shop'],
    ['websiteUrl', undefined, ''],
    ['phone', ' +44 20-7946 0958 ', '+44 20-7946 0958'],
    ['businessName', ' Acme\r\nBcc: all ', 'Acme Bcc: all'],
    ['targetMonthlyRevenue', '50000', 50_000],
    ['password', '', ''],
    ['timeZone', 'asia/tokyo', 'Asia/Tokyo'],
    ['timeZone', 'Atlantis/Capital', 'UTC'],
    ['timeZone', undefined, 'UTC'],
  ])('are converted: %s %j becomes %j', (field, value, read) => {
    expect(joinInput.parse({ ...valid, [field]: value })).toMatchObject({ [field]: read })
  })
  test.each([
    ['targetMonthlyRevenue', 200_001],
    ['targetMonthlyRevenue', 1.5],
    ['targetMonthlyRevenue', Infinity],
    ['preferredCategories', ['cars']],
    ['planId', 'standard'],
    ['businessName', 'x'.repeat(201)],
    ['businessAddress', 'x'.repeat(501)],
  ])('are rejected for %s %j', (field, value) => {
    expect(joinInput.safeParse({ ...valid, [field]: value }).success).toBe(false)
  })
})
