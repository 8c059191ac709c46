import type { Prisma } from '#prisma/generated/client.ts'
import { listCountries } from './countries.ts'
import type { Db } from './db.ts'
import { AppError } from './errors.ts'

const names = new Intl.DisplayNames('en', { type: 'currency' })

/** Returns the countries and currencies that a partner can choose. Every currency has an exchange rate. */
export async function getMoneyChoices(db: Db) {
  const rates = await db.exchangeRate.findMany({ orderBy: { currency: 'asc' }, select: { currency: true } })
  return {
    countries: listCountries(),
    currencies: rates.map(({ currency }) => ({ code: currency, name: names.of(currency) ?? currency })),
  }
}

/**
 * @throws AppError bad_input at 'currency' without an exchange rate, because its prices could not be compared
 */
export async function assertHasRate(db: Db | Prisma.TransactionClient, currency: string): Promise<void> {
  if (await db.exchangeRate.count({ where: { currency } })) return
  throw new AppError(
    'bad_input',
    `We cannot show prices in ${currency} yet. Contact us and we will add it, or choose another currency.`,
    { field: 'currency' },
  )
}
