import { describe, expect, test } from 'vitest'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { generateProducts } from './catalogue/generate-products.ts'
import { seedCatalogue } from './seed-catalogue.ts'

const database = useTestDatabase()
const grow = (count: number, seed = 5) =>
  seedCatalogue({ databaseUrl: database.url, dataDir: database.dataDir, count, seed })
const everything = () =>
  database.db.product.findMany({
    orderBy: { id: 'asc' },
    include: {
      variants: { orderBy: { position: 'asc' } },
      images: { orderBy: { position: 'asc' } },
      brand: true,
      category: true,
      partner: { include: { domains: true, content: true, media: true } },
    },
  })
/** Counts variants with a history that does not end at their price. */
const withoutPriceOfToday = async () => {
  const [row] = await database.db.$queryRaw<[{ count: number }]>`
    SELECT count(*)::int AS count FROM product_variants v LEFT JOIN LATERAL
      (SELECT h.* FROM price_history h WHERE h.variant_id = v.id ORDER BY h.changed_at DESC LIMIT 1) last ON true
    WHERE (v.price_minor, v.original_price_minor) IS DISTINCT FROM (last.price_minor, last.original_price_minor)`
  return row.count
}

describe('seedCatalogue', () => {
  test('stores everything that was generated', async () => {
    expect(await grow(30)).toBe(30)
    const stored = await everything()
    const generated = [...generateProducts({ seed: 5, count: 30 })]
    expect(
      stored.map((product) => [
        product.handle,
        product.name,
        product.status,
        product.variants.length,
        product.images.length,
      ]),
    ).toEqual(
      generated.map((product) => [
        product.key,
        product.name,
        product.status,
        product.variants.length,
        product.images.length,
      ]),
    )
    for (const [index, { priceMinor, currency, partner, category, images, variants }] of stored.entries()) {
      expect([currency, category?.slug]).toEqual([partner.currency, generated[index]!.categorySlug])
      expect(variants.map((variant) => variant.priceMinor)).toContain(priceMinor)
      expect(images.filter(({ isPrimary }) => isPrimary)).toHaveLength(1)
      expect(partner.media.length).toBeGreaterThan(0)
    }
    expect(await withoutPriceOfToday()).toBe(0)
  })
  test('adds nothing on a second run', async () => {
    const before = await everything()
    expect(await grow(30)).toBe(0)
    expect(await everything()).toEqual(before)
  })
  test('grows without changing existing products', async () => {
    const before = await everything()
    expect(await grow(60)).toBe(30)
    expect((await everything()).slice(0, 30)).toEqual(before)
    expect(await grow(10)).toBe(0)
    expect(await database.db.product.count()).toBe(60)
  })
  test('resumes after an interruption, and leaves no partial batch', async () => {
    await database.db.$executeRaw`ALTER TABLE price_history RENAME TO price_history_away`
    await expect(grow(90)).rejects.toThrow()
    await database.db.$executeRaw`ALTER TABLE price_history_away RENAME TO price_history`
    expect(await database.db.product.count()).toBe(60)
    expect(await grow(90)).toBe(30)
    expect(await withoutPriceOfToday()).toBe(0)
  })
  test('adds a second catalogue for another seed', async () => {
    expect(await grow(5, 6)).toBe(5)
    expect(await database.db.product.count()).toBe(95)
  })
})
