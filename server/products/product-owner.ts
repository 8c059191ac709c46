import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { CategoryIndex } from './category-words.ts'
import type { ProductOwner } from './save-products.ts'

/**
 * Returns the owner for writing products: the partner with its currency's rate, and the categories.
 * @throws AppError not_found without such a partner, unavailable without a rate of its currency
 */
export async function readOwner(db: Db | Prisma.TransactionClient, partnerId: string): Promise<ProductOwner> {
  const partner = await db.partner.findUnique({
    where: { id: partnerId },
    select: { id: true, businessName: true, currency: true },
  })
  if (!partner) throw new AppError('not_found', 'There is no such partner.')
  const rate = await db.exchangeRate.findUnique({ where: { currency: partner.currency } })
  if (!rate)
    throw new AppError('unavailable', `There is no exchange rate for ${partner.currency} yet. Please contact us.`)
  return { partner: { ...partner, baseRate: Number(rate.toBase) }, categories: await readCategories(db) }
}

/** Returns the active categories, for matching stores' texts and people's choices. */
export async function readCategories(db: Db | Prisma.TransactionClient): Promise<CategoryIndex> {
  return new CategoryIndex(
    await db.category.findMany({
      where: { isActive: true },
      orderBy: { level: 'desc' },
      select: { id: true, name: true, slug: true, parentId: true },
    }),
  )
}
