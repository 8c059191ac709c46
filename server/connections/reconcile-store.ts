import type { Conversion, Prisma, ShopifyConnection } from '#prisma/generated/client.ts'
import { withCurrency } from '#server/importing/compare-currency.ts'
import {
  applyStoreProducts,
  archiveFormerProducts,
  archiveStoreProduct,
  beginStoreSync,
} from '#server/importing/store-sync.ts'
import type { Db } from '#server/platform/db.ts'
import { isDatabaseAway, isTransactionOver } from '#server/platform/database-away.ts'
import { AppError } from '#server/platform/errors.ts'
import { ACTIVE_WHERE } from '#server/platform/listed.ts'
import { log } from '#server/platform/log.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { emailHasher } from '#server/sales/customer-hash.ts'
import { findSale } from '#server/sales/find-sale.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import type { StoreOrder } from '#server/sales/store-order.schema.ts'
import { stateAfter } from '#server/stores/connection-state.ts'
import { StoreError, TooMany } from '#server/stores/store-error.ts'
import type { StoreAccess } from '#server/stores/store-platform.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { accessOf } from '#server/stores/store-access.ts'
import { noted } from './api-health.ts'
import { remakeSubscriptions } from './keep-subscriptions.ts'
import { beginLooking } from './look-at-journeys.ts'
import { findOrdersToReread, lastComparison } from './orders-to-reread.ts'

/** Changes shortly before the last comparison are read again, because clocks differ and messages may be late. */
const OVERLAP_MS = 3_600_000
const MAX_DRIFT = 100
const CHECKED_AT_ONCE = 500
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
      const reread = await rereadOrders(comparison)
      await keep(db, connection.id, { reconciledUntil: startedAt })
      // Compare the currency and products last, so that a failure does not prevent the comparison of orders.
      await withCurrency(db, connection, signal)
      const products = await compareProducts(comparison).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        return { error: error.message.slice(0, LONGEST_REASON) }
      })
      return {
        orders: orders.orders + reread.orders,
        ordersMended: orders.ordersMended + reread.ordersMended,
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

/** Reads orders again whose difference the list of changed orders does not show. */
async function rereadOrders(comparison: Comparison) {
  const { db, connection, access, signal } = comparison
  const { fetchOrder } = platformOf(connection)
  const hashEmail = emailHasher(await appSecret(db, 'customer-hash'))
  const ids = await findOrdersToReread(db, connection)
  let ordersMended = 0
  for (const id of ids) {
    await goOn(comparison)
    const order = await fetchOrder(access, id, { signal, hashEmail }).catch((error: unknown) => {
      if (!(error instanceof StoreError) || error.kind !== 'bad_answer') throw error
      noteDrift(comparison.drift, { what: 'order', id, before: NOT_READABLE, after: error.message })
      return null
    })
    if (order && (await mendOrder(comparison, order))) ordersMended++
  }
  return { orders: ids.length, ordersMended }
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

/** Imports all products if too many have changed. */
async function compareProducts(comparison: Comparison) {
  const { db, connection } = comparison
  const found = { products: 0, productsMended: 0 }
  const isCut = await compareChangedProducts(comparison, found).then(
    () => false,
    (error: unknown) => {
      if (!(error instanceof TooMany)) throw error
      return true
    },
  )
  found.productsMended += await archiveGone(comparison)
  if (isCut) await beginStoreSync(db, connection.id, null)
  return found
}

/** @throws TooMany */
async function compareChangedProducts(
  comparison: Comparison,
  found: { products: number; productsMended: number },
): Promise<void> {
  const { db, connection, access, signal, drift } = comparison
  const lastWell = await lastComparison(db, connection.id, { gte: connection.connectedAt })
  const since = withOverlap(lastWell?.startedAt ?? connection.connectedAt)
  const { listChangedProducts, fetchProducts } = platformOf(connection)
  for await (const changed of listChangedProducts(access, since, { signal })) {
    await goOn(comparison)
    found.products += changed.length
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
      found.productsMended++
      const before = knownAt.get(id)?.toISOString() ?? 'not known'
      noteDrift(drift, { what: 'product', id, before, after: updatedAt.toISOString() })
    }
  }
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
