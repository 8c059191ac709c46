import { expect, test } from 'vitest'
import { createPartner, createProduct, createView } from '#tests/factories.ts'
import { useTestDatabase } from '#tests/setup/test-database.ts'
import { forgetViews } from './forget-views.ts'

const here = useTestDatabase()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

test('views of products are deleted after two years', async () => {
  const product = await createProduct(here.db, { partnerId: (await createPartner(here.db)).id })
  const kept = await createView(here.db, product, { viewedAt: daysAgo(720) })
  await createView(here.db, product, { viewedAt: daysAgo(740) })
  expect(await forgetViews(here.db)).toBe(1)
  expect(await here.db.productView.findMany({ select: { id: true } })).toEqual([{ id: kept.id }])
})
