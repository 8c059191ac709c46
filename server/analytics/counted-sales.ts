import { Prisma } from '#prisma/generated/client.ts'
import type { ConversionStatus } from '#server/sales/lifecycle.values.ts'
import type { Amounts, Others, Owed } from './analytics.types.ts'

/** Sales of one status and currency. Amounts in minor units. */
export interface SaleSum {
  status: ConversionStatus
  currency: string
  /** Empty if nothing is owed. */
  ledgerCurrency: string
  sales: number
  netMinor: number
  commissionMinor: number
}

/** Whether a sale counts: it is certainly ours and not cancelled. */
const isCounted = ({ status }: { status: ConversionStatus }): boolean => status !== 'tracked' && status !== 'cancelled'
/** SQL: whether a sale counts. `c` is the conversions row. */
export const COUNTED = Prisma.sql`c.status NOT IN ('tracked', 'cancelled')`

export const countSales = (sums: ReadonlyArray<Pick<SaleSum, 'status' | 'sales'>>): number =>
  sums.filter(isCounted).reduce((total, { sales }) => total + sales, 0)

/** Returns the counted sales in one currency: their number, and their net in its minor units. */
export function netIn(currency: string, sums: readonly SaleSum[], among: readonly ConversionStatus[] | null = null) {
  const counted = sums.filter(
    (sum) => isCounted(sum) && sum.currency === currency && (!among || among.includes(sum.status)),
  )
  return {
    sales: counted.reduce((total, { sales }) => total + sales, 0),
    netMinor: counted.reduce((total, { netMinor }) => total + netMinor, 0),
  }
}

/** Returns the commission for counted sales in one currency of the ledger, in minor units. */
const owedIn = (currency: string, sums: readonly SaleSum[]): number =>
  sums
    .filter((sum) => isCounted(sum) && sum.ledgerCurrency === currency)
    .reduce((total, { commissionMinor }) => total + commissionMinor, 0)

/** Returns the commission for counted sales of some statuses. */
export function owedOf(currency: string, sums: readonly SaleSum[], among: readonly ConversionStatus[]): Owed {
  const some = sums.filter(({ status }) => among.includes(status))
  return { minor: owedIn(currency, some), others: otherCommission(currency, some) }
}

/** Returns the revenue of the three periods. Adds amounts in other currencies for the first one, largest first. */
export const revenueOf = (currency: string, now: SaleSum[], before: SaleSum[], yearAgo: SaleSum[]): Amounts => ({
  currency,
  now: netIn(currency, now).netMinor,
  before: netIn(currency, before).netMinor,
  yearAgo: netIn(currency, yearAgo).netMinor,
  others: othersOf(
    currency,
    now.filter(isCounted).map((sum) => [sum.currency, sum.netMinor]),
  ),
})

/** Like `revenueOf`, but for commission, in currencies of the ledger. */
export const compareCommission = (
  currency: string,
  now: SaleSum[],
  before: SaleSum[],
  yearAgo: SaleSum[],
): Amounts => ({
  currency,
  now: owedIn(currency, now),
  before: owedIn(currency, before),
  yearAgo: owedIn(currency, yearAgo),
  others: otherCommission(currency, now),
})

const otherCommission = (currency: string, sums: readonly SaleSum[]): Others =>
  othersOf(
    currency,
    sums.filter(isCounted).map((sum) => [sum.ledgerCurrency, sum.commissionMinor]),
  )

/** Returns amounts in other currencies than the partner's, by currency. */
export function othersOf(mainCurrency: string, amounts: Array<[currency: string, minor: number]>): Others {
  const sums = new Map<string, number>()
  for (const [currency, minor] of amounts) sums.set(currency, (sums.get(currency) ?? 0) + minor)
  return [...sums]
    .filter(([currency, minor]) => currency !== mainCurrency && currency !== '' && minor !== 0)
    .map(([currency, minor]) => ({ currency, minor }))
    .sort((a, b) => (a.currency < b.currency ? -1 : 1))
}
