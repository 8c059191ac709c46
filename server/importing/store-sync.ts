import type { ShopifyConnection } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { ACTIVE_WHERE } from '#server/platform/listed.ts'
import { newId } from '#server/platform/ids.ts'
import { saveProducts } from '#server/products/save-products.ts'
import type { StoreProduct } from '#server/stores/store-product.ts'
import { archive } from './apply-products.ts'
import { ENDED } from './import-files.ts'
import { wakeImports } from './wake-imports.ts'
import { connectedStore, getProductRules } from './import-rules.ts'
import { screenProducts } from './screen-products.ts'
import { SeenCodes } from './seen-codes.ts'
import { knownInStore, storeAct, storeLink } from './store-link.ts'
import { storeBatches } from './store-records.ts'

const UNDER_WAY = ['fetching', 'uploaded', 'reading', 'applying'] as const

/**
 * Starts a full import of a store's products, or returns the one in progress.
 * @param createdById the requesting user; null for none
 * @returns the import's id
 * @throws AppError not_found
 */
export async function beginStoreSync(db: Db, connectionId: string, createdById: string | null): Promise<string> {
  return db.$transaction(async (tx) => {
    const [connection] = await tx.$queryRaw<Array<{ partnerId: string; shop: string }>>`
      SELECT partner_id AS "partnerId", shop FROM shopify_connections
      WHERE id = ${connectionId}::uuid AND status <> 'revoked' FOR UPDATE`
    if (!connection) throw new AppError('not_found', 'Store not found.')
    const { partnerId, shop } = connection
    const running = await tx.productImport.findFirst({
      where: { connectionId, status: { in: [...UNDER_WAY] }, isCancelling: false },
      select: { id: true },
    })
    if (running) return running.id
    // Keep the partner's choice for missing products, such as those of a former store.
    const last = await tx.productImport.findFirst({
      where: { connectionId, status: 'applied', isAutomatic: false, goneCount: { gt: 0 } },
      orderBy: { createdAt: 'desc' },
      select: { gone: true },
    })
    const { id } = await tx.productImport.create({
      data: {
        id: newId(),
        partnerId,
        createdById,
        connectionId,
        source: 'store',
        fileName: shop,
        format: 'shopify',
        gone: last?.gone ?? 'archive',
        isAutomatic: true,
        status: 'fetching',
      },
      select: { id: true },
    })
    await wakeImports(tx, partnerId)
    return id
  })
}

/** The results for products that a store has changed. */
export interface AppliedProducts {
  created: number
  updated: number
  unchanged: number
  /** Products that were not written, with readable reasons. */
  refused: Array<{ handle: string; reason: string }>
}

/**
 * Writes products in their store's current version, with the same plan and writer as imports. A version older than ours
 * changes nothing.
 * @throws AppError bad_input if the store's prices are in a currency other than the partner's; conflict if the store is
 *   no longer connected
 */
export async function applyStoreProducts(
  db: Db,
  connection: Pick<ShopifyConnection, 'id' | 'partnerId' | 'shop' | 'currency'>,
  products: readonly StoreProduct[],
): Promise<AppliedProducts> {
  const { id: connectionId, partnerId, shop } = connection
  await connectedStore(db, { connectionId })
  const { owner, rules } = await getProductRules(db, partnerId, 'shopify')
  refuseForeignCurrency(connection.currency, owner.partner.currency)
  for (const { id, leftOut } of products) if (leftOut !== '') await archiveStoreProduct(db, connectionId, id)
  const act = storeAct(newId(), partnerId, shop)
  const seen = new SeenCodes()
  const applied: AppliedProducts = { created: 0, updated: 0, unchanged: 0, refused: [] }
  for await (const { products: read, problems, facts = new Map<string, never>() } of storeBatches(products, rules)) {
    const { ids } = await knownInStore(db, connectionId, facts)
    const { refused: screened } = await screenProducts(db, read, {
      partnerId,
      currency: owner.partner.currency,
      seen,
      ids,
      takesFree: true,
      isStore: true,
    })
    const { created, updated, unchanged, refused, overLimit } = await saveProducts(
      db,
      read.flatMap(({ product }) => (screened.has(product.handle) ? [] : [product])),
      owner,
      { act, isSync: true, link: storeLink(connectionId, partnerId, facts) },
    )
    applied.created += created
    applied.updated += updated
    applied.unchanged += unchanged
    applied.refused.push(
      ...refused,
      ...overLimit,
      ...problems,
      ...[...screened].map(([handle, reason]) => ({ handle, reason })),
    )
  }
  return applied
}

/** Refuses prices in another currency. @throws AppError bad_input */
export function refuseForeignCurrency(ofStore: string, ofPartner: string): void {
  if (ofStore !== ofPartner)
    throw new AppError(
      'bad_input',
      `Your store sells in ${ofStore}, but your currency on WTF is ${ofPartner}. Nothing was changed. Change your currency under Settings, Profile, or change it back in your store.`,
    )
}

/**
 * Archives a product that was deleted in its store. Does nothing if we do not have it, or if the partner's connected
 * store also has it.
 * @param externalId the store's id
 */
export async function archiveStoreProduct(db: Db, connectionId: string, externalId: string): Promise<void> {
  const others = { connectionId: { not: connectionId }, connection: { status: { not: 'revoked' as const } } }
  // eslint-disable-next-line house/listed-products -- the partner's own products, in any state
  const found = await db.storeProduct.findFirst({
    where: { connectionId, externalId, product: { storeProducts: { none: others } } },
    select: { productId: true, connection: { select: { partnerId: true, shop: true } } },
  })
  if (!found) return
  const { partnerId, shop } = found.connection
  await archive(db, storeAct(newId(), partnerId, shop), [found.productId])
}

/**
 * Archives products that came only from former stores of the partner, not from a feed. Only an import of the current
 * store can tell which products that store lacks. So nothing happens unless its latest import was applied and archived
 * the missing products, and no import is in progress or waits for the partner. A store that has been disconnected in the
 * meantime archives nothing: the next store's products would count as a former store's.
 * @returns their ids
 */
export async function archiveFormerProducts(
  db: Db,
  {
    id: connectionId,
    partnerId,
    shop,
    connectedAt,
  }: Pick<ShopifyConnection, 'id' | 'partnerId' | 'shop' | 'connectedAt'>,
): Promise<string[]> {
  const imports = await db.productImport.findMany({
    where: { connectionId, createdAt: { gte: connectedAt } },
    orderBy: { createdAt: 'desc' },
    select: { status: true, gone: true },
  })
  const [latest] = imports
  const isPending = imports.some(({ status }) => !ENDED.some((ended) => ended === status))
  if (latest?.status !== 'applied' || latest.gone !== 'archive' || isPending) return []
  // eslint-disable-next-line house/listed-products -- the partner's own products, even if the partner is not open
  const former = await db.product.findMany({
    where: {
      partnerId,
      ...ACTIVE_WHERE,
      storeProducts: { some: {}, none: { connectionId } },
      feeds: { none: {} },
      partner: { shopifyConnections: { some: { id: connectionId, status: { not: 'revoked' } } } },
    },
    select: { id: true },
  })
  const ids = former.map(({ id }) => id)
  if (ids.length) await archive(db, storeAct(newId(), partnerId, shop), ids)
  return ids
}
