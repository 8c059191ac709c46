import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { CategoryIndex } from './category-words.ts'
import type { PlanContext } from './plan-product.ts'

/** The partner whose products are written, and the categories. */
export interface ProductOwner {
  partner: PlanContext['partner']
  categories: CategoryIndex
}

/** An owner whose products may have prices in other currencies than its own. */
export interface PricedOwner extends ProductOwner {
  /** One unit of each currency in the base currency. */
  rates: ReadonlyMap<string, number>
}

/**
 * Returns the owner for writing products: the partner with its currency's rate, and the categories.
 * @throws AppError not_found without such a partner, unavailable without a rate of its currency
 */
export async function getProductOwner(db: Db | Prisma.TransactionClient, partnerId: string): Promise<PricedOwner> {
  const partner = await db.partner.findUnique({
    where: { id: partnerId },
    select: { id: true, businessName: true, currency: true },
  })
  if (!partner) throw new AppError('not_found', 'Partner not found.')
  const rows = await db.exchangeRate.findMany({ select: { currency: true, toBase: true } })
  const rates = new Map(rows.map(({ currency, toBase }) => [currency, Number(toBase)]))
  return {
    partner: { ...partner, baseRate: rateOf(rates, partner.currency) },
    rates,
    categories: await getCategoryIndex(db),
  }
}

/**
 * Returns the owner for writing a product with prices in this currency, because products keep their currency when their
 * partner changes to another one.
 * @throws AppError unavailable without a rate of the currency
 */
export const inCurrency = (owner: PricedOwner, currency: string): PricedOwner => ({
  ...owner,
  partner: { ...owner.partner, currency, baseRate: rateOf(owner.rates, currency) },
})

function rateOf(rates: ReadonlyMap<string, number>, currency: string): number {
  const rate = rates.get(currency)
  if (rate === undefined)
    throw new AppError('unavailable', `There is no exchange rate for ${currency} yet. Please contact us.`)
  return rate
}

/**
 * Checks the partner's currency. Call it within `writing`.
 * @throws AppError conflict if the currency has changed in the meantime
 */
export async function assertSameCurrency(tx: Prisma.TransactionClient, { partner }: ProductOwner): Promise<void> {
  const { currency } = await tx.partner.findUniqueOrThrow({ where: { id: partner.id }, select: { currency: true } })
  if (currency !== partner.currency)
    throw new AppError('conflict', `Your currency is now ${currency}. Check your prices and try again.`)
}

/** Returns the active categories, for matching stores' texts and people's choices. */
export async function getCategoryIndex(db: Db | Prisma.TransactionClient): Promise<CategoryIndex> {
  return new CategoryIndex(
    await db.category.findMany({
      where: { isActive: true },
      orderBy: { level: 'desc' },
      select: { id: true, name: true, slug: true, parentId: true },
    }),
  )
}
