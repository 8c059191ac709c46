import { describe, expect, test } from 'vitest'
import { configureAuth } from '#server/auth/auth-config.ts'
import { findViewer } from '#server/auth/session.service.ts'
import { startSession } from '#server/auth/start-session.ts'
import { walkThrough } from '#tests/setup/oidc.ts'
import { GOOGLE_FAILED, useProviders } from '#tests/setup/sign-in-by-provider.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { finishOAuth, startOAuth } from './oidc.service.ts'

const database = useTestDatabase()
const { comeIn, newPerson, providers, viewerOf } = useProviders(database)
const createUser = (email: string, given: object = {}) =>
  database.db.user.create({ data: { email, ...given }, include: { password: true } })
const withPassword = { password: { create: { hash: 'a hash' } } }

describe("the account that matches a provider's sign-in", () => {
  test.each([[false], ['false'], [undefined]])(
    'is not found by an address that the provider has not verified (%s)',
    async (verified) => {
      const person = newPerson()
      const { sub, email } = person
      providers.google.addUser({ sub, email, ...(verified !== undefined && { email_verified: verified as false }) })
      await expect(comeIn(person.sub)).rejects.toMatchObject(GOOGLE_FAILED)
      expect(await database.db.user.count({ where: { email: person.email } })).toBe(0)
    },
  )

  test('is found by subject, even if the address changes', async () => {
    const person = newPerson()
    const { visit } = await comeIn(person.sub)
    providers.google.addUser({ ...person, email: 'moved@example.test', email_verified: false })
    const { userId } = await viewerOf((await comeIn(person.sub)).visit)
    expect(userId).toBe((await viewerOf(visit)).userId)
  })

  test('is linked by the same verified address, and keeps its password', async () => {
    const person = newPerson()
    const user = await createUser(person.email, {
      emailVerifiedAt: new Date(),
      profile: { create: { fullName: 'As Entered' } },
      ...withPassword,
    })
    const { visit, result } = await comeIn(person.sub)
    expect(result.isNew).toBe(false)
    expect(await viewerOf(visit)).toMatchObject({ userId: user.id, fullName: 'As Entered' })
    expect(await database.db.password.count({ where: { userId: user.id } })).toBe(1)
  })

  test('goes to the person who verifies the address, and everyone else loses access', async () => {
    const person = newPerson()
    const user = await createUser(person.email, { profile: { create: { fullName: 'Squatter' } }, ...withPassword })
    const squatter = createVisit()
    await startSession({ db: database.db, visit: squatter }, user.id, { remember: true })
    const theirs = newPerson()
    await comeIn(theirs.sub, {}, squatter, await viewerOf(squatter))

    const { visit, result } = await comeIn(person.sub)
    expect(result.isNew).toBe(false)
    expect(await viewerOf(visit)).toMatchObject({ userId: user.id, isEmailVerified: true })
    expect(await findViewer({ db: database.db, visit: squatter })).toBeNull()
    expect(await database.db.password.count({ where: { userId: user.id } })).toBe(0)
    expect((await viewerOf((await comeIn(theirs.sub)).visit)).userId).not.toBe(user.id)
    expect(await database.db.auditEntry.count({ where: { subjectId: user.id, action: 'account_claimed' } })).toBe(1)
  })

  test("becomes the owner's customer or partner account if a stranger opened it as a partner", async () => {
    for (const accountType of ['customer', 'partner'] as const) {
      const person = newPerson({ name: `House ${accountType}` })
      const user = await createUser(person.email, { role: 'partner', ...withPassword })
      const squatted = await database.db.partner.create({
        data: { businessName: `Squatted ${accountType}`, email: person.email, ownerId: user.id },
      })
      const viewer = await viewerOf((await comeIn(person.sub, { accountType })).visit)
      expect(viewer).toMatchObject({ userId: user.id, role: accountType })
      expect(await database.db.partner.findUnique({ where: { id: squatted.id } })).toBeNull()
      if (accountType === 'partner')
        expect(await database.db.partner.findFirst({ where: { ownerId: user.id } })).toMatchObject({
          businessName: 'House partner',
          verificationStatus: 'pending',
        })
    }
  })

  test('gets an email about each added sign-in method, and about no other sign-in', async () => {
    const person = newPerson()
    const user = await createUser(person.email, {
      emailVerifiedAt: new Date(),
      profile: { create: { fullName: 'As Entered' } },
      ...withPassword,
    })
    const mails = () =>
      database.db.mail.findMany({
        where: { toAddress: person.email, kind: 'provider_added' },
        orderBy: { createdAt: 'asc' },
      })
    const { visit } = await comeIn(person.sub)
    expect(await mails()).toMatchObject([
      { subject: 'Google was added to your account', text: expect.stringContaining(person.email) },
    ])
    await comeIn(person.sub)
    expect(await mails()).toHaveLength(1)
    const other = newPerson()
    await comeIn(other.sub, { provider: 'apple' }, visit, await viewerOf(visit))
    expect((await mails())[1]).toMatchObject({
      subject: 'Apple was added to your account',
      text: expect.stringContaining(other.email),
    })
    expect((await viewerOf(visit)).userId).toBe(user.id)
    const fresh = newPerson()
    await comeIn(fresh.sub)
    expect(await database.db.mail.count({ where: { toAddress: fresh.email, kind: 'provider_added' } })).toBe(0)
  })

  test('is found through another provider with the same address', async () => {
    const person = newPerson()
    const byGoogle = await viewerOf((await comeIn(person.sub)).visit)
    expect(await viewerOf((await comeIn(person.sub, { provider: 'apple' })).visit)).toMatchObject({
      userId: byGoogle.userId,
    })
  })

  test('becomes an admin for an address in ADMIN_EMAILS, but not at the partner sign-in', async () => {
    const person = newPerson()
    configureAuth({ adminEmails: [person.email] })
    expect(await viewerOf((await comeIn(person.sub)).visit)).toMatchObject({ role: 'admin' })
    await expect(comeIn(person.sub, { accountType: 'partner' })).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('cancels a pending account deletion', async () => {
    const person = newPerson()
    const user = await createUser(person.email, { emailVerifiedAt: new Date(), deletionRequestedAt: new Date() })
    const { visit, result } = await comeIn(person.sub)
    expect(await viewerOf(visit)).toMatchObject({ userId: user.id })
    expect(result.notice).toBe('Welcome back. Your account will not be deleted.')
  })

  test('gets a profile if it has none', async () => {
    const person = newPerson()
    const { id } = await createUser(person.email, { emailVerifiedAt: new Date() })
    expect(await viewerOf((await comeIn(person.sub)).visit)).toMatchObject({ hasProfile: true, fullName: person.name })
    await database.db.profile.delete({ where: { userId: id } })
    expect(await viewerOf((await comeIn(person.sub)).visit)).toMatchObject({ hasProfile: true, fullName: person.name })
  })
})

describe('partners who sign in with a provider', () => {
  test('are pending when they join, under the name from the provider', async () => {
    const person = newPerson({ name: 'Maison Noir' })
    const { visit } = await comeIn(person.sub, { accountType: 'partner', redirectTo: '/brand/dashboard' })
    const viewer = await viewerOf(visit)
    expect(viewer).toMatchObject({ role: 'partner', partner: { status: 'pending' } })
    expect(await database.db.partner.findFirst({ where: { ownerId: viewer.userId } })).toMatchObject({
      businessName: 'Maison Noir',
      email: person.email,
      businessType: 'ecommerce',
    })
  })

  test('sell in the currency of the country that they visit from, and enter their country later', async () => {
    const rate = { currency: 'EUR', toBase: '1.1', asOf: new Date('2026-11-27') }
    await database.db.exchangeRate.upsert({ where: { currency: 'EUR' }, create: rate, update: rate })
    for (const [country, currency] of [
      ['DE', 'EUR'],
      ['BR', 'USD'],
      ['Unknown', 'USD'],
    ] as const) {
      const person = newPerson()
      await comeIn(person.sub, { accountType: 'partner' }, createVisit({ country }))
      expect(await database.db.partner.findUnique({ where: { email: person.email } })).toMatchObject({
        country: null,
        currency,
      })
    }
  })

  test('are named after their email address if the provider gives no name, with a suffix if the name is taken', async () => {
    const nameless = newPerson({ email: 'atelier@example.test' })
    await comeIn(nameless.sub, { provider: 'apple', accountType: 'partner' })
    expect(await database.db.partner.findUnique({ where: { email: 'atelier@example.test' } })).toMatchObject({
      businessName: 'atelier',
    })
    const namesake = newPerson({ name: 'Atelier' })
    await comeIn(namesake.sub, { accountType: 'partner' })
    expect(await database.db.partner.findUnique({ where: { email: namesake.email } })).toMatchObject({
      businessName: expect.stringMatching(/^Atelier [0-9a-f]{6}$/),
    })
  })

  test('take over their own pending sign-up, but never an approved partner', async () => {
    const pending = newPerson()
    const row = await database.db.partner.create({ data: { businessName: 'Waiting', email: pending.email } })
    const viewer = await viewerOf((await comeIn(pending.sub, { accountType: 'partner' })).visit)
    expect(viewer.partner).toEqual({ id: row.id, status: 'pending', role: 'owner' })

    const other = newPerson()
    await database.db.partner.create({
      data: { businessName: 'Standing', email: other.email, verificationStatus: 'approved' },
    })
    await expect(comeIn(other.sub, { accountType: 'partner' })).rejects.toMatchObject({
      code: 'conflict',
      message: 'Failed to create account',
    })
    expect(await database.db.user.count({ where: { email: other.email } })).toBe(0)
  })

  test('are not created because of parameters in the callback', async () => {
    const visit = createVisit()
    const { url } = await startOAuth({ db: database.db, visit }, { provider: 'google', accountType: 'customer' })
    const { params } = await walkThrough(url, newPerson().sub)
    await finishOAuth(
      { db: database.db, visit },
      {
        params: { ...params, accountType: 'partner', user_type: 'partner', redirectTo: '//evil.example' },
      },
    )
    expect(await viewerOf(visit)).toMatchObject({ role: 'customer', partner: null })
  })

  test('are not created from customer accounts, which get an error and no session', async () => {
    const person = newPerson()
    await comeIn(person.sub)
    const visit = createVisit()
    await expect(comeIn(person.sub, { accountType: 'partner' }, visit)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'Invalid partner account',
    })
    expect(await findViewer({ db: database.db, visit })).toBeNull()
    await expect(comeIn(person.sub, { provider: 'apple', accountType: 'partner' })).rejects.toMatchObject({
      message: 'Invalid partner account',
    })
  })
})
