import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitShift, type FitCounts } from '#server/sizing/fit-feedback.schema.ts'
import { createPartner, createProduct, createReview, createUser } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { countFits } from './count-fits.ts'
import { updateFitShifts } from './update-fit-shifts.ts'

const database = useTestDatabase()

async function shelf() {
  const { db } = database
  const { id: partnerId } = await createPartner(db)
  const first = await createProduct(db, { partnerId })
  const sister = await createProduct(db, { partnerId, brandId: first.brandId, categoryId: first.categoryId })
  const users = await Promise.all(Array.from({ length: 6 }, () => createUser(db)))
  const say = (productId: string, fit: 'ran_small' | 'true_to_size' | 'ran_large', by: number) =>
    createReview(db, { productId, partnerId, userId: users[by]!.id, fit, status: 'approved' })
  const shiftOf = async (id: string) => (await db.product.findUniqueOrThrow({ where: { id } })).fitShift
  return { db, partnerId, first, sister, say, shiftOf }
}

test('updates the fit shift of a reviewed product, less for its siblings, and resets it after deletion', async () => {
  const { db, partnerId, first, sister, say, shiftOf } = await shelf()
  const other = await createProduct(db, { partnerId: (await createPartner(db)).id })
  for (let by = 0; by < 5; by++) await say(first.id, 'ran_small', by)
  expect(await updateFitShifts(db)).toBe(2)
  const [own, sisters] = [await shiftOf(first.id), await shiftOf(sister.id)]
  expect(own).toBeGreaterThan(sisters)
  expect(sisters).toBeGreaterThan(0)
  expect(await shiftOf(other.id)).toBe(0)
  expect(await updateFitShifts(db)).toBe(0)
  await db.productReview.deleteMany({ where: { partnerId } })
  expect(await updateFitShifts(db)).toBe(2)
  expect([await shiftOf(first.id), await shiftOf(sister.id)]).toEqual([0, 0])
})

test('matches the advice on the product page to within 0.025 of a size', async () => {
  const { db, first, sister, say, shiftOf } = await shelf()
  const fits = fc.sample(fc.constantFrom('ran_small', 'true_to_size', 'ran_large'), { numRuns: 9, seed: 3 })
  for (const [at, fit] of fits.entries()) await say(at < 5 ? first.id : sister.id, fit as 'ran_small', at % 5)
  await updateFitShifts(db)
  for (const { id } of [first, sister]) {
    const product = await db.product.findUniqueOrThrow({ where: { id } })
    const counted: { product: FitCounts; brand: FitCounts } = await countFits(db, product)
    expect(Math.abs((await shiftOf(id)) / 100 - fitShift(counted.product, counted.brand).sizes)).toBeLessThanOrEqual(
      0.025,
    )
  }
})
