import { expect, test } from 'vitest'
import { createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { seedActivity } from './seed-activity.ts'
import { DEMO_PARTNER } from './seed-accounts.ts'
import { seedMonths } from './seed-months.ts'
import { partnerIdOf } from './seed-partners.ts'
import { seedStoreYear } from './seed-store-year.ts'

const database = useTestDatabase()
const WEEKS = 20

test('weekly views never grow by half or more from one week to the next', async () => {
  const { db, url } = database
  const now = Date.now()
  const createdAt = new Date(now - 400 * 86_400_000)
  const [own, other] = [
    await createPartner(db, { id: partnerIdOf(DEMO_PARTNER) }),
    await createPartner(db, { websiteUrl: 'https://others.example' }),
  ]
  // One product in twenty belongs to the demo partner, about as in the demo.
  for (let n = 0; n < 20; n++)
    await createProduct(db, {
      partnerId: n === 10 ? own.id : other.id,
      productUrl: `https://store.example/products/${n}`,
      createdAt,
    })
  await seedMonths(db, new Date(now))
  await seedActivity(url, now)
  await seedStoreYear(url, now)
  const weeks = await db.$queryRaw<Array<{ week: number; views: number }>>`
    SELECT floor(extract(epoch FROM (${new Date(now)}::timestamptz - viewed_at)) / 604800)::int AS week, count(*)::int AS views
    FROM product_views GROUP BY week ORDER BY week LIMIT ${WEEKS}`
  const counts = weeks.map(({ views }) => views)
  expect(counts).toHaveLength(WEEKS)
  for (const [week, views] of counts.slice(0, -1).entries())
    expect(views / (counts[week + 1] ?? 0), `week ${week}: ${counts}`).toBeLessThan(1.5)
  expect(counts[0]! / counts[12]!).toBeGreaterThan(2)
  // Views older than two weeks do not count towards Trending.
  const trending = { isFirstOfAddress: true, viewedAt: { lt: new Date(now - 14 * 86_400_000) } }
  expect(await db.productView.count({ where: trending })).toBe(0)
  expect(await db.outboundClick.count({ where: { isFirstOfAddress: false } })).toBeGreaterThan(100)
  // Every row has a partition for its month, so the default partitions are empty.
  const [{ rows } = { rows: -1 }] = await db.$queryRaw<Array<{ rows: number }>>`
    SELECT ((SELECT count(*) FROM partitions.product_views_default) + (SELECT count(*) FROM partitions.outbound_clicks_default))::int AS rows`
  expect(rows).toBe(0)
})
