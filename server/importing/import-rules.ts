import type { ProductImport, ShopifyConnection } from '#prisma/generated/client.ts'
import type { ProductFileFormat } from '#prisma/generated/enums.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { getProductOwner } from '#server/products/product-owner.ts'
import type { ProductOwner } from '#server/products/product-owner.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import { importSource } from './import-files.ts'
import { notationOf, openTable } from './open-table.ts'
import type { ProductRules } from './product-groups.ts'
import { readBatches, type Batch } from './read-batches.ts'
import { storeBatches } from './store-records.ts'
import { platformOf } from '#server/stores/platforms.ts'
import { tableLayout } from './tables/table.schema.ts'
import { priceRules } from '#server/products/parse-price.ts'

/**
 * Opens an import: returns its owner and the batches of its file, from the start.
 * @throws AppError bad_input if its columns are unknown, conflict if its store was disconnected
 */
export async function openImport(
  db: Db,
  dataDir: string,
  given: ProductImport,
): Promise<{
  owner: ProductOwner
  batches: AsyncGenerator<Batch>
  /** Whether prices of 0 are intended. */
  takesFree: boolean
}> {
  const { id, partnerId, source, format, mapping, layout } = given
  if (!format) throw new AppError('bad_input', 'We do not recognise the columns of this file.')
  const { owner, rules } = await getProductRules(db, partnerId, format)
  if (source === 'store') {
    const connection = await connectedStore(db, given)
    const products = platformOf(connection).readProductList(importSource(dataDir, id))
    return { owner, batches: storeBatches(products, rules), takesFree: true }
  }
  const known = tableLayout.parse(layout)
  const table = openTable(importSource(dataDir, id), known, format, (mapping ?? {}) as Record<string, number>)
  const hosts = await db.partnerDomain.findMany({ where: { partnerId }, select: { host: true } })
  const notation = notationOf(known, format)
  return {
    owner,
    batches: readBatches(table, { ...rules, notation, verifiedHosts: hosts.map(({ host }) => host) }),
    takesFree: known.chosen.takesFree ?? false,
  }
}

/**
 * Returns the connected store that an import reads.
 * @throws AppError conflict if it is no longer connected
 */
export async function connectedStore(
  db: Db,
  { connectionId }: Pick<ProductImport, 'connectionId'>,
): Promise<ShopifyConnection> {
  const connection =
    connectionId === null
      ? null
      : await db.shopifyConnection.findFirst({ where: { id: connectionId, status: { not: 'revoked' } } })
  if (!connection) throw new AppError('conflict', 'Your store is no longer connected.')
  return connection
}

/**
 * Returns the rules for reading a partner's products in that format.
 * @throws AppError not_found, unavailable
 */
export async function getProductRules(
  db: Db,
  partnerId: string,
  format: ProductFileFormat,
): Promise<{ owner: ProductOwner; rules: ProductRules }> {
  const owner = await getProductOwner(db, partnerId)
  const { websiteUrl } = await db.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { websiteUrl: true },
  })
  const { currency, baseRate } = owner.partner
  const website = websiteUrl?.trim().replace(/\/+$/, '') ?? ''
  const rules = {
    ...priceRules(currency, baseRate),
    notation: 'machine' as const,
    websiteUrl:
      format === 'shopify' && website !== '' ? (/^https?:\/\//i.test(website) ? website : `https://${website}`) : null,
    categoryOf: (said: string) => owner.categories.named(toSlug(said))?.id ?? null,
  }
  return { owner, rules }
}
