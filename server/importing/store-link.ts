import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import type { IncomingProduct } from '#server/products/incoming-product.schema.ts'
import type { Act } from '#server/products/product-acts.ts'
import type { ProductLink } from '#server/products/save-products.ts'
import type { StoreFact, StoreFacts } from './store-facts.ts'

type Tx = Db | Prisma.TransactionClient

/** The store products that we already have. */
export interface KnownInStore {
  /** Our product ids by the store's current handles. */
  ids: ReadonlyMap<string, string>
  /** Our handles of these products. */
  handles: string[]
  /** Handles of products that we have in a newer version, which an older one must not change. */
  outdated: ReadonlySet<string>
}

export const NOTHING_KNOWN: KnownInStore = { ids: new Map(), handles: [], outdated: new Set() }

export async function knownInStore(tx: Tx, connectionId: string, facts: StoreFacts): Promise<KnownInStore> {
  // eslint-disable-next-line house/listed-products -- the partner's own products, in any state
  const rows = await tx.storeProduct.findMany({
    where: { connectionId, externalId: { in: [...facts.values()].map(({ externalId }) => externalId) } },
    select: { externalId: true, productId: true, updatedAt: true, product: { select: { handle: true } } },
  })
  const byExternalId = new Map(rows.map((row) => [row.externalId, row]))
  const ids = new Map<string, string>()
  const outdated = new Set<string>()
  for (const [handle, { externalId, updatedAt }] of facts) {
    const row = byExternalId.get(externalId)
    if (!row) continue
    ids.set(handle, row.productId)
    if (row.updatedAt > updatedAt) outdated.add(handle)
  }
  return { ids, handles: rows.map(({ product }) => product.handle), outdated }
}

/** Links the store's products to ours with each written batch. */
export const storeLink = (connectionId: string, partnerId: string, facts: StoreFacts): ProductLink => ({
  before: async (tx, products) => {
    const ofProducts = new Map(
      products.flatMap(({ handle }): Array<[string, StoreFact]> => {
        const fact = facts.get(handle)
        return fact ? [[handle, fact]] : []
      }),
    )
    const { ids, outdated } = await knownInStore(tx, connectionId, ofProducts)
    return { wanted: products.filter(({ handle }) => !outdated.has(handle)), ids }
  },
  after: (tx, written) => note(tx, { connectionId, partnerId }, facts, written),
})

async function note(
  tx: Prisma.TransactionClient,
  { connectionId, partnerId }: { connectionId: string; partnerId: string },
  facts: StoreFacts,
  written: IncomingProduct[],
): Promise<void> {
  const byNumber = new Map(
    written.flatMap(({ handle }) => {
      const fact = facts.get(handle)
      return fact ? [[fact.externalId, { handle, ...fact }] as const] : []
    }),
  )
  if (!byNumber.size) return
  const rows = [...byNumber.values()]
  // eslint-disable-next-line house/listed-products -- the partner's own products, in any state
  await tx.$executeRaw`
    INSERT INTO store_products (connection_id, external_id, product_id, updated_at)
    SELECT c.id, r."externalId", p.id, r."updatedAt"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (handle text, "externalId" text, "updatedAt" timestamptz)
    JOIN products p ON p.partner_id = ${partnerId}::uuid AND p.handle = r.handle
    JOIN shopify_connections c ON c.id = ${connectionId}::uuid
    ON CONFLICT (connection_id, external_id) DO UPDATE SET product_id = excluded.product_id, updated_at = excluded.updated_at
    WHERE (store_products.product_id, store_products.updated_at) IS DISTINCT FROM (excluded.product_id, excluded.updated_at)`
  const productOf = new Map(
    rows.flatMap(({ externalId, inventoryItemIds }) => inventoryItemIds.map((id) => [id, externalId] as const)),
  )
  const items = [...productOf].map(([id, productId]) => ({ id, productId }))
  await tx.$executeRaw`
    INSERT INTO store_inventory_items (connection_id, external_id, external_product_id)
    SELECT c.id, r.id, r."productId" FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS r (id text, "productId" text)
    JOIN shopify_connections c ON c.id = ${connectionId}::uuid
    ON CONFLICT (connection_id, external_id) DO UPDATE SET external_product_id = excluded.external_product_id
    WHERE store_inventory_items.external_product_id <> excluded.external_product_id`
}

/** Returns the act of automatic changes from a store. @param shop the store's name in the activity log */
export const storeAct = (id: string, partnerId: string, shop: string): Act => ({
  id,
  partnerId,
  kind: 'sync',
  actor: { kind: 'store', userId: null, name: shop },
  undoesId: null,
})
