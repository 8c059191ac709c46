import type { Conversion, Prisma, ShopifyConnection } from '#prisma/generated/client.ts'
import { withCurrency } from '#server/importing/compare-currency.ts'
import { applyStoreProducts, archiveFormerProducts, archiveStoreProduct } from '#server/importing/store-sync.ts'
import type { Db } from '#server/platform/db.ts'
import { isDatabaseAway, isTransactionOver } from '#server/platform/database-away.ts'
import { AppError } from '#server/platform/errors.ts'
import { ACTIVE_WHERE } from '#server/platform/listed.ts'
import { log } from '#server/platform/log.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { emailHasher } from '#server/sales/customer-hash.ts'
import { findSale, NO_STORE } from '#server/sales/find-sale.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import type { StoreOrder } from '#server/sales/store-order.schema.ts'
import { stateAfter } from '#server/stores/connection-state.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { StoreAccess } from '#server/stores/store-platform.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { accessOf } from '#server/stores/store-access.ts'
import { noted } from './api-health.ts'
import { remakeSubscriptions } from './keep-subscriptions.ts'
import { beginLooking } from './look-at-journeys.ts'

/** Changes shortly before the last comparison are read again, because clocks differ and messages may be late. */
const OVERLAP_MS = 3_600_000
const MAX_DRIFT = 100
const CHECKED_AT_ONCE = 500
/** Refunds older than this are no longer deleted by stores. */
const RECOUNTED_FOR_MS = 180 * 86_400_000
const MAX_RECOUNTED = 2_000
const LONGEST_REASON = 300
const NOT_READABLE = 'not readable'

interface Drift {
  what: 'order' | 'product'
  id: string
  before: string
  after: string
}

interface Comparison {
  db: Db
  connection: ShopifyConnection
  access: StoreAccess
  signal: AbortSignal
  drift: Drift[]
}

/**
 * Compares a store with our data: reads the orders and products that changed since the last time, corrects differences
 * and restores missing webhook subscriptions. The report lists the changes that no message had reported.
 */
export async function reconcileStore(
  { db, siteUrl }: { db: Db; siteUrl: string },
  reconciliationId: string,
  signal: AbortSignal,
): Promise<void> {
  const { connection } = await db.reconciliation.findUniqueOrThrow({
    where: { id: reconciliationId },
    include: { connection: true },
  })
  const startedAt = new Date()
  await db.reconciliation.updateMany({ where: { id: reconciliationId, begunAt: null }, data: { begunAt: startedAt } })
  const drift: Drift[] = []
  try {
    await goOn({ db, connection, signal })
    const found = await noted(db, connection, async () => {
      const access = await accessOf(db, connection, { signal })
      const comparison = { db, connection, access, signal, drift }
      // Compare subscriptions first, so that the store keeps sending us messages even if an order fails.
      const place = { siteUrl, connection, signal }
      const { remade, failed } = await remakeSubscriptions(db, place, access)
      await keep(db, connection.id, stateAfter(platformOf(connection), failed.length))
      const orders = await compareOrders(comparison)
      const recounted = await recountRefunds(comparison)
      await keep(db, connection.id, { reconciledUntil: startedAt })
      // Compare the currency and products last, so that a failure does not prevent the comparison of orders.
      await withCurrency(db, connection, signal)
      const products = await compareProducts(comparison).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        return { error: error.message.slice(0, LONGEST_REASON) }
      })
      return {
        orders: orders.orders + recounted.orders,
        ordersMended: orders.ordersMended + recounted.ordersMended,
        ...products,
        subscriptionsRemade: remade,
      }
    })
    await db.reconciliation.update({
      where: { id: reconciliationId },
      data: { ...found, drift: drift.map((each) => ({ ...each })), endedAt: new Date() },
    })
  } catch (error) {
    if (signal.aborted || (isDatabaseAway(error) && !isTransactionOver(error))) throw error
    const isKnown = error instanceof StoreError || error instanceof AppError
    if (!isKnown) log.error({ err: error, connectionId: connection.id }, 'a store comparison failed')
    await db.reconciliation.update({
      where: { id: reconciliationId },
      data: {
        error: isKnown ? error.message.slice(0, LONGEST_REASON) : 'We could not compare the store with our records.',
        endedAt: new Date(),
      },
    })
  }
}

async function keep(db: Db, id: string, data: Prisma.ShopifyConnectionUpdateManyMutationInput): Promise<void> {
  await db.shopifyConnection.updateMany({ where: { id, status: { not: 'revoked' } }, data })
}

/**
 * Continues only if the store is still connected: a comparison may take an hour.
 * @throws AppError conflict
 */
async function goOn({ db, connection, signal }: Pick<Comparison, 'db' | 'connection' | 'signal'>): Promise<void> {
  signal.throwIfAborted()
  if (!(await db.shopifyConnection.count({ where: { id: connection.id, status: { not: 'revoked' } } })))
    throw new AppError('conflict', 'The store is no longer connected.')
}

/** Reports and skips orders that cannot be read or stored. */
async function compareOrders(comparison: Comparison) {
  const { db, connection, access, signal, drift } = comparison
  const hashEmail = emailHasher(await appSecret(db, 'customer-hash'))
  const compared = connection.reconciledUntil ?? connection.connectedAt
  const since = withOverlap(compared)
  let orders = 0
  let ordersMended = 0
  for await (const page of platformOf(connection).listChangedOrders(access, since, { signal, hashEmail })) {
    await goOn(comparison)
    orders += page.orders.length + page.unreadable.length
    for (const { name, error } of page.unreadable)
      noteDrift(drift, { what: 'order', id: name, before: NOT_READABLE, after: error.message })
    for (const order of page.orders) {
      signal.throwIfAborted()
      if (await mendOrder(comparison, order)) ordersMended++
    }
    // An interrupted comparison continues from here next time.
    if (page.until > compared) await keep(db, connection.id, { reconciledUntil: page.until })
  }
  return { orders, ordersMended }
}

/** @returns whether the order was missing or different here */
async function mendOrder({ db, connection, drift }: Comparison, order: StoreOrder): Promise<boolean> {
  const id = order.name || order.id
  try {
    const before = inWords(await saleOf(db, connection, order))
    const from = { storeId: connection.id }
    const { isChanged } = await recordOrder(db, connection.partnerId, order, new Date(), from)
    await beginLooking(db, connection, order)
    if (!isChanged) return false
    noteDrift(drift, { what: 'order', id, before, after: inWords(await saleOf(db, connection, order)) })
    return true
  } catch (error) {
    if (!(error instanceof AppError) && !isTransactionOver(error)) throw error
    const after = error instanceof AppError ? error.message : 'The comparison took too long.'
    noteDrift(drift, { what: 'order', id, before: NOT_READABLE, after: after.slice(0, LONGEST_REASON) })
    return false
  }
}

/** Reads orders with refunds again, in case the store has deleted one: not every platform counts that as a change. */
async function recountRefunds(comparison: Comparison) {
  const { db, connection, access, signal } = comparison
  const { hidesDeletedRefunds, fetchOrder } = platformOf(connection)
  if (!hidesDeletedRefunds) return { orders: 0, ordersMended: 0 }
  const hashEmail = emailHasher(await appSecret(db, 'customer-hash'))
  const since = new Date(Date.now() - RECOUNTED_FOR_MS)
  const ofStore = { partnerId: connection.partnerId, storeId: { in: [connection.id, NO_STORE] } }
  const refunded = await db.orderRefund.groupBy({
    by: ['externalOrderId'],
    where: { ...ofStore, awaitsOrder: false, refundedAt: { gte: since } },
    orderBy: { _max: { refundedAt: 'desc' } },
    take: MAX_RECOUNTED,
  })
  const known = await db.conversion.findMany({
    where: {
      ...ofStore,
      source: platformOf(connection).name,
      externalId: { in: refunded.map(({ externalOrderId }) => externalOrderId) },
    },
    distinct: ['externalId'],
    select: { externalId: true },
  })
  let ordersMended = 0
  for (const { externalId } of known) {
    await goOn(comparison)
    const order = await fetchOrder(access, externalId, { signal, hashEmail })
    if (order && (await mendOrder(comparison, order))) ordersMended++
  }
  return { orders: known.length, ordersMended }
}

function noteDrift(drift: Drift[], one: Drift): void {
  if (drift.length < MAX_DRIFT) drift.push(one)
}

const withOverlap = (time: Date): Date => new Date(time.getTime() - OVERLAP_MS)

async function saleOf(db: Db, { id: storeId, partnerId }: ShopifyConnection, order: StoreOrder) {
  const { saleId } = await findSale(db, { partnerId, storeId }, order)
  return saleId === null ? null : db.conversion.findUnique({ where: { id: saleId } })
}

const inWords = (sale: Conversion | null): string =>
  sale ? `${sale.status}, ${sale.netMinor} minor units of ${sale.currency}` : 'not known'

async function compareProducts(comparison: Comparison) {
  const { db, connection, access, signal, drift } = comparison
  const lastWell = await db.reconciliation.findFirst({
    where: {
      connectionId: connection.id,
      endedAt: { not: null },
      error: '',
      startedAt: { gte: connection.connectedAt },
    },
    orderBy: { startedAt: 'desc' },
    select: { startedAt: true },
  })
  const since = withOverlap(lastWell?.startedAt ?? connection.connectedAt)
  const { listChangedProducts, fetchProducts } = platformOf(connection)
  let products = 0
  let productsMended = 0
  for await (const changed of listChangedProducts(access, since, { signal })) {
    await goOn(comparison)
    products += changed.length
    const knownAt = await knownProducts(db, connection.id, changed)
    const late = changed.filter(({ id, updatedAt }) => !(Number(knownAt.get(id)) >= updatedAt.getTime()))
    if (!late.length) continue
    const ids = late.map(({ id }) => id)
    const read = await fetchProducts(access, ids, { signal })
    // The store may have changed its currency since the last page.
    await applyStoreProducts(db, await withCurrency(db, connection, signal), read)
    const nowKnown = await knownProducts(db, connection.id, late)
    for (const { id, updatedAt } of late) {
      // Products that we do not import, such as drafts, do not count as differences.
      if (!knownAt.has(id) && !nowKnown.has(id)) continue
      productsMended++
      const before = knownAt.get(id)?.toISOString() ?? 'not known'
      noteDrift(drift, { what: 'product', id, before, after: updatedAt.toISOString() })
    }
  }
  return { products, productsMended: productsMended + (await archiveGone(comparison)) }
}

/** Returns the update times of those products that we have, by id. */
async function knownProducts(
  db: Db,
  connectionId: string,
  products: ReadonlyArray<{ id: string }>,
): Promise<Map<string, Date>> {
  const known = await db.storeProduct.findMany({
    where: { connectionId, externalId: { in: products.map(({ id }) => id) } },
    select: { externalId: true, updatedAt: true },
  })
  return new Map(known.map(({ externalId, updatedAt }) => [externalId, updatedAt]))
}

/** Archives products that the store deleted without a message, or that only a former store had. @returns the count */
async function archiveGone(comparison: Comparison): Promise<number> {
  const { db, connection, access, signal, drift } = comparison
  const { findExistingProducts } = platformOf(connection)
  const former = await archiveFormerProducts(db, connection)
  for (const id of former) noteDrift(drift, { what: 'product', id, before: 'active', after: 'of a former store' })
  let gone = former.length
  for (let last = ''; ;) {
    await goOn(comparison)
    // eslint-disable-next-line house/listed-products -- includes products of partners that are not open
    const shown = await db.storeProduct.findMany({
      where: { connectionId: connection.id, externalId: { gt: last }, product: ACTIVE_WHERE },
      orderBy: { externalId: 'asc' },
      take: CHECKED_AT_ONCE,
      select: { externalId: true },
    })
    const ids = shown.map(({ externalId }) => externalId)
    last = ids.at(-1) ?? ''
    if (last === '') return gone
    const existing = new Set(await findExistingProducts(access, ids, { signal }))
    for (const id of ids) {
      if (existing.has(id)) continue
      await archiveStoreProduct(db, connection.id, id)
      noteDrift(drift, { what: 'product', id, before: 'active', after: 'deleted' })
      gone++
    }
  }
}
