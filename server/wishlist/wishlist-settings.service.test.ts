import { describe, expect, test } from 'vitest'
import { createViewer } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { getWishlistSettings, updateSettings } from './wishlist-settings.service.ts'
import { DEFAULT_SETTINGS, settingsForm, updateSettingsInput } from './wishlist.schema.ts'

const here = useTestDatabase()
const SETTINGS = { timeZone: 'Europe/Berlin', quietFrom: 22, quietUntil: 7, dropPercent: 25 }

test('wishlist settings are stored, and have defaults until then', async () => {
  const viewer = await createViewer(here.db)
  const ask = { db: here.db, viewer }
  expect(await getWishlistSettings(ask)).toEqual(DEFAULT_SETTINGS)
  const lastDigestAt = new Date()
  await updateSettings(ask, SETTINGS)
  await here.db.wishlistSettings.update({ where: { userId: viewer.userId }, data: { lastDigestAt } })
  await updateSettings(ask, { ...SETTINGS, dropPercent: 5 })
  expect(await getWishlistSettings(ask)).toEqual({ ...SETTINGS, dropPercent: 5 })
  expect(await here.db.wishlistSettings.findUnique({ where: { userId: viewer.userId } })).toMatchObject({
    lastDigestAt,
  })
})

test('wishlist settings have the same defaults as the database', async () => {
  const { userId } = await createViewer(here.db)
  expect(await here.db.wishlistSettings.create({ data: { userId } })).toMatchObject(DEFAULT_SETTINGS)
})

describe('invalid wishlist settings are refused', () => {
  test.each([
    ['timeZone', 'Atlantis/Capital'],
    ['timeZone', ''],
    ['timeZone', 'Europe/Berlin\u0000'],
    ['quietFrom', 24],
    ['quietUntil', -1],
    ['quietUntil', 1.5],
    ['dropPercent', 0],
    ['dropPercent', 96],
    ['dropPercent', 9.5],
  ])('with %s: %j', (field, value) => {
    const refused = updateSettingsInput.safeParse({ ...SETTINGS, [field]: value })
    expect(refused.error?.issues.map(({ path }) => path)).toEqual([[field]])
    const texts = Object.fromEntries(
      Object.entries({ ...SETTINGS, [field]: value }).map(([key, each]) => [key, `${each}`]),
    )
    expect(settingsForm.safeParse(texts).error?.issues.map(({ path }) => path)).toEqual([[field]])
  })
  test('from a form with an empty field', () => {
    expect(settingsForm.safeParse({ ...SETTINGS, dropPercent: '' }).error?.issues[0]?.message).toBe(
      'Please enter a whole number from 1 to 95',
    )
    expect(
      settingsForm.parse({ timeZone: 'Asia/Calcutta', quietFrom: '0', quietUntil: '23', dropPercent: '95' }),
    ).toEqual({
      timeZone: 'Asia/Calcutta',
      quietFrom: 0,
      quietUntil: 23,
      dropPercent: 95,
    })
  })
})
