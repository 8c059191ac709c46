import { beforeAll, describe, expect, test } from 'vitest'
import { createPartner, createUser } from '#tests/factories.ts'
import { createAccount, signedIn } from '#tests/setup/auth.ts'
import { createAdmin, inviteBrand, openedBrowser } from '#tests/setup/joining.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit, type TestVisit } from '#tests/setup/visit.ts'
import { TERMS_VERSION } from '#server/partners/terms.values.ts'
import type { Viewer } from '#server/platform/viewer.ts'
import { admit, findJoiningAccount } from './admission.service.ts'
import { revokeInvitation } from './invite.service.ts'

const here = useTestDatabase()
const [VISITOR, REFUSED] = [null, { kind: 'refused', isAdmin: false }]

type Asker = { visit: TestVisit; viewer: Viewer | null }
const asking = (given: Parameters<typeof createUser>[1]) => async (visit: TestVisit) =>
  signedIn(here.db, (await createUser(here.db, given)).id, { visit })
const asPartner =
  (verificationStatus: 'pending' | 'approved' | 'rejected' | 'suspended') =>
  async (visit: TestVisit): Promise<Asker> => {
    const user = await createUser(here.db, { role: 'partner' })
    await createPartner(here.db, { ownerId: user.id, verificationStatus })
    return signedIn(here.db, user.id, { visit })
  }
const ADMITTED = { kind: 'admitted', admitted: { termsVersion: TERMS_VERSION, plan: { name: 'Standard', version: 1 } } }
const admitted = (account: object | null) => ({ ...ADMITTED, admitted: { ...ADMITTED.admitted, account } })

/** Expected results for each visitor without an invitation and with an open one. */
const ASKERS: Array<[string, (visit: TestVisit) => Promise<Asker>, { kind: string; isAdmin?: boolean }, object]> = [
  ['a visitor', async (visit) => ({ visit, viewer: VISITOR }), REFUSED, admitted(null)],
  ['a customer', asking({ fullName: 'Ada' }), { kind: 'customer' }, admitted({ fullName: 'Ada', hasPassword: false })],
  [
    'a customer with a password',
    async (visit) => signedIn(here.db, (await createAccount(here.db)).id, { visit }),
    { kind: 'customer' },
    admitted({ hasPassword: true }),
  ],
  [
    'an account without a profile',
    asking({ profile: {} }),
    { ...admitted({ fullName: '', hasPassword: false }) },
    admitted({ fullName: '', hasPassword: false }),
  ],
  ['an account with an unverified address', asking({ emailVerifiedAt: null }), { kind: 'customer' }, admitted(null)],
  [
    'an account with neither a profile nor a verified address',
    asking({ profile: {}, emailVerifiedAt: null }),
    admitted(null),
    admitted(null),
  ],
  ['a pending partner', asPartner('pending'), { kind: 'partner' }, { kind: 'partner' }],
  ['an approved partner', asPartner('approved'), { kind: 'partner' }, { kind: 'partner' }],
  ['a rejected partner', asPartner('rejected'), { kind: 'partner' }, { kind: 'partner' }],
  ['a suspended partner', asPartner('suspended'), { kind: 'partner' }, { kind: 'partner' }],
  ['a partner without a business', asking({ role: 'partner' }), { kind: 'customer' }, admitted({ hasPassword: false })],
  [
    'an administrator',
    asking({ role: 'admin' }),
    { kind: 'refused', isAdmin: true },
    { kind: 'refused', isAdmin: true },
  ],
]

describe('admission to onboarding', () => {
  test.each(ASKERS)('is decided for %s without an invitation', async (_, become, expected) => {
    const asker = await become(createVisit())
    const admission = await admit({ db: here.db, ...asker })
    expect(admission).toMatchObject(expected)
    if (admission.kind === 'admitted') expect(admission.admitted.invitation).toBeNull()
  })
  test.each(ASKERS)('is decided for %s with an invitation', async (_, become, __, expected) => {
    const { id, email, businessName, token } = await inviteBrand(here.db)
    const asker = await become(await openedBrowser(here.db, { token, email }))
    const admission = await admit({ db: here.db, ...asker })
    expect(admission).toMatchObject(expected)
    if (admission.kind === 'admitted') expect(admission.admitted.invitation).toMatchObject({ id, email, businessName })
    // The result contains no tokens.
    expect(JSON.stringify(admission)).not.toContain(token)
  })
  test.each(ASKERS)(
    'reports a revoked invitation to %s only if a valid one would have admitted them',
    async (_, become, expected) => {
      const invited = await inviteBrand(here.db)
      const visit = await openedBrowser(here.db, invited)
      await revokeInvitation(await createAdmin(here.db), { invitationId: invited.id })
      const wouldGoHome = expected.kind === 'customer' || (expected.kind === 'refused' && !expected.isAdmin)
      expect(await admit({ db: here.db, ...(await become(visit)) })).toMatchObject(
        wouldGoHome ? { kind: 'dead' } : expected,
      )
    },
  )
})

describe('the plan shown during onboarding', () => {
  beforeAll(async () => {
    await here.db.commissionPlan.updateMany({ where: { isActive: true }, data: { isActive: false } })
    await here.db.commissionPlan.create({
      data: {
        id: crypto.randomUUID(),
        name: 'Standard',
        version: 2,
        basis: 'sales_value',
        currency: 'GBP',
        isActive: true,
        tiers: {
          create: [
            { name: 'Later', fromValue: 1_000, upTo: null, rateBps: 500 },
            { name: 'First', fromValue: 0, upTo: 1_000, rateBps: 900 },
          ],
        },
      },
    })
    return async () => {
      await here.db.commissionPlan.updateMany({ data: { isActive: false } })
      await here.db.commissionPlan.updateMany({ where: { name: 'Standard', version: 1 }, data: { isActive: true } })
    }
  })
  test('is the active one, with tiers in ascending order', async () => {
    const { viewer, visit } = await asking({ profile: {} })(createVisit())
    expect(await admit({ db: here.db, visit, viewer })).toMatchObject({
      admitted: {
        plan: {
          version: 2,
          currency: 'GBP',
          tiers: [
            { name: 'First', fromMinor: 0, upToMinor: 1_000, rateBps: 900 },
            { name: 'Later', fromMinor: 1_000, upToMinor: null, rateBps: 500 },
          ],
        },
      },
    })
  })
})

describe('the account shown during onboarding', () => {
  test.each([
    ['nobody', async () => null, null],
    ['an administrator', async () => (await asking({ role: 'admin' })(createVisit())).viewer, null],
    ['an unverified address', async () => (await asking({ emailVerifiedAt: null })(createVisit())).viewer, null],
  ])('is null for %s', async (_, viewerOf, expected) => {
    expect(await findJoiningAccount({ db: here.db, viewer: await viewerOf() })).toBe(expected)
  })
  test('shows its address, name, and whether it has a password', async () => {
    const { id, email } = await createAccount(here.db, { fullName: 'Ada' })
    const { viewer } = await signedIn(here.db, id)
    expect(await findJoiningAccount({ db: here.db, viewer })).toEqual({ email, fullName: 'Ada', hasPassword: true })
  })
})
