import type { Db } from '#server/platform/db.ts'
import { createCategory, createPartner, createProduct, createSizeTable } from '#tests/factories.ts'

/**
 * Creates a listed shirt in S, M and L with a size table. Its store was created long ago, because the home page starts
 * with the newest stores and other tests use it.
 */
export async function createSizedProduct(db: Db, given: Partial<Parameters<typeof createPartner>[1]> = {}) {
  const partner = await createPartner(db, { createdAt: new Date('2020-01-01'), ...given })
  const category = await createCategory(db, { sortOrder: 9_000 })
  const product = await createProduct(db, {
    partnerId: partner.id,
    categoryId: category.id,
    name: 'Linen shirt',
    variants: ['S', 'M', 'L'].map((size) => ({ size })),
  })
  const table = await createSizeTable(db, { partnerId: partner.id, brandId: product.brandId, categoryId: category.id })
  return { partner, category, product, table }
}
