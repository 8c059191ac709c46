import type { Conversion, Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { DAY_MS } from '#server/platform/durations.values.ts'
import { AppError } from '#server/platform/errors.ts'
import { hasUniqueIds, isCountedByStore, isFromStore, storeOrder, type StoreOrder } from './store-order.schema.ts'

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

/** The data of a message about an order. A refund or cancellation has no times. */
type Report = Pick<StoreOrder, 'id' | 'source'> & Partial<Pick<StoreOrder, 'orderedAt' | 'paidAt'>>
type Candidate = Pick<Conversion, 'storeId' | 'source' | 'orderedAt' | 'paidAt'>

/** An order that is recorded as a sale, or held. */
export interface KnownOrder extends Candidate, Pick<Conversion, 'currency'> {
  /** Null if it is held. */
  saleId: string | null
}

/**
 * Finds the sale of an order. An order of another store with the same number is another order.
 * @param by.storeId the connection of the store that numbered the order: by default the connected store
 * @returns the sale's id, or null if it is not recorded; the order, which may be held if the message is a refund or a
 *   cancellation from the partner; and its key. If a store reports a sale that came from somewhere else, the key is that
 *   store's, and the sale has to be moved to it (`moveSale`).
 * @throws AppError conflict if the order may be another one with the same number
 */
export async function findSale(
  tx: Tx,
  { partnerId, storeId: given }: { partnerId: string; storeId?: string | undefined },
  report: Report,
): Promise<{ saleId: string | null; order: KnownOrder | null; key: OrderKey }> {
  const storeId = given ?? (await connectedStoreId(tx, partnerId))
  const where = { partnerId, externalId: report.id }
  const sales = await tx.conversion.findMany({
    where,
    orderBy: { createdAt: 'desc' },
    select: { id: true, storeId: true, source: true, currency: true, orderedAt: true, paidAt: true },
  })
  const known: KnownOrder[] = sales.map(({ id, ...sale }) => ({ ...sale, saleId: id }))
  if (report.orderedAt === undefined && !isFromStore(report.source)) {
    const held = await findHeld(tx, where)
    known.push(...held.filter((order) => sales.every((sale) => sale.storeId !== order.storeId)))
  }
  const order = chooseSale(known, report, storeId)
  const isOfStore = order && (!isFromStore(report.source) || isKnownFromStore(order))
  return {
    saleId: order?.saleId ?? null,
    order,
    key: { partnerId, storeId: isOfStore ? order.storeId : storeId, externalId: report.id },
  }
}

async function findHeld(tx: Tx, where: Pick<OrderKey, 'partnerId' | 'externalId'>): Promise<KnownOrder[]> {
  const held = await tx.heldOrder.findMany({
    where: { ...where, refusedAt: null },
    orderBy: { heldAt: 'desc' },
    select: { storeId: true, source: true, currency: true, order: true },
  })
  return held.map(({ order, ...row }) => {
    const { orderedAt, paidAt } = storeOrder.parse(order)
    return { ...row, saleId: null, orderedAt: new Date(orderedAt), paidAt: paidAt === null ? null : new Date(paidAt) }
  })
}

/** Whether an order of the connected store is the known order with the same number. */
export function isSameOrder(known: Candidate, order: StoreOrder, storeId: string): boolean {
  try {
    return chooseForStore([known], order, storeId) !== null
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** Gives a sale and its refunds to the store that numbered its order. */
export async function moveSale(tx: Prisma.TransactionClient, id: string, from: string, to: OrderKey): Promise<void> {
  await moveRefunds(tx, { storeId: from }, to)
  await tx.conversion.update({ where: { id }, data: { storeId: to.storeId }, select: { id: true } })
}

/**
 * Applies to a new order everything that the partner reported about it while no store was connected: refunds, a
 * cancellation, and the order itself if it is held. Not for a store's orders, because an earlier order with the same
 * number may be a different one.
 */
export async function takeUpWaiting(tx: Prisma.TransactionClient, key: OrderKey): Promise<void> {
  const { partnerId, storeId, externalId } = key
  if (storeId === NO_STORE) return
  await moveRefunds(tx, { storeId: NO_STORE, awaitsOrder: true }, key)
  const cancellation = { partnerId, externalOrderId: externalId }
  if (!(await tx.orderCancellation.count({ where: { ...cancellation, storeId } })))
    await tx.orderCancellation.updateMany({ where: { ...cancellation, storeId: NO_STORE }, data: { storeId } })
  if (!(await tx.heldOrder.count({ where: key })))
    await tx.heldOrder.updateMany({ where: { ...key, storeId: NO_STORE }, data: { storeId } })
}

async function moveRefunds(
  tx: Prisma.TransactionClient,
  from: Pick<Prisma.OrderRefundWhereInput, 'storeId' | 'awaitsOrder'>,
  { partnerId, storeId, externalId: externalOrderId }: OrderKey,
): Promise<void> {
  const refunds = { partnerId, externalOrderId, ...from }
  const moved = await tx.orderRefund.findMany({ where: refunds, select: { externalId: true } })
  // The sale's own refunds replace repeats that were kept for the store's order.
  const repeats = { in: moved.map(({ externalId }) => externalId) }
  await tx.orderRefund.deleteMany({ where: { partnerId, externalOrderId, storeId, externalId: repeats } })
  await tx.orderRefund.updateMany({ where: refunds, data: { storeId } })
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
export function chooseSale<T extends Candidate>(sales: readonly T[], report: Report, storeId: string): T | null {
  if (isFromStore(report.source)) return chooseForStore(sales, report, storeId)
  if (report.orderedAt === undefined) return chooseWithoutTime(sales, storeId)
  const near = sales.filter((sale) => hasUniqueIds(sale.source) || isNear(sale, report))
  const isOwn = (sale: T) => sale.storeId === storeId
  return near.find(isOwn) ?? near[0] ?? sales.find(isOwn) ?? null
}

function chooseForStore<T extends Candidate>(sales: readonly T[], report: Report, storeId: string): T | null {
  const isCounted = isCountedByStore(report.source)
  const ownSale = sales.find((sale) => sale.storeId === storeId)
  if (ownSale) {
    // A reinstalled store restarts its order numbers.
    if (isCounted && isCountedByStore(ownSale.source) && !isNear(ownSale, report)) throw usedTwice(ownSale)
    return ownSale
  }
  const same = sales.find((sale) => {
    if (isFromStore(sale.source) && sale.source !== report.source) return false
    return isCounted ? !isKnownFromStore(sale) && isNear(sale, report) : true
  })
  if (same) return same
  // A store that moved to another address reports its orders again.
  const moved = isCounted
    ? sales.find(({ source, orderedAt }) => source === report.source && isSameTime(orderedAt, report.orderedAt, 0))
    : undefined
  if (moved) throw usedTwice(moved)
  return null
}

/**
 * Chooses the order that a refund or cancellation from the conversions API or a postback is about. It has no time, so
 * it has to be the connected store's order, or the only one with the number.
 * @throws AppError conflict if it may be about several
 */
function chooseWithoutTime<T extends Pick<Candidate, 'storeId' | 'source'>>(
  orders: readonly T[],
  storeId: string,
): T | null {
  const ownOrder = storeId === NO_STORE ? undefined : orders.find((order) => order.storeId === storeId)
  // Partners report refunds of a store's order in that store, so this refund may be about an order that they reported
  // to us.
  if (ownOrder && (!isFromStore(ownOrder.source) || orders.every(({ source }) => isFromStore(source)))) return ownOrder
  if (orders.length > 1) throw severalOrders()
  return orders[0] ?? null
}

export const severalOrders = () =>
  new AppError(
    'conflict',
    'Several of your orders have this number, and we cannot tell which one you mean. Nothing was changed. Please contact us.',
  )

/** Whether we know which store's order it is. Otherwise its `storeId` is only the store that was connected at the time. */
const isKnownFromStore = ({ source, storeId }: Pick<Candidate, 'storeId' | 'source'>): boolean =>
  isFromStore(source) && storeId !== NO_STORE

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
