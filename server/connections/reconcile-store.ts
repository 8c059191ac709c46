import type { Conversion, ShopifyConnection } from '#prisma/generated/client.ts'
import { applyStoreProducts } from '#server/importing/store-sync.ts'
import type { Db } from '#server/platform/db.ts'
import { isDatabaseAway } from '#server/platform/database-away.ts'
import { AppError } from '#server/platform/errors.ts'
import { log } from '#server/platform/log.ts'
import { appSecret } from '#server/platform/secrets.ts'
import { emailHasher } from '#server/sales/customer-hash.ts'
import { recordOrder } from '#server/sales/record-order.ts'
import type { StoreOrder } from '#server/sales/store-order.schema.ts'
import { ShopifyError, type StoreAccess } from '#server/shopify/admin-api.ts'
import { readOrdersChangedSince } from '#server/shopify/read-orders.ts'
import { readProductsByIds, readProductsChangedSince } from '#server/shopify/read-products.ts'
import { accessOf } from '#server/shopify/store-access.ts'
import { noted } from './api-health.ts'
import { stateAfter } from './connect-store.service.ts'
import { remakeSubscriptions } from './keep-subscriptions.ts'
import { beginLooking } from './look-at-journeys.ts'

/** Clocks differ, and a message may be on its way: what changed shortly before the last time is read again. */
const OVERLAP_MS = 3_600_000
const MOST_DRIFT = 100
const LONGEST_REASON = 300

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
  since: Date
  signal: AbortSignal
  drift: Drift[]
}

/**
 * Compares a store with what we know: reads the orders and products that changed since the last time, puts right what
 * differs, and has the store tell us again of what it no longer does. The report says what its messages had not told us.
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
  const since = new Date((connection.reconciledUntil ?? connection.connectedAt).getTime() - OVERLAP_MS)
  const drift: Drift[] = []
  try {
    if (connection.status === 'revoked') throw new AppError('conflict', 'The store is not connected any more.')
    const found = await noted(db, connection.id, async () => {
      const access = await accessOf(db, connection)
      const comparison = { db, connection, access, since, signal, drift }
      const orders = await compareOrders(comparison)
      const { remade, failed } = await remakeSubscriptions(db, siteUrl, connection.id, access)
      await db.shopifyConnection.updateMany({
        where: { id: connection.id, status: { not: 'revoked' } },
        data: { reconciledUntil: startedAt, ...stateAfter(failed.length) },
      })
      // Last: products that cannot be taken must not keep orders from being compared.
      const products = await compareProducts(comparison).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
        return { error: error.message.slice(0, LONGEST_REASON) }
      })
      return { ...orders, ...products, subscriptionsRemade: remade }
    })
    await db.reconciliation.update({
      where: { id: reconciliationId },
      data: { ...found, drift: drift.map((each) => ({ ...each })), endedAt: new Date() },
    })
  } catch (error) {
    if (signal.aborted || isDatabaseAway(error)) throw error
    const isKnown = error instanceof ShopifyError || error instanceof AppError
    if (!isKnown) log.error({ err: error, connectionId: connection.id }, 'a store was not compared')
    await db.reconciliation.update({
      where: { id: reconciliationId },
      data: {
        error: isKnown ? error.message.slice(0, LONGEST_REASON) : 'It could not be compared.',
        endedAt: new Date(),
      },
    })
  }
}

async function compareOrders({ db, connection, access, since, signal, drift }: Comparison) {
  const hashEmail = emailHasher(await appSecret(db, 'customer-hash'))
  let orders = 0
  let ordersMended = 0
  for await (const changed of readOrdersChangedSince(access, since, { signal, hashEmail })) {
    for (const order of changed) {
      signal.throwIfAborted()
      orders++
      const before = await saleOf(db, connection.partnerId, order)
      const { isChanged } = await recordOrder(db, connection.partnerId, order, new Date())
      await beginLooking(db, connection.id, order)
      if (!isChanged) continue
      ordersMended++
      if (drift.length < MOST_DRIFT)
        drift.push({
          what: 'order',
          id: order.name || order.id,
          before: inWords(before),
          after: inWords(await saleOf(db, connection.partnerId, order)),
        })
    }
  }
  return { orders, ordersMended }
}

const saleOf = (db: Db, partnerId: string, { id }: StoreOrder) =>
  db.conversion.findUnique({ where: { partnerId_externalId: { partnerId, externalId: id } } })

const inWords = (sale: Conversion | null): string =>
  sale ? `${sale.status}, ${sale.netMinor} minor units of ${sale.currency}` : 'not known'

async function compareProducts({ db, connection, access, since, signal, drift }: Comparison) {
  let products = 0
  let productsMended = 0
  for await (const changed of readProductsChangedSince(access, since, { signal })) {
    signal.throwIfAborted()
    products += changed.length
    const known = await db.storeProduct.findMany({
      where: { connectionId: connection.id, externalId: { in: changed.map(({ id }) => id) } },
      select: { externalId: true, updatedAt: true },
    })
    const knownAt = new Map(known.map(({ externalId, updatedAt }) => [externalId, updatedAt]))
    const late = changed.filter(({ id, updatedAt }) => !(Number(knownAt.get(id)) >= updatedAt.getTime()))
    if (!late.length) continue
    const ids = late.map(({ id }) => id)
    await applyStoreProducts(db, connection, await readProductsByIds(access, ids, { signal }))
    productsMended += late.length
    for (const { id, updatedAt } of late) {
      if (drift.length >= MOST_DRIFT) break
      const before = knownAt.get(id)?.toISOString() ?? 'not known'
      drift.push({ what: 'product', id, before, after: updatedAt.toISOString() })
    }
  }
  return { products, productsMended }
}
