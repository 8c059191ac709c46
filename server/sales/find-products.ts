import type { Prisma } from '#prisma/generated/client.ts'
import { NO_STORE, type OrderKey } from './find-sale.ts'
import type { StoreLine } from './store-order.schema.ts'

/**
 * Finds our product for each line of an order, by the store's product ids, or else by SKU. An order without a store may
 * contain products from any store of its partner. If several match, the latest store's is used.
 */
export async function findProducts(
  tx: Prisma.TransactionClient,
  { partnerId, storeId }: Pick<OrderKey, 'partnerId' | 'storeId'>,
  lines: readonly StoreLine[],
): Promise<Map<string, string | null>> {
  const externalIds = lines.flatMap(({ productId }) => productId ?? [])
  const skus = lines.flatMap(({ sku }) => sku || [])
  if (!externalIds.length && !skus.length) return new Map()
  // eslint-disable-next-line house/listed-products -- includes sold products, whatever their current state
  const known = await tx.$queryRaw<Array<{ by: string; key: string; id: string }>>`
    (SELECT 'store' AS by, sp.external_id AS key, sp.product_id AS id FROM store_products sp
    JOIN shopify_connections c ON c.id = sp.connection_id
    WHERE c.partner_id = ${partnerId}::uuid AND ${storeId}::uuid IN (c.id, ${NO_STORE}::uuid) AND sp.external_id = ANY(${externalIds})
    ORDER BY c.connected_at)
    UNION ALL
    SELECT 'sku', v.sku, min(p.id::text)::uuid FROM product_variants v JOIN products p ON p.id = v.product_id
    WHERE p.partner_id = ${partnerId}::uuid AND v.sku = ANY(${skus}) GROUP BY v.sku`
  const productOf = new Map(known.map(({ by, key, id }) => [`${by} ${key}`, id]))
  return new Map(
    lines.map(({ id, productId, sku }) => [
      id,
      productOf.get(`store ${productId}`) ?? productOf.get(`sku ${sku}`) ?? null,
    ]),
  )
}
