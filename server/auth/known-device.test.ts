import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { createVisit } from '#tests/setup/visit.ts'
import { knownDevice, rememberDevice } from './known-device.ts'

const database = useTestDatabase()
const ADA = 'ada@example.test'
const cookieOf = (visit: { cookies: Map<string, string> }) => visit.cookies.get('wtf_device') ?? ''
const withCookie = (value: string) => {
  const visit = createVisit()
  visit.cookies.set('wtf_device', value)
  return visit
}

describe('a known device', () => {
  test('is recognised only for the accounts that signed in on it', async () => {
    const visit = createVisit()
    expect(await knownDevice({ db: database.db, visit }, ADA)).toBeNull()
    await rememberDevice({ db: database.db, visit }, ADA)
    await rememberDevice({ db: database.db, visit }, 'grace@example.test')
    const [ada, grace] = [
      await knownDevice({ db: database.db, visit }, ADA),
      await knownDevice({ db: database.db, visit }, 'grace@example.test'),
    ]
    expect(ada).toMatch(/^[\w-]{22}$/)
    expect(grace).toMatch(/^[\w-]{22}$/)
    expect(ada).not.toBe(grace)
    expect(await knownDevice({ db: database.db, visit }, 'other@example.test')).toBeNull()
    expect(await knownDevice({ db: database.db, visit: createVisit() }, ADA)).toBeNull()
  })
  test('has a persistent HttpOnly cookie without account names', async () => {
    const visit = createVisit()
    await rememberDevice({ db: database.db, visit }, ADA)
    expect(visit.headers.at(-1)).toMatch(
      /^wtf_device=[\w-]{22}\.[\w-]{22}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/,
    )
    const secure = createVisit({ siteUrl: 'https://shop.example' })
    await rememberDevice({ db: database.db, visit: secure }, ADA)
    expect(secure.headers.at(-1)).toMatch(
      /^__Host-wtf_device=[\w-]{22}\.[\w-]{22}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax; Secure$/,
    )
  })
  test('gets a new ID at each sign-in, and remembers the last five accounts', async () => {
    const visit = createVisit()
    await rememberDevice({ db: database.db, visit }, ADA)
    const first = await knownDevice({ db: database.db, visit }, ADA)
    await rememberDevice({ db: database.db, visit }, ADA)
    expect(await knownDevice({ db: database.db, visit }, ADA)).not.toBe(first)
    expect(cookieOf(visit)).toHaveLength(45)
    for (let other = 1; other <= 4; other++)
      await rememberDevice({ db: database.db, visit }, `other${other}@example.test`)
    expect(await knownDevice({ db: database.db, visit }, ADA)).not.toBeNull()
    await rememberDevice({ db: database.db, visit }, 'other5@example.test')
    expect(await knownDevice({ db: database.db, visit }, ADA)).toBeNull()
    expect(cookieOf(visit)).toHaveLength(5 * 46 - 1)
  })
  test('is not recognised by a forged, altered or recombined cookie', async () => {
    const visit = createVisit()
    await rememberDevice({ db: database.db, visit }, ADA)
    const [number = '', mark = ''] = cookieOf(visit).split('.')
    const other = createVisit()
    await rememberDevice({ db: database.db, visit: other }, 'grace@example.test')
    const [otherNumber = '', otherMark = ''] = cookieOf(other).split('.')
    const swapped = (text: string) => (text.startsWith('A') ? 'B' : 'A') + text.slice(1)
    const strange = [
      '',
      '~',
      '.',
      `${number}.`,
      `${number}.${swapped(mark)}`,
      `${swapped(number)}.${mark}`,
      `${number}.${otherMark}`,
      `${otherNumber}.${mark}`,
      `${number}.${mark}x`,
      'x'.repeat(100_000),
      '~'.repeat(100_000),
      `~~~~~${number}.${mark}`,
      `${number}.${'é'.repeat(22)}`,
    ]
    for (const value of strange)
      expect(await knownDevice({ db: database.db, visit: withCookie(value) }, ADA)).toBeNull()
    expect(await knownDevice({ db: database.db, visit: withCookie(`x~${number}.${mark}`) }, ADA)).toBe(number)
  })
})
