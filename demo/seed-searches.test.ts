import { beforeAll, describe, expect, test } from 'vitest'
import { listFoundNothing, listPopular } from '#server/search/log/popular.service.ts'
import { rollUpSearches } from '#server/search/log/roll-up.ts'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { seedSearches } from './seed-searches.ts'

const database = useTestDatabase()
const DAY = 86_400_000

beforeAll(async () => {
  const { id: partnerId } = await createPartner(database.db)
  const names = [
    'linen dress',
    'black boot',
    'raincoat',
    'cashmere jumper',
    'trench coat',
    'white trainer',
    'denim jacket',
    'gold hoop',
    'leather tote',
    'wool coat',
    'wedding suit',
    'running top',
  ]
  for (const name of names) await createProduct(database.db, { partnerId, name })
  await seedSearches(database.url)
})

describe('seedSearches', () => {
  const what = async () =>
    (await database.db.searchLog.findMany({ orderBy: { id: 'asc' } })).map(
      ({ searchedAt: _, clickedAt: __, ...search }) => search,
    )

  test('adds a few hundred searches over 14 days, in both modes', async () => {
    const searches = await database.db.searchLog.findMany()
    expect(searches.length).toBeGreaterThan(300)
    expect(
      searches.every(
        ({ searchedAt }) => searchedAt.getTime() <= Date.now() && searchedAt.getTime() >= Date.now() - 15 * DAY,
      ),
    ).toBe(true)
    expect(new Set(searches.map(({ query }) => query)).size).toBeGreaterThan(40)
    expect(new Set(searches.map(({ mode }) => mode))).toEqual(new Set(['normal', 'intelligent']))
  })
  test('adds clicks only to searches with results', async () => {
    const searches = await database.db.searchLog.findMany()
    const clicked = searches.filter((search) => search.clickedPosition !== null)
    expect(clicked.length).toBeGreaterThan(50)
    expect(
      clicked.every(
        ({ found, clickedPosition, clickedAt }) => clickedPosition! >= 1 && clickedPosition! <= found && clickedAt,
      ),
    ).toBe(true)
  })
  test('produces popular searches and searches without results', async () => {
    await rollUpSearches(database.db, new Date())
    const popular = await listPopular(database.db)
    expect(popular.map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => 'search'))
    expect(popular.slice(0, 3).map(({ query }) => query)).toEqual(
      expect.arrayContaining(['linen dress', 'black boots']),
    )
    expect((await listFoundNothing(database.db, { days: 15, limit: 50 })).map(({ query }) => query)).toEqual(
      expect.arrayContaining(['kilt', 'wellington boots']),
    )
  })
  test('adds the same searches on every run', async () => {
    const before = await what()
    await database.db.searchLog.deleteMany()
    await seedSearches(database.url)
    expect(await what()).toEqual(before)
  })
})
