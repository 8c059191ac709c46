import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Prisma } from '#prisma/generated/client.ts'
import { connect } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { LOCKS } from '#server/platform/locks.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { rollUpSearches } from './roll-up.ts'

const database = useTestDatabase()
const NOW = new Date('2026-11-20T12:00:00Z')
const DAY = 86_400_000
const ago = (days: number) => new Date(NOW.getTime() - days * DAY)

beforeEach(async () => {
  await database.db.searchLog.deleteMany()
  await database.db.searchDay.deleteMany()
})

const searched = (...searches: Array<Partial<Prisma.SearchLogCreateManyInput>>) =>
  database.db.searchLog.createMany({
    data: searches.map((given) => ({
      id: randomUUID(),
      searchedAt: NOW,
      query: 'linen dress',
      mode: 'normal',
      found: 5,
      ...given,
    })),
  })
const days = async () =>
  (
    await database.db.searchDay.findMany({
      orderBy: [{ day: 'asc' }, { query: 'asc' }, { mode: 'asc' }, { partnerKey: 'asc' }],
    })
  ).map(({ day, ...rest }) => ({ ...rest, day: day.toISOString().slice(0, 10) }))
const rollUp = (now = NOW) => rollUpSearches(database.db, now)

describe('rollUpSearches', () => {
  test('counts searches, those without results and those with a click', async () => {
    await searched({}, { found: 0 }, { clickedPosition: 2, clickedAt: NOW }, { clickedPosition: 9, clickedAt: NOW })
    await rollUp()
    expect(await days()).toEqual([
      {
        day: '2026-11-20',
        query: 'linen dress',
        mode: 'normal',
        partnerKey: '',
        shown: 'linen dress',
        searches: 4,
        foundNothing: 1,
        clicks: 2,
      },
    ])
  })
  test("ignores uncounted views, and deletes the previous days' hashes", async () => {
    await searched(
      {},
      { query: 'FORGED', isCounted: false },
      { query: 'Linen Dresses', isCounted: false, found: 0, clickedPosition: 1 },
      { query: 'linen dresses', isCounted: false },
    )
    await database.db.searchMark.createMany({
      data: [
        { mark: 'old', day: new Date('2026-11-19') },
        { mark: 'new', day: new Date('2026-11-20') },
      ],
    })
    await rollUp()
    expect(
      (await days()).map(({ shown, searches, foundNothing, clicks }) => [shown, searches, foundNothing, clicks]),
    ).toEqual([['linen dress', 1, 0, 0]])
    expect((await database.db.searchMark.findMany()).map(({ mark }) => mark)).toEqual(['new'])
  })
  test('merges spellings and shows the most common one', async () => {
    await searched(
      ...['Linen dresses', 'linen  DRESSES ', 'LINEN DRESS', 'linen-dress', 'Élan', 'élan', 'ELAN', '???'].map(
        (query) => ({ query }),
      ),
    )
    await rollUp()
    expect((await days()).map(({ query, shown, searches }) => [query, shown, searches])).toEqual([
      ['elan', 'élan', 3],
      ['linen dress', 'linen dresses', 4],
    ])
  })
  test('separates modes and partners', async () => {
    const partnerId = newId()
    await searched({}, { mode: 'intelligent' }, { partnerId }, { partnerId, found: 0 })
    await rollUp()
    expect(
      (await days()).map(({ mode, partnerKey, searches, foundNothing }) => [mode, partnerKey, searches, foundNothing]),
    ).toEqual([
      ['intelligent', '', 1, 0],
      ['normal', '', 1, 0],
      ['normal', partnerId, 2, 1],
    ])
  })
  test('uses days in UTC', async () => {
    await searched(
      ...[
        '2026-11-18T23:59:59.999Z',
        '2026-11-19T00:00:00Z',
        '2026-11-19T23:59:59.999Z',
        '2026-11-20T00:00:00Z',
        '2026-11-21T00:00:00Z',
      ].map((at) => ({ searchedAt: new Date(at) })),
    )
    await rollUp()
    expect((await days()).map(({ day, searches }) => [day, searches])).toEqual([
      ['2026-11-18', 1],
      ['2026-11-19', 2],
      ['2026-11-20', 1],
    ])
  })
  test('gives the same result when it runs again, even in several processes at once', async () => {
    await searched(
      ...Array.from({ length: 300 }, (_, n) => ({ query: `dress ${n % 40}`, searchedAt: ago(n % 30), found: n % 3 })),
    )
    await rollUp()
    const first = await days()
    expect(first.reduce((sum, { searches }) => sum + searches, 0)).toBe(300)
    await rollUp()
    expect(await days()).toEqual(first)
    await database.db.searchDay.deleteMany()
    const others = [connect(database.url, { poolSize: 2 }), connect(database.url, { poolSize: 2 })]
    await Promise.all([...others, database.db].map((db) => rollUpSearches(db, NOW)))
    await rollUp()
    await Promise.all(others.map((db) => db.$disconnect()))
    expect(await days()).toEqual(first)
  })
  test('skips the roll-up while another process is doing it', async () => {
    await searched({})
    await database.db.$transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 AS taken FROM pg_advisory_xact_lock(${LOCKS.searchDays}::bigint)`
      await rollUp()
    })
    expect(await days()).toEqual([])
    await rollUp()
    expect(await days()).toHaveLength(1)
  })
  test('updates the current day, and all days since the last roll-up', async () => {
    await searched({}, { searchedAt: ago(3) })
    await rollUp()
    await searched({}, { searchedAt: ago(-1) }, { searchedAt: ago(-4) })
    await rollUp(ago(-4))
    expect((await days()).map(({ day, searches }) => [day, searches])).toEqual([
      ['2026-11-17', 1],
      ['2026-11-20', 2],
      ['2026-11-21', 1],
      ['2026-11-24', 1],
    ])
  })
  test('continues after the clock was wrong', async () => {
    await database.db.searchDay.create({
      data: {
        day: new Date('2027-01-01'),
        query: 'kilt',
        mode: 'normal',
        shown: 'kilt',
        searches: 1,
        foundNothing: 1,
        clicks: 0,
      },
    })
    await searched({})
    await rollUp()
    expect((await days()).map(({ day }) => day)).toEqual(['2026-11-20', '2027-01-01'])
  })
  test('counts a click on the following day', async () => {
    await searched({ searchedAt: new Date('2026-11-19T23:00:00Z') }, {})
    await rollUp()
    await database.db.searchLog.updateMany({ data: { clickedPosition: 1, clickedAt: NOW } })
    await rollUp()
    expect((await days()).map(({ day, clicks }) => [day, clicks])).toEqual([
      ['2026-11-19', 1],
      ['2026-11-20', 1],
    ])
  })
  test('deletes searches after 90 days, and keeps their totals', async () => {
    const [old, young] = [new Date(ago(90).getTime() - 1), ago(90)]
    await searched({ searchedAt: old }, { searchedAt: young }, { searchedAt: ago(89) })
    await database.db.searchDay.create({
      data: {
        day: new Date('2026-08-22'),
        query: 'linen dress',
        mode: 'normal',
        shown: 'linen dress',
        searches: 2,
        foundNothing: 0,
        clicks: 0,
      },
    })
    for (let times = 0; times < 2; times++) {
      await rollUp()
      expect(
        (await database.db.searchLog.findMany({ orderBy: { searchedAt: 'asc' } })).map(({ searchedAt }) => searchedAt),
      ).toEqual([young, ago(89)])
      expect((await days()).map(({ day, searches }) => [day, searches])).toEqual([
        ['2026-08-22', 2],
        ['2026-08-23', 1],
      ])
    }
  })
  test('deletes totals after two years', async () => {
    const day = (at: string) => ({
      day: new Date(at),
      query: 'kilt',
      mode: 'normal',
      shown: 'kilt',
      searches: 1,
      foundNothing: 1,
      clicks: 0,
    })
    await database.db.searchDay.createMany({ data: [day('2024-11-19'), day('2024-11-20'), day('2024-11-21')] })
    await rollUp()
    expect((await days()).map(({ day }) => day)).toEqual(['2024-11-20', '2024-11-21'])
  })
  test('handles more spellings than fit into one batch', async () => {
    await searched(...Array.from({ length: 2_500 }, (_, n) => ({ query: `dress ${n}` })))
    await rollUp()
    expect(await database.db.searchDay.aggregate({ _count: true, _sum: { searches: true } })).toEqual({
      _count: 2_500,
      _sum: { searches: 2_500 },
    })
  })
  test('handles any text that people type', async () => {
    const queries = [
      "'; DROP TABLE search_days; --",
      '\\',
      '{"a"}',
      'ثوب أسود',
      '👗',
      'ﷺ'.repeat(100),
      '%_',
      '\u{20000}'.repeat(100),
    ]
    await searched(...queries.map((query) => ({ query })))
    await rollUp()
    expect((await days()).every(({ query }) => query.length > 0 && query.length <= 100)).toBe(true)
    expect(await days()).toHaveLength(5)
  })
  test('stops on request', async () => {
    await searched({})
    await rollUpSearches(database.db, NOW, AbortSignal.abort())
    expect(await days()).toEqual([])
  })
})
