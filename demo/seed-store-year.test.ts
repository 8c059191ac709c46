import { expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { DEMO_PARTNER } from './seed-accounts.ts'
import { partnerIdOf } from './seed-partners.ts'
import { seedStoreYear } from './seed-store-year.ts'

const database = useTestDatabase()

test('writes a year of growing views and clicks once, without affecting Trending', async () => {
  const { db, url } = database
  const partner = await createPartner(db, { id: partnerIdOf(DEMO_PARTNER) })
  for (let n = 0; n < 3; n++)
    await createProduct(db, { partnerId: partner.id, productUrl: `https://od.example/products/${n}` })
  await seedStoreYear(url)
  const views = await db.productView.count()
  await seedStoreYear(url)
  expect(await db.productView.count()).toBe(views)
  expect(await db.productView.count({ where: { isFirstOfAddress: true } })).toBe(0)
  const clicks = await db.outboundClick.count({ where: { isValid: true, isFirstOfAddress: false } })
  expect(await db.outboundClick.count()).toBe(clicks)
  expect(clicks).toBeGreaterThan(views / 10)
  const lately = await db.productView.count({ where: { viewedAt: { gt: new Date(Date.now() - 90 * 86_400_000) } } })
  expect(lately).toBeGreaterThan(views / 5)
})
