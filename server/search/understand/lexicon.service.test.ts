import { expect, test, vi } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { connect } from '#server/platform/db.ts'
import { currentLexicon, getLexiconNow } from './lexicon.service.ts'
import { MAX_LABELS, MAX_TAGS } from './list-vocabulary.ts'
import { understandQuery } from './understand-query.ts'

const database = useTestDatabase()

test('works with an empty catalogue, and is cached', async () => {
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

test('is refreshed after a minute, even if the clock was set back', async () => {
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

test('contains the existing brands, categories and tags', async () => {
  const dresses = await createCategory(database.db, { name: 'Dresses', slug: 'dresses' })
  await createCategory(database.db, { name: 'Tea dresses', slug: 'tea-dresses', parentId: dresses.id, level: 1 })
  await createCategory(database.db, { name: 'Capes', slug: 'capes', isActive: false })
  const partner = await createPartner(database.db, { businessName: 'Oswick & Dray' })
  for (const partnerId of [partner.id, (await createPartner(database.db)).id])
    await createProduct(database.db, { partnerId, tags: ['steampunk'], styleTags: ['solarpunk'] })
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

test('reads no more products for more stores, even with outdated statistics', async () => {
  const db = connect(database.url, { poolSize: 1 })
  const { id: partnerId } = await createPartner(db)
  for (let at = 0; at < 400; at++) await createProduct(db, { partnerId })
  // Collect the statistics before the stores without products exist.
  await db.$executeRaw`ANALYZE products, partners`
  for (let at = 0; at < 100; at++) await createPartner(db)
  const readRows = async () => {
    await db.$executeRaw`SELECT pg_stat_force_next_flush()`
    const [row] = await db.$queryRaw<Array<{ rows: number }>>`
      SELECT sum(idx_tup_read)::int AS rows FROM pg_stat_user_indexes WHERE relname = 'products'`
    return row?.rows ?? NaN
  }
  const before = await readRows()
  await getLexiconNow(db)
  expect((await readRows()) - before).toBeLessThan(2_000)
  await db.$disconnect()
}, 60_000)

test('is reloaded after a failure', async () => {
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

/** Adds labels of an approved partner, each with a listed product. */
async function addLabels(partnerId: string, names: readonly string[], isOwned: boolean): Promise<void> {
  await database.db.$executeRaw`
    WITH added AS (
      INSERT INTO brands (id, name, slug, owner_id) SELECT gen_random_uuid(), name, lower(name), CASE WHEN ${isOwned} THEN ${partnerId}::uuid END FROM unnest(${[...names]}::text[]) name
      RETURNING id, slug
    )
    INSERT INTO products (id, partner_id, brand_id, handle, name, status, currency, price_minor, price_max_minor, price_base_minor, is_in_stock, updated_at)
    SELECT gen_random_uuid(), ${partnerId}::uuid, id, slug, 'Any', 'active', 'USD', 100, 100, 100, true, now() FROM added`
}
const inventedNames = (prefix: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) => `${prefix}${[...String(at)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`,
  )

test('updates incrementally, within its limits', async () => {
  const partner = await createPartner(database.db)
  const { size } = (await getLexiconNow(database.db)).learnt
  await addLabels(partner.id, inventedNames('qqone', 3_000), true)
  const first = await getLexiconNow(database.db)
  expect(first.work).toMatchObject({ added: 3_000, removed: 0 })
  expect(understandQuery('qqonebcd coat', first).brands).toEqual(['qqonebcd'])

  expect((await getLexiconNow(database.db)).work).toEqual({ groups: 0, names: 0, added: 0, removed: 0 })

  await addLabels(partner.id, ['qqother'], true)
  const { work } = await getLexiconNow(database.db)
  expect(work).toMatchObject({ groups: 1, added: 1, removed: 0 })
  expect(work.names).toBeLessThan(60)

  await addLabels(partner.id, inventedNames('qqtwo', MAX_LABELS), true)
  const full = await getLexiconNow(database.db)
  expect(full.learnt.size).toBeLessThanOrEqual(2 * (MAX_LABELS + MAX_TAGS))
  expect(full.learnt.size - size).toBeGreaterThan(MAX_LABELS - 100)

  await database.db.partner.update({ where: { id: partner.id }, data: { verificationStatus: 'suspended' } })
  expect((await getLexiconNow(database.db)).learnt.size).toBe(size)
})

test('ignores a label that only one partner uses and nobody owns', async () => {
  const [one, other] = [await createPartner(database.db), await createPartner(database.db)]
  await addLabels(one.id, inventedNames('qqlone', 5_000), false)
  const alone = await getLexiconNow(database.db)
  expect(alone.work).toMatchObject({ names: 0, added: 0 })
  expect(understandQuery('qqlonea coat', alone)).toMatchObject({ brands: [], rest: 'qqlonea coat' })

  for (const { id } of [one, other])
    await createProduct(database.db, { partnerId: id, brandName: 'Qqshared', tags: ['qqtag'] })
  const shared = await getLexiconNow(database.db)
  // As a filter, the label would prevent the word from matching names and texts of all other stores.
  expect(understandQuery('qqshared qqtag', shared)).toMatchObject({ brands: [], rest: 'qqshared', tags: ['qqtag'] })

  await database.db.partner.update({ where: { id: other.id }, data: { verificationStatus: 'pending' } })
  expect(understandQuery('qqshared qqtag', await getLexiconNow(database.db))).toMatchObject({ brands: [], tags: [] })
})
