import type { ProductImport } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { readOwner } from '#server/products/product-owner.ts'
import type { ProductOwner } from '#server/products/save-products.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import { columnsOf, readRows } from './csv-layout.ts'
import { importSource } from './import-files.ts'
import { csvLayout } from './imports.schema.ts'
import { readBatches, type Batch } from './read-batches.ts'
import { priceRules } from '#server/products/read-price.ts'

/** Its owner, and the batches of its file from the start. */
export async function openImport(
  db: Db,
  dataDir: string,
  { id, partnerId, format, mapping, layout }: ProductImport,
): Promise<{ owner: ProductOwner; batches: AsyncGenerator<Batch> }> {
  if (!format) throw new AppError('bad_input', 'The columns of this file are not known.')
  const owner = await readOwner(db, partnerId)
  const { websiteUrl } = await db.partner.findUniqueOrThrow({
    where: { id: partnerId },
    select: { websiteUrl: true },
  })
  const { currency, baseRate } = owner.partner
  const website = websiteUrl?.trim().replace(/\/+$/, '') ?? ''
  const rules = {
    ...priceRules(currency, baseRate),
    isAsPeopleWrite: format !== 'shopify',
    websiteUrl:
      format === 'shopify' && website !== '' ? (/^https?:\/\//i.test(website) ? website : `https://${website}`) : null,
    categoryOf: (said: string) => owner.categories.named(toSlug(said))?.id ?? null,
  }
  const records = readRows(importSource(dataDir, id), csvLayout.parse(layout))
  return { owner, batches: readBatches(records, columnsOf(format, (mapping ?? {}) as Record<string, number>), rules) }
}
