import { expect, test } from 'vitest'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { DEMO_PARTNER, seedAccounts } from './seed-accounts.ts'
import { seedHistory } from './seed-history.ts'
import { partnerIdOf } from './seed-partners.ts'

const database = useTestDatabase()

test('writes a history once, and ends it at the current prices and stock', async () => {
  const { db, url } = database
  await seedAccounts(db)
  const partner = await db.partner.create({
    data: { id: partnerIdOf(DEMO_PARTNER), businessName: 'Oswick & Dray', email: 'od@example.test' },
  })
  const createdAt = new Date(Date.now() - 300 * DAY_MS)
  const product = await createProduct(db, {
    partnerId: partner.id,
    createdAt,
    variants: [{ priceMinor: 4_000, originalPriceMinor: 5_000, stock: 7 }],
  })
  const variantId = product.variants[0]!.id
  for (const [priceMinor, originalPriceMinor, changedAt] of [
    [5_000, null, createdAt],
    [4_000, 5_000, new Date(createdAt.getTime() + 100 * DAY_MS)],
  ] as const)
    await db.priceChange.create({
      data: { productId: product.id, variantId, currency: 'USD', priceMinor, originalPriceMinor, changedAt },
    })
  await seedHistory(db, url)
  await seedHistory(db, url)
  const events = await db.productEvent.findMany({ where: { partnerId: partner.id }, orderBy: { createdAt: 'asc' } })
  expect(events.map(({ type, changes }) => [type, changes])).toEqual([
    ['created', []],
    ['synced', [{ field: 'stock', before: expect.any(Number), after: 7 }]],
    [
      'updated',
      [
        { field: 'price', before: 5_000, after: 4_000 },
        { field: 'originalPrice', before: null, after: 5_000 },
      ],
    ],
  ])
  expect(events.every(({ before }) => before === null)).toBe(true)
  expect(await db.productAct.count({ where: { partnerId: partner.id } })).toBe(3)
})
