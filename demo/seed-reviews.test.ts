import { expect, test } from 'vitest'
import { createCategory, createPartner, createProduct } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { DEMO_PARTNER, seedAccounts } from './seed-accounts.ts'
import { partnerIdOf } from './seed-partners.ts'
import { seedReviews } from './seed-reviews.ts'

const database = useTestDatabase()
const NOW = new Date('2026-11-23T14:00:00Z')

test('seeds reviews and feedback only once, some with responses and one urgent', async () => {
  const { db } = database
  const partnerId = partnerIdOf(DEMO_PARTNER)
  await createPartner(db, { id: partnerId })
  await seedAccounts(db)
  const { id: categoryId } = await createCategory(db, { slug: 'dresses' })
  const { id: otherId } = await createPartner(db)
  for (let number = 0; number < 10; number++)
    for (const of of [partnerId, otherId]) await createProduct(db, { partnerId: of, categoryId })
  await seedReviews(db, NOW)
  const read = () =>
    Promise.all([
      db.productReview.findMany({ orderBy: { id: 'asc' } }),
      db.partnerFeedback.findMany({ orderBy: { id: 'asc' } }),
    ])
  const [reviews, feedback] = await read()
  expect(reviews.length).toBeGreaterThan(35)
  expect(reviews.filter((review) => review.partnerId === partnerId).length).toBeGreaterThan(20)
  expect(new Set(reviews.map(({ rating }) => rating)).size).toBe(5)
  expect(reviews.filter(({ response }) => response !== null).length).toBeGreaterThan(4)
  expect(reviews.filter(({ userId }) => userId !== null)).toHaveLength(2)
  expect(reviews.filter(({ verifiedPurchase, createdAt }) => verifiedPurchase || createdAt > NOW)).toEqual([])
  expect(feedback.filter(({ priority, status }) => priority === 'urgent' && status === 'pending')).toHaveLength(1)
  await db.partnerFeedback.updateMany({ data: { status: 'closed' } })
  await db.productReview.deleteMany({ where: { rating: 1 } })
  const left = await read()
  await seedReviews(db, NOW)
  expect(await read()).toEqual(left)
})
