import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Product } from '#prisma/generated/client.ts'
import { createClick, createPartner, createProduct, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { popularityPoints } from '../popularity.ts'
import { updatePopularity } from './update-popularity.ts'

const database = useTestDatabase()
const NOW = new Date('2026-11-20T12:00:00Z')
const FIRST = new Date('2026-10-21T00:00:00Z')
let products: Product[]
beforeAll(async () => {
  const { id: partnerId } = await createPartner(database.db)
  products = await Promise.all(Array.from({ length: 3 }, () => createProduct(database.db, { partnerId })))
})
beforeEach(async () => {
  await database.db.productView.deleteMany()
  await database.db.outboundClick.deleteMany()
  await database.db.product.updateMany({ data: { popularity: 0 } })
})

const viewed = (product: Product, times: number, viewedAt = NOW) =>
  Promise.all(Array.from({ length: times }, () => createView(database.db, product, { viewedAt })))
const stored = () =>
  Promise.all(
    products.map(async ({ id }) => (await database.db.product.findUniqueOrThrow({ where: { id } })).popularity),
  )

describe('updatePopularity', () => {
  test('counts views once and valid clicks five times', async () => {
    await viewed(products[0]!, 3)
    await createClick(database.db, products[0]!, { clickedAt: NOW })
    await createClick(database.db, products[1]!, { clickedAt: NOW })
    await createClick(database.db, products[2]!, { clickedAt: NOW, isValid: false, invalidReason: 'bot' })
    expect(await updatePopularity(database.db, NOW)).toBe(2)
    expect(await stored()).toEqual([popularityPoints(8), popularityPoints(5), 0])
  })
  test('counts each address once a day', async () => {
    await viewed(products[0]!, 1)
    await Promise.all(
      Array.from({ length: 50 }, () =>
        createView(database.db, products[0]!, { viewedAt: NOW, isFirstOfAddress: false }),
      ),
    )
    await Promise.all(
      Array.from({ length: 50 }, () =>
        createClick(database.db, products[1]!, { clickedAt: NOW, isFirstOfAddress: false }),
      ),
    )
    await updatePopularity(database.db, NOW)
    expect(await stored()).toEqual([20, 0, 0])
  })
  test('counts the last 30 full days and today', async () => {
    await viewed(products[0]!, 1, FIRST)
    await viewed(products[1]!, 1, new Date(FIRST.getTime() - 1))
    await updatePopularity(database.db, NOW)
    expect(await stored()).toEqual([20, 0, 0])
    await updatePopularity(database.db, new Date('2026-11-21T00:00:00Z'))
    expect(await stored()).toEqual([0, 0, 0])
  })
  test('limits the popularity to 200', async () => {
    await database.db
      .$executeRaw`INSERT INTO product_views (id, product_id, partner_id, visitor_id, viewed_at) SELECT gen_random_uuid(), ${products[0]!.id}::uuid, ${products[0]!.partnerId}::uuid, n, ${NOW} FROM generate_series(1, 1200) n`
    await updatePopularity(database.db, NOW)
    expect(await stored()).toEqual([200, 0, 0])
  })
  test('writes only products whose popularity changes, and no other field', async () => {
    await viewed(products[0]!, 2)
    expect(await updatePopularity(database.db, NOW)).toBe(1)
    const written = await database.db.productChange.count()
    expect(await updatePopularity(database.db, NOW)).toBe(0)
    expect(await database.db.productChange.count()).toBe(written)
    const other = await database.db.product.findUniqueOrThrow({ where: { id: products[1]!.id } })
    await viewed(other, 1)
    expect(await updatePopularity(database.db, NOW)).toBe(1)
    expect(await database.db.product.findUniqueOrThrow({ where: { id: other.id } })).toEqual({
      ...other,
      popularity: 20,
    })
  })
  test('ignores deleted products', async () => {
    const gone = await createProduct(database.db, { partnerId: products[0]!.partnerId })
    await viewed(gone, 1)
    await database.db.product.delete({ where: { id: gone.id } })
    expect(await updatePopularity(database.db, NOW)).toBe(0)
  })
  test('does not wait for locked products', async () => {
    await viewed(products[0]!, 1)
    await viewed(products[1]!, 1)
    await database.db.$transaction(async (tx) => {
      await tx.$executeRaw`UPDATE products SET is_featured = false WHERE id = ${products[0]!.id}::uuid`
      expect(await updatePopularity(database.db, NOW)).toBe(1)
    })
    expect(await updatePopularity(database.db, NOW)).toBe(1)
    expect(await stored()).toEqual([20, 20, 0])
  })
})
