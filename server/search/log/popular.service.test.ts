import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { newId } from '#server/platform/ids.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { normaliseQuery } from './normalise-query.ts'
import { forgetPastSearches, listFoundNothing, listPopular, pastSearches } from './popular.service.ts'
import { rollUpSearches } from './roll-up.ts'

const database = useTestDatabase()
const NOW = new Date('2026-11-20T12:00:00Z')

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: NOW })
  // lru-cache treats a time of 0 as no time, so entries from then would never expire.
  vi.advanceTimersByTime(1)
  await database.db.searchDay.deleteMany()
  forgetPastSearches(database.db)
})
afterEach(() => void vi.useRealTimers())

const asked = (shown: string, searches: number, given: Partial<Prisma.SearchDayCreateManyInput> = {}) => ({
  day: new Date('2026-11-20'),
  query: normaliseQuery(shown),
  mode: 'normal',
  partnerKey: '',
  shown,
  searches,
  foundNothing: 0,
  clicks: 0,
  ...given,
})
const store = async (...rows: Array<ReturnType<typeof asked>>) => {
  await database.db.searchDay.createMany({ data: rows })
  forgetPastSearches(database.db)
}
const popular = async () =>
  (await listPopular(database.db)).map(({ query, searches, kind }) =>
    kind === 'search' ? `${query} ${searches}` : kind,
  )

describe('listPopular', () => {
  test('lists the most frequent searches, if made at least twice', async () => {
    await store(asked('linen dress', 3), asked('black boots', 12), asked('kilts', 1), asked('raincoat', 2))
    expect(await listPopular(database.db)).toEqual([
      { query: 'black boots', searches: 12, kind: 'search' },
      { query: 'linen dress', searches: 3, kind: 'search' },
      { query: 'raincoat', searches: 2, kind: 'search' },
    ])
  })
  test('lists 8 at most, in a stable order', async () => {
    await store(...Array.from({ length: 12 }, (_, n) => asked(`dress ${String(n).padStart(2, '0')}`, 5)))
    expect(await popular()).toEqual(Array.from({ length: 8 }, (_, n) => `dress 0${n} 5`))
  })
  test('sums days, modes and spellings, and shows the most common spelling', async () => {
    await store(
      asked('linen dress', 4, { day: new Date('2026-11-18') }),
      asked('linen dresses', 3, { day: new Date('2026-11-19') }),
      asked('linen dresses', 2),
      asked('linen-dress', 1, { mode: 'intelligent' }),
      asked('kilt', 1),
      asked('kilt', 1, { mode: 'intelligent' }),
    )
    expect(await popular()).toEqual(['linen dresses 10', 'kilt 2'])
  })
  test('covers the last 30 days', async () => {
    await store(
      asked('linen dress', 2, { day: new Date('2026-10-22') }),
      asked('fur coat', 9, { day: new Date('2026-10-21') }),
    )
    expect(await popular()).toEqual(['linen dress 2'])
  })
  test('lists only searches of the whole shop that had results', async () => {
    await store(
      asked('kilt', 9, { foundNothing: 9 }),
      asked('boots', 3, { foundNothing: 2 }),
      asked('belts', 7, { partnerKey: newId() }),
    )
    expect(await popular()).toEqual(['boots 3'])
  })
  test.each([
    'jane@example.com',
    'order 12345',
    '07700 900123',
    '4111 1111 1111 1111',
    '+44 (0)20 7946 0958',
    'dress 12345678',
    'fuck this',
    'Fucks',
    'porn',
    'NAZI boots',
  ])('leaves out %j', async (query) => {
    await store(asked(query.toLowerCase(), 50), asked('boots', 2))
    expect(await popular()).toEqual(['boots 2'])
  })
  test.each([
    'levi 501',
    'size 12 dress',
    'dress 20-50',
    '1990s',
    'cocktail dress',
    'pussy bow blouse',
    'nude heels',
    'scunthorpe scarf',
    '501 0501',
  ])('allows %j', async (query) => {
    await store(asked(query, 2))
    expect(await popular()).toEqual([`${query} 2`])
  })
  test('falls back to the most common brands of the newest 50 products', async () => {
    expect(await listPopular(database.db)).toEqual([])
    const [shop, pending] = await Promise.all([
      createPartner(database.db),
      createPartner(database.db, { verificationStatus: 'pending' }),
    ])
    const create = (brandName: string, count: number, fields = {}) =>
      Promise.all(
        Array.from({ length: count }, () => createProduct(database.db, { partnerId: shop.id, brandName, ...fields })),
      )
    await create('Old', 5, { createdAt: new Date('2020-01-01') })
    await create('Hidden', 20, { status: 'draft' })
    await create('Pending', 20, { partnerId: pending.id })
    for (let n = 1; n <= 9; n++) await create(`Brand ${n}`, n)
    await create('Fill', 5)
    expect(await listPopular(database.db)).toEqual(
      ['Brand 9', 'Brand 8', 'Brand 7', 'Brand 6', 'Brand 5', 'Fill', 'Brand 4', 'Brand 3'].map((query) => ({
        query,
        searches: 0,
        kind: 'brand',
      })),
    )
    await store(asked('boots', 2))
    expect(await popular()).toEqual(['boots 2'])
  })
})

describe('pastSearches', () => {
  test('returns up to 500, under the rules of popular searches and without brands', async () => {
    expect(await pastSearches(database.db)).toEqual([])
    await store(
      ...Array.from({ length: 510 }, (_, n) => asked(`dress ${n}`, 2 + (n % 3))),
      asked('kilt', 9, { foundNothing: 9 }),
      asked('sari', 1),
      asked('a@b.example', 99),
      asked('porn', 99),
    )
    const past = await pastSearches(database.db)
    expect(past).toHaveLength(500)
    expect(past[0]).toEqual({ query: 'dress 101', searches: 4 })
    expect(past.every(({ query }) => query.startsWith('dress '))).toBe(true)
  })
})

describe('cached past searches', () => {
  const past = async () => (await pastSearches(database.db)).map(({ query }) => query)
  const storeUnseen = (query: string) => database.db.searchDay.createMany({ data: [asked(query, 5)] })

  test('are refreshed after a minute in the background', async () => {
    await store(asked('boots', 9))
    expect(await past()).toEqual(['boots'])
    await storeUnseen('belts')
    // Setting the clock back does not keep entries longer.
    vi.setSystemTime(NOW.getTime() - 3_600_000)
    vi.advanceTimersByTime(60_000)
    expect(await past()).toEqual(['boots'])
    vi.advanceTimersByTime(1)
    vi.setSystemTime(NOW)
    expect(await past()).toEqual(['boots'])
    await vi.waitFor(async () => expect(await past()).toEqual(['boots', 'belts']))
  })
  test('are refreshed after a roll-up', async () => {
    expect(await past()).toEqual([])
    await database.db.searchLog.createMany({
      data: [1, 2].map(() => ({ id: randomUUID(), searchedAt: NOW, query: 'scarves', mode: 'normal', found: 1 })),
    })
    await rollUpSearches(database.db, NOW)
    expect(await past()).toEqual(['scarves'])
  })
  test('survive a database outage', async () => {
    await store(asked('boots', 9))
    expect(await past()).toEqual(['boots'])
    await database.db.$executeRaw`ALTER TABLE search_days RENAME TO search_days_away`
    for (let minutes = 1; minutes < 4; minutes++) {
      vi.advanceTimersByTime(60_001)
      expect(await past()).toEqual(['boots'])
    }
    forgetPastSearches(database.db)
    await expect(past()).rejects.toThrow()
    await database.db.$executeRaw`ALTER TABLE search_days_away RENAME TO search_days`
    expect(await past()).toEqual(['boots'])
  })
})

describe('listFoundNothing', () => {
  const partnerId = newId()
  const rows = () => [
    asked('kilt', 5, { foundNothing: 5 }),
    asked('wellies', 9, { foundNothing: 7 }),
    asked('wellies', 2, { foundNothing: 2, mode: 'intelligent' }),
    asked('boots', 50),
    asked('clogs', 1, { foundNothing: 1, day: new Date('2026-11-14') }),
    asked('poncho', 8, { foundNothing: 8, day: new Date('2026-11-13') }),
    asked('jane@example.com', 99, { foundNothing: 99 }),
    asked('sari', 3, { foundNothing: 3, partnerKey: partnerId }),
    asked('kilt', 1, { foundNothing: 1, partnerKey: partnerId }),
  ]
  test('lists searches of the whole shop without results, most frequent first', async () => {
    await store(...rows())
    expect(await listFoundNothing(database.db, { days: 7, limit: 10 })).toEqual([
      { query: 'wellies', searches: 11, foundNothing: 9 },
      { query: 'kilt', searches: 5, foundNothing: 5 },
      { query: 'clogs', searches: 1, foundNothing: 1 },
    ])
    expect((await listFoundNothing(database.db, { days: 8, limit: 2 })).map(({ query }) => query)).toEqual([
      'wellies',
      'poncho',
    ])
  })
  test("lists searches of a partner's page without results", async () => {
    await store(...rows())
    expect(await listFoundNothing(database.db, { partnerId: partnerId.toUpperCase(), days: 7, limit: 10 })).toEqual([
      { query: 'sari', searches: 3, foundNothing: 3 },
      { query: 'kilt', searches: 1, foundNothing: 1 },
    ])
    expect(await listFoundNothing(database.db, { partnerId: newId(), days: 7, limit: 10 })).toEqual([])
  })
})
