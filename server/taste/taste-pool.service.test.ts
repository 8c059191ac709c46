import { expect, test, vi } from 'vitest'
import type { Db } from '#server/platform/db.ts'
import { newId } from '#server/platform/ids.ts'
import { SqlEngine } from '#server/search/sql-engine.ts'
import { createCategory, createPartner, createPicture, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { findSpread, MAX_POOLED, poolForTastes } from './taste-pool.service.ts'
import { parsePool } from './taste-pool.shared.ts'

const here = useTestDatabase()
/** Returns a new client each time, because the cache is per client. */
const ask = () => ({ db: here.db.$extends({}) as unknown as Db, engine: new SqlEngine(here.db) })

test('contains exactly the listed products in stock, with their attributes', async () => {
  const category = await createCategory(here.db, { sortOrder: 9_000 })
  const partner = await createPartner(here.db)
  const pending = await createPartner(here.db, { verificationStatus: 'pending' })
  const shown = await createProduct(here.db, {
    partnerId: partner.id,
    categoryId: category.id,
    material: '100% linen',
    gender: 'women',
    styleTags: ['minimal'],
    variants: [{ colourName: 'Navy', priceMinor: 6_000, originalPriceMinor: 9_000 }],
  })
  await createPicture(here.db, shown.id)
  const hidden = [
    await createProduct(here.db, { partnerId: pending.id, categoryId: category.id }),
    await createProduct(here.db, { partnerId: partner.id, categoryId: category.id, status: 'draft' }),
    await createProduct(here.db, { partnerId: partner.id, categoryId: category.id, takenDownAt: new Date() }),
    await createProduct(here.db, { partnerId: partner.id, categoryId: category.id, variants: [{ stock: 0 }] }),
  ]
  const pool = parsePool(await poolForTastes(ask()))
  expect(hidden.filter(({ id }) => pool.some((product) => product.id === id))).toEqual([])
  expect(pool.find(({ id }) => id === shown.id)).toMatchObject({
    facts: [
      { kind: 'category', key: category.slug, label: category.name },
      { kind: 'brand', label: partner.businessName },
      { kind: 'store', key: partner.id, label: partner.businessName },
      { kind: 'colour', key: 'blue' },
      { kind: 'colour', key: 'navy' },
      { kind: 'material', key: 'linen' },
      { kind: 'style', key: 'minimal' },
      { kind: 'price', label: '$50 to $100' },
      { kind: 'audience', key: 'women' },
    ],
    card: { priceMinor: 6_000, originalPriceMinor: 9_000, pictures: [{ width: expect.any(Number) as number }] },
  })
})

test('is limited and stable, and includes every category and store', async () => {
  const categories = await Promise.all(Array.from({ length: 3 }, () => createCategory(here.db, { sortOrder: 9_000 })))
  const big = await createPartner(here.db)
  const rows = await Promise.all(
    categories.map(({ id }) => createProduct(here.db, { partnerId: big.id, categoryId: id })),
  )
  const like = await here.db.product.findUniqueOrThrow({ where: { id: rows[0]!.id } })
  await here.db.product.createMany({
    data: Array.from({ length: 700 }, (_, n) => ({
      ...like,
      id: newId(),
      metadata: {},
      handle: `many-${n}`,
      name: `Many ${n}`,
    })),
  })
  const small = await createPartner(here.db)
  const only = await createProduct(here.db, { partnerId: small.id, categoryId: null })
  const pool = await poolForTastes(ask())
  expect(pool.products.length).toBeLessThanOrEqual(MAX_POOLED)
  expect(new Set(pool.products.map(({ id }) => id)).size).toBe(pool.products.length)
  expect(await poolForTastes(ask())).toEqual(pool)
  const ids = new Set(await findSpread(here.db))
  for (const { id } of [...rows.slice(1), only]) expect(ids.has(id)).toBe(true)
})

test('is loaded once a minute for simultaneous requests, and drops removed products immediately', async () => {
  const partner = await createPartner(here.db)
  const [first, second] = [
    await createProduct(here.db, { partnerId: partner.id, categoryId: null }),
    await createProduct(here.db, { partnerId: partner.id, categoryId: null }),
  ]
  let readings = 0
  const counted = here.db.$extends({
    query: {
      $queryRaw: ({ args, query }) => {
        if (args.sql.includes('WITH near AS MATERIALIZED')) readings++
        return query(args)
      },
    },
  }) as unknown as Db
  // Only products from the spread are expected here.
  const engine = { search: () => Promise.resolve({ hits: [] }) } as unknown as SqlEngine
  const idsOf = async () => (await poolForTastes({ db: counted, engine })).products.map(({ id }) => id)
  const now = vi.spyOn(performance, 'now')
  now.mockReturnValue(1_000_000)
  try {
    const pools = await Promise.all(Array.from({ length: 20 }, idsOf))
    expect(readings).toBe(1)
    for (const ids of pools) expect(ids).toEqual(expect.arrayContaining([first.id, second.id]))
    await here.db.product.update({ where: { id: first.id }, data: { takenDownAt: new Date() } })
    const later = await createProduct(here.db, { partnerId: partner.id, categoryId: null })
    now.mockReturnValue(1_059_000)
    const kept = await idsOf()
    expect(readings).toBe(1)
    expect(kept).not.toContain(first.id)
    expect(kept).toContain(second.id)
    now.mockReturnValue(1_061_000)
    expect(await idsOf()).toContain(later.id)
    expect(readings).toBe(2)
    // Pools are cached per database.
    await poolForTastes({ db: here.db, engine })
    expect(readings).toBe(2)
  } finally {
    now.mockRestore()
  }
})
