import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from './db.ts'
import { divideHalfEven } from './money.ts'

const DIGITS = 10

/**
 * The exchange rate of one currency in another, as a decimal with ten digits ('1' for the same currency), and its day.
 */
export interface FoundRate {
  rate: string
  /** The older day of the two underlying rates; null if nothing is converted. */
  asOf: Date | null
}

/** Returns today's rate between two currencies; null if one of them has none. Rounded half to even. */
export async function findExchangeRate(
  db: Db | Prisma.TransactionClient,
  from: string,
  to: string,
): Promise<FoundRate | null> {
  if (from === to) return { rate: '1', asOf: null }
  const rows = await db.exchangeRate.findMany({ where: { currency: { in: [from, to] } } })
  const one = rows.find(({ currency }) => currency === from)
  const other = rows.find(({ currency }) => currency === to)
  if (!one || !other) return null
  const exact = (value: Prisma.Decimal) => BigInt(value.toFixed(6).replace('.', ''))
  const digits = divideHalfEven(exact(one.toBase) * 10n ** BigInt(DIGITS), exact(other.toBase))
    .toString()
    .padStart(DIGITS + 1, '0')
  return {
    rate: `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`,
    asOf: one.asOf < other.asOf ? one.asOf : other.asOf,
  }
}
