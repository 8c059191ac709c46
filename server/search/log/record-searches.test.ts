import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { connect } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { SearchRecorder, type SearchView } from './record-searches.ts'
import type { LoggedSearch } from './search-log.schema.ts'

const database = useTestDatabase()
const SEARCH: LoggedSearch = {
  query: 'linen dress',
  mode: 'normal',
  filters: { colours: ['black'] },
  partnerId: null,
  found: 28,
}
const NOW = new Date('2026-11-20T12:00:00Z')
let searches: SearchRecorder
beforeAll(() => {
  searches = new SearchRecorder(database.db)
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => void vi.useRealTimers())

/** Records a search view from a separate address, unless the test passes one. */
const log = (view: Omit<SearchView, 'address'> & { address?: string }, recorder = searches) =>
  recorder.record({ address: `of ${view.viewId}`, ...view })
const stored = (id: string) => database.db.searchLog.findUnique({ where: { id } })
const later = (milliseconds: number) => vi.setSystemTime(NOW.getTime() + milliseconds)

describe('SearchRecorder', () => {
  test('stores the search, and nothing about the person', async () => {
    const [viewId, partnerId] = [randomUUID(), newId()]
    await log({ search: { ...SEARCH, mode: 'intelligent', partnerId }, viewId })
    expect(await stored(viewId)).toEqual({
      id: viewId,
      searchedAt: NOW,
      query: 'linen dress',
      mode: 'intelligent',
      filters: { colours: ['black'] },
      partnerId,
      found: 28,
      clickedPosition: null,
      clickedAt: null,
      isCounted: true,
    })
    const columns = await database.db.$queryRaw<
      Array<{ name: string }>
    >`SELECT column_name::text AS name FROM information_schema.columns WHERE table_name = 'search_log' ORDER BY 1`
    expect(columns.map(({ name }) => name)).toEqual([
      'clicked_at',
      'clicked_position',
      'filters',
      'found',
      'id',
      'is_counted',
      'mode',
      'partner_id',
      'query',
      'searched_at',
    ])
  })
  test('adds the first click', async () => {
    const viewId = randomUUID()
    await log({ search: SEARCH, viewId })
    later(5_000)
    await log({ search: SEARCH, viewId, clickedPosition: 3 })
    later(9_000)
    await log({ search: SEARCH, viewId: viewId.toUpperCase(), clickedPosition: 4 })
    expect(await stored(viewId)).toMatchObject({
      searchedAt: NOW,
      clickedPosition: 3,
      clickedAt: new Date(NOW.getTime() + 5_000),
    })
  })
  test('accepts a click that arrives before its view', async () => {
    const viewId = randomUUID()
    await log({ search: SEARCH, viewId, clickedPosition: 7 })
    later(10)
    await log({ search: SEARCH, viewId })
    expect(await stored(viewId)).toMatchObject({ searchedAt: NOW, clickedPosition: 7, clickedAt: NOW })
  })
  test.each([
    [86_399_999, 2],
    [86_400_000, null],
  ])('a click %i ms after the search gives position %s', async (milliseconds, position) => {
    const viewId = randomUUID()
    await log({ search: SEARCH, viewId })
    later(milliseconds)
    await log({ search: SEARCH, viewId, clickedPosition: 2 })
    expect(await stored(viewId)).toMatchObject({ clickedPosition: position })
  })
  test('writes one row per view for simultaneous requests', async () => {
    const others = [connect(database.url, { poolSize: 2 }), connect(database.url, { poolSize: 2 })]
    const recorders = [searches, ...others.map((db) => new SearchRecorder(db))]
    const views = Array.from({ length: 20 }, () => randomUUID())
    await Promise.all(
      recorders.flatMap((recorder, process) =>
        Array.from({ length: 300 }, (_, n) =>
          log(
            {
              search: SEARCH,
              viewId: (process % 2 ? views : views.toReversed())[n % 20]!,
              ...(n % 3 === 0 && { clickedPosition: 1 + (n % 5) }),
            },
            recorder,
          ),
        ),
      ),
    )
    await Promise.all(others.map((db) => db.$disconnect()))
    const rows = await database.db.searchLog.findMany({ where: { id: { in: views } } })
    expect(rows).toHaveLength(20)
    expect(rows.every((row) => row.clickedPosition !== null && row.clickedAt !== null)).toBe(true)
  })
  test('counts an address once a day for the same words, in any spelling, mode or process', async () => {
    const counted = async (
      query: string,
      given: Partial<LoggedSearch> = {},
      address = '203.0.113.7',
      recorder = searches,
    ) => {
      const viewId = randomUUID()
      await log({ search: { ...SEARCH, query, ...given }, viewId, address }, recorder)
      return (await stored(viewId))?.isCounted
    }
    const other = connect(database.url, { poolSize: 2 })
    expect([
      await counted('red kilt'),
      await counted('Red  KILTS'),
      await counted('red kilt', { mode: 'intelligent' }),
      await counted('red kilt', {}, '203.0.113.7', new SearchRecorder(other)),
    ]).toEqual([true, false, false, false])
    await other.$disconnect()
    expect([
      await counted('blue kilt'),
      await counted('red kilt', { partnerId: newId() }),
      await counted('red kilt', {}, '203.0.113.8'),
    ]).toEqual([true, true, true])
    later(12 * 3600_000)
    expect([await counted('red kilt'), await counted('red kilt')]).toEqual([true, false])
  })
  test('counts an address once for simultaneous views', async () => {
    const views = Array.from({ length: 300 }, () => randomUUID())
    await Promise.all(
      views.map((viewId, n) =>
        log({ search: { ...SEARCH, query: 'green kilt' }, viewId, address: `2001:db8:1:${1 + (n % 3)}00::${n}` }),
      ),
    )
    const rows = await database.db.searchLog.findMany({ where: { id: { in: views } } })
    expect([rows.length, rows.filter(({ isCounted }) => isCounted).length]).toEqual([300, 3])
  })
  test('stores only hashes that reveal neither the search nor the person', async () => {
    await database.db.searchMark.deleteMany()
    await log({ search: { ...SEARCH, query: 'secret kilt' }, viewId: randomUUID(), address: '203.0.113.99' })
    expect(await database.db.searchMark.findMany()).toEqual([
      { mark: expect.stringMatching(/^[0-9a-f]{32}$/), day: new Date('2026-11-20') },
    ])
  })
  test('skips searches without an id or text', async () => {
    const before = await database.db.searchLog.count()
    for (const viewId of ['', 'junk', '\0', 'x'.repeat(10_000)]) await log({ search: SEARCH, viewId })
    for (const query of ['', '  ', '\0']) await log({ search: { ...SEARCH, query }, viewId: randomUUID() })
    expect(await database.db.searchLog.count()).toBe(before)
  })
  test('stores any text that people type', async () => {
    const queries = [
      '\ud800x',
      'a\0b',
      '👗'.repeat(300),
      '"; DROP TABLE search_log; --',
      '\\u0000 %s $1',
      'ثوب أسود',
      "{'a':1}",
      '\t\n',
    ]
    const views = queries.map((query) => ({
      search: { ...SEARCH, query, filters: { brands: [query], priceMinMinor: 0 } },
      viewId: randomUUID(),
    }))
    await Promise.all(views.map((view) => log(view)))
    expect(await Promise.all(views.map(async ({ viewId }) => (await stored(viewId))?.query))).toEqual([
      '\ufffdx',
      'a b',
      '👗'.repeat(100),
      '"; DROP TABLE search_log; --',
      '\\u0000 %s $1',
      'ثوب أسود',
      "{'a':1}",
      undefined,
    ])
  })
})
