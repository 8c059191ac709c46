import { expect, test, vi } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { connect } from '#server/platform/db.ts'
import { currentLexicon } from './lexicon.service.ts'
import { understandQuery } from './understand-query.ts'

const database = useTestDatabase()

test('is there for an empty catalogue, and is kept for a while', async () => {
  const [one, other] = await Promise.all([currentLexicon(database.db), currentLexicon(database.db)])
  expect(one).toBe(other)
  expect(understandQuery('black dress under £80', one)).toMatchObject({
    colours: ['black'],
    categories: [],
    rest: 'dress',
    priceMaxMinor: 8_000,
  })
  expect(await currentLexicon(database.db)).toBe(one)
})

test('is read anew after a minute, also while the clock is set back', async () => {
  const first = await currentLexicon(database.db)
  const later = performance.now() + 60_001
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => later)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 })
  try {
    expect(await currentLexicon(database.db)).not.toBe(first)
  } finally {
    vi.useRealTimers()
    clock.mockRestore()
  }
})

test('knows the brands, categories and tags that there are', async () => {
  const dresses = await createCategory(database.db, { name: 'Dresses', slug: 'dresses' })
  await createCategory(database.db, { name: 'Tea dresses', slug: 'tea-dresses', parentId: dresses.id, level: 1 })
  await createCategory(database.db, { name: 'Capes', slug: 'capes', isActive: false })
  const partner = await createPartner(database.db, { businessName: 'Oswick & Dray' })
  await createProduct(database.db, {
    partnerId: partner.id,
    tags: ['steampunk'],
    styleTags: ['solarpunk'],
    status: 'active',
  })
  const db = connect(database.url, { poolSize: 1 })
  try {
    const understood = understandQuery(
      'steampunk or solarpunk tea dresses from oswick and dray, no capes',
      await currentLexicon(db),
    )
    expect(understood).toMatchObject({
      categories: ['tea-dresses'],
      brands: ['oswick-dray'],
      tags: ['steampunk', 'solarpunk'],
      not: ['word:capes'],
      rest: '',
    })
  } finally {
    await db.$disconnect()
  }
})

test('is read anew after a reading that failed', async () => {
  const db = connect(database.url.replace(/\/[^/]*$/, '/no_such_database'), { poolSize: 1 })
  try {
    const first = await currentLexicon(db).catch((error: unknown) => error)
    const second = await currentLexicon(db).catch((error: unknown) => error)
    expect([first, second]).toEqual([expect.any(Error), expect.any(Error)])
    expect(second).not.toBe(first)
  } finally {
    await db.$disconnect()
  }
})
