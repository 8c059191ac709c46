import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPartner, createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { COUNTRY_CODES } from '#server/platform/countries.schema.ts'
import { updatePreferencesInput, updateProfileInput } from './accounts.schema.ts'
import {
  getAccount,
  parseNotifications,
  setCurrency,
  setSearchMode,
  updateNotifications,
  updatePreferences,
  updateProfile,
} from './accounts.service.ts'
import { countryName, listCountries } from '#server/platform/countries.ts'

const here = useTestDatabase()
const PROFILE = {
  fullName: 'Ada Lovelace',
  phone: '+44 20 7946 0958',
  address: "12 St James's Square",
  city: 'London',
  country: 'GB',
}

describe('the profile', () => {
  test('is stored, and visible to its owner only', async () => {
    const [viewer, other] = [await createViewer(here.db), await createViewer(here.db)]
    await updateProfile({ db: here.db, viewer }, PROFILE)
    expect((await getAccount({ db: here.db, viewer })).profile).toEqual({
      ...PROFILE,
      countryName: 'United Kingdom',
      currency: null,
      language: 'en',
    })
    expect((await getAccount({ db: here.db, viewer: other })).profile).toMatchObject({
      fullName: 'Ada Example',
      phone: '',
      country: '',
    })
  })

  test("stores the owner's display currency, or none", async () => {
    const [viewer, without] = [await createViewer(here.db), await createViewer(here.db, { profile: {} })]
    const kept = async () => (await getAccount({ db: here.db, viewer })).profile?.currency
    await setCurrency({ db: here.db, viewer }, 'GBP')
    expect(await kept()).toBe('GBP')
    await setCurrency({ db: here.db, viewer }, null)
    expect(await kept()).toBeNull()
    await setCurrency({ db: here.db, viewer: without }, 'GBP')
    expect((await getAccount({ db: here.db, viewer: without })).profile).toBeNull()
  })

  test('is created once by 16 simultaneous saves', async () => {
    const viewer = await createViewer(here.db, { profile: {} })
    expect((await getAccount({ db: here.db, viewer })).profile).toBeNull()
    await Promise.all(
      Array.from({ length: 16 }, (_, number) =>
        updateProfile({ db: here.db, viewer }, { ...PROFILE, city: `City ${number}` }),
      ),
    )
    expect((await getAccount({ db: here.db, viewer })).profile).toMatchObject({
      fullName: 'Ada Lovelace',
      city: expect.stringMatching(/^City \d+$/),
    })
  })

  test('is saved independently of the preferences', async () => {
    const viewer = await createViewer(here.db)
    await Promise.all([
      updateProfile({ db: here.db, viewer }, PROFILE),
      updatePreferences({ db: here.db, viewer }, { currency: 'EUR', language: 'de' }),
    ])
    expect((await getAccount({ db: here.db, viewer })).profile).toMatchObject({
      ...PROFILE,
      currency: 'EUR',
      language: 'de',
    })
  })

  test.each([
    ['fullName', '  ', 'Full name is required'],
    ['fullName', 'x'.repeat(201), 'Please use at most 200 characters'],
    ['phone', '123456789', 'Please enter a valid phone number'],
    ['phone', '----------', 'Please enter a valid phone number'],
    ['phone', '0123456789x', 'Please enter a valid phone number'],
    ['phone', '++44 20 7946 0958', 'Please enter a valid phone number'],
    ['address', 'x'.repeat(100_000), 'Please use at most 200 characters'],
    ['city', 'x'.repeat(101), 'Please use at most 100 characters'],
    ['country', 'XX', 'Please choose a country from the list'],
    ['country', 'us', 'Please choose a country from the list'],
  ])('rejects an invalid %s', (field, value, message) => {
    const { error } = updateProfileInput.safeParse({ ...PROFILE, [field]: value })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, message]])
  })

  test('requires only a name', () => {
    expect(updateProfileInput.parse({ fullName: ' Ada ', phone: ' ', address: '', city: '', country: '' })).toEqual({
      fullName: 'Ada',
      phone: '',
      address: '',
      city: '',
      country: '',
    })
  })

  test('accepts any text, and PostgreSQL returns it unchanged', async () => {
    const viewer = await createViewer(here.db)
    const anything = fc.oneof(
      fc.string({ maxLength: 100, unit: 'grapheme' }),
      fc.string({ maxLength: 100, unit: 'binary' }),
      fc.array(fc.nat(0xffff), { maxLength: 60 }).map((codes) => String.fromCharCode(...codes)),
    )
    await fc.assert(
      fc.asyncProperty(anything, anything, async (fullName, city) => {
        const { success, data, error } = updateProfileInput.safeParse({ ...PROFILE, fullName, city })
        if (!success) {
          for (const { message } of error.issues)
            expect(message).toMatch(/^Full name is required$|^Please use at most \d+ characters$/)
          return
        }
        await updateProfile({ db: here.db, viewer }, data)
        expect((await getAccount({ db: here.db, viewer })).profile).toMatchObject({
          fullName: data.fullName,
          city: data.city,
        })
      }),
      { numRuns: 60 },
    )
  })
})

describe('the account page', () => {
  test('gets the data that the page needs, and no secrets', async () => {
    const viewer = await createViewer(here.db, {
      emailVerifiedAt: null,
      role: 'partner',
      password: { create: { hash: '$argon2id$secret' } },
    })
    await createPartner(here.db, { ownerId: viewer.userId, businessName: 'Own Thread' })
    const token = { purpose: 'change_email' as const, userId: viewer.userId, browserHash: 'secret' }
    await here.db.oneTimeToken.createMany({
      data: [
        {
          ...token,
          email: 'used@example.test',
          tokenHash: 'secret 1',
          expiresAt: new Date(Date.now() + 60_000),
          usedAt: new Date(),
        },
        { ...token, email: 'late@example.test', tokenHash: 'secret 2', expiresAt: new Date(Date.now() - 60_000) },
        { ...token, email: 'next@example.test', tokenHash: 'secret 3', expiresAt: new Date(Date.now() + 60_000) },
      ],
    })
    const account = await getAccount({ db: here.db, viewer })
    expect(account).toMatchObject({
      email: viewer.email,
      isEmailVerified: false,
      role: 'partner',
      pendingEmail: 'next@example.test',
      passwordChangedAt: expect.any(Date),
      businessName: 'Own Thread',
      searchMode: 'normal',
    })
    expect(JSON.stringify(account)).not.toContain('secret')
    expect(await getAccount({ db: here.db, viewer: await createViewer(here.db) })).toMatchObject({
      pendingEmail: null,
      passwordChangedAt: null,
      businessName: null,
      isEmailVerified: true,
    })
  })

  test('stores search mode and notifications for each user', async () => {
    const [viewer, other] = [await createViewer(here.db), await createViewer(here.db)]
    await setSearchMode({ db: here.db, viewer }, 'intelligent')
    await updateNotifications(
      { db: here.db, viewer },
      { priceDrops: true, backInStock: false, reviewRequests: false, news: true },
    )
    expect(await getAccount({ db: here.db, viewer })).toMatchObject({
      searchMode: 'intelligent',
      notifications: { priceDrops: true, backInStock: false, reviewRequests: false, news: true },
    })
    expect(await getAccount({ db: here.db, viewer: other })).toMatchObject({
      searchMode: 'normal',
      notifications: { priceDrops: false, backInStock: false, reviewRequests: false, news: false },
    })
  })
})

test('sends no optional email without consent', () => {
  for (const stored of [null, undefined, {}, [], 'yes', 7, { priceDrops: 'true', news: 1, other: true }])
    expect(parseNotifications(stored)).toEqual({
      priceDrops: false,
      backInStock: false,
      reviewRequests: false,
      news: false,
    })
})

test('lists every country by name with common ones first, and rejects unknown codes', () => {
  const { usual, others } = listCountries()
  expect(usual.map(({ name }) => name)).toEqual(['United States', 'Canada', 'United Kingdom', 'Germany', 'France'])
  expect(others.map(({ name }) => name)).toEqual(
    others.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en')),
  )
  expect([...usual, ...others].filter(({ code, name }) => name === code || !name)).toEqual([])
  expect(new Set(COUNTRY_CODES).size).toBe(249)
  expect([countryName(''), countryName('XX'), countryName('nonsense')]).toEqual(['', '', ''])
  expect(
    updatePreferencesInput.safeParse({ currency: 'JPY', language: 'tlh' }).error?.issues.map(({ message }) => message),
  ).toEqual(['Please choose a currency from the list', 'Please choose a language from the list'])
})
