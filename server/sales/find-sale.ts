import type { Conversion, Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { hasUniqueIds, isCountedByStore, isFromStore, type StoreOrder } from './store-order.schema.ts'

type Tx = Db | Prisma.TransactionClient

/** The store id of orders that were reported while no store was connected. */
export const NO_STORE = '00000000-0000-0000-0000-000000000000'
/** Allows for files with only a date, and for corrected dates. Two stores' orders with one number are further apart. */
const SAME_ORDER_MS = 2 * DAY_MS

/** Identifies an order. Its id is unique only in its store. */
export interface OrderKey {
  partnerId: string
  storeId: string
  externalId: string
}

/** What a message about an order says. A refund or cancellation has no times. */
type Report = Pick<StoreOrder, 'id' | 'source'> & Partial<Pick<StoreOrder, 'orderedAt' | 'paidAt'>>
type Candidate = Pick<Conversion, 'id' | 'storeId' | 'source' | 'orderedAt' | 'paidAt'>

/**
 * Finds the sale of an order. An order of another store with the same number is another order.
 * @param by.storeId the connection of the store that numbered the order: by default the connected store
 * @returns the sale's id, or null if it is not recorded; and the order's key
 * @throws AppError conflict if the order may be another one with the same number
 */
export async function findSale(
  tx: Tx,
  { partnerId, storeId: given }: { partnerId: string; storeId?: string | undefined },
  report: Report,
): Promise<{ saleId: string | null; key: OrderKey }> {
  const storeId = given ?? (await connectedStoreId(tx, partnerId))
  const sales = await tx.conversion.findMany({
    where: { partnerId, externalId: report.id },
    orderBy: { createdAt: 'desc' },
    select: { id: true, storeId: true, source: true, orderedAt: true, paidAt: true },
  })
  const sale = chooseSale(sales, report, storeId)
  return { saleId: sale?.id ?? null, key: { partnerId, storeId: sale?.storeId ?? storeId, externalId: report.id } }
}

/** Returns the id of the partner's connected store, or `NO_STORE`. */
export async function connectedStoreId(tx: Tx, partnerId: string): Promise<string> {
  const where = { partnerId, status: { not: 'revoked' as const } }
  return (await tx.shopifyConnection.findFirst({ where, select: { id: true } }))?.id ?? NO_STORE
}

/**
 * Chooses the sale of an order among the partner's sales with its number.
 * @param storeId the store that numbered the order, or `NO_STORE`
 * @throws AppError conflict
 */
export function chooseSale<T extends Omit<Candidate, 'id'>>(
  sales: readonly T[],
  report: Report,
  storeId: string,
): T | null {
  const own = sales.find((sale) => sale.storeId === storeId)
  if (own) {
    // A reinstalled store restarts its order numbers.
    const isCounted = isCountedByStore(own.source) && isCountedByStore(report.source)
    if (isCounted && !isSameTime(own.orderedAt, report.orderedAt, SAME_ORDER_MS)) throw usedTwice(own)
    return own
  }
  const same = sales.find((sale) => isSameOrder(sale, report, storeId))
  if (same) return same
  // A store that moved to another address reports its orders again.
  const moved = isCountedByStore(report.source)
    ? sales.find(({ source, orderedAt }) => source === report.source && isSameTime(orderedAt, report.orderedAt, 0))
    : undefined
  if (moved) throw usedTwice(moved)
  return null
}

/** Whether a sale belongs to this order, although it was reported for another store or none. */
function isSameOrder(sale: Omit<Candidate, 'id'>, report: Report, storeId: string): boolean {
  if (isFromStore(report.source)) {
    if (isFromStore(sale.source) && sale.source !== report.source) return false
    if (hasUniqueIds(report.source)) return sale.storeId === NO_STORE || isFromStore(sale.source)
    return sale.storeId === NO_STORE && isNear(sale, report)
  }
  if (hasUniqueIds(sale.source)) return true
  return report.orderedAt === undefined ? [sale.storeId, storeId].includes(NO_STORE) : isNear(sale, report)
}

/** Compares payment times, too, because the conversions API often has no other time. */
const isNear = (sale: Pick<Candidate, 'orderedAt' | 'paidAt'>, { orderedAt, paidAt }: Report): boolean =>
  isSameTime(sale.orderedAt, orderedAt, SAME_ORDER_MS) || isSameTime(sale.paidAt, paidAt, SAME_ORDER_MS)

const isSameTime = (one: Date | null, other: string | null | undefined, toleranceMs: number): boolean =>
  one !== null && typeof other === 'string' && Math.abs(one.getTime() - Date.parse(other)) <= toleranceMs

const usedTwice = ({ orderedAt }: Pick<Candidate, 'orderedAt'>) =>
  new AppError(
    'conflict',
    `Another order has the same number. It was placed on ${orderedAt.toISOString().slice(0, 10)}, and its sale was not changed. If you moved or reinstalled your store, please contact us.`,
  )
