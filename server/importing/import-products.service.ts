import { BATCH } from '#server/platform/by-size.ts'
import type { Db } from '#server/platform/db.ts'
import type { CsvSource } from '#server/platform/csv-lines.ts'
import { resolvePartner, type PartnerRequest } from './import-partner.ts'
import type { Note } from './import-note.ts'
import type { IncomingProduct } from '#server/products/incoming-product.schema.ts'
import { priceRules } from '#server/products/read-price.ts'
import { newAct } from '#server/products/product-acts.ts'
import { readCategories } from '#server/products/product-owner.ts'
import { saveProducts } from '#server/products/save-products.ts'
import { checkShopifyCsv, readShopifyCsv } from './shopify-csv.ts'

export interface ImportRequest {
  source: CsvSource
  partner: PartnerRequest
  /** What the activity says: 'autumn.csv'. */
  fileName: string
  onProgress?: (products: number) => void
}

export interface ImportResult {
  partner: { id: string; businessName: string; isNew: boolean }
  /** Products. */
  created: number
  updated: number
  unchanged: number
  /** Gift cards; each has a warning. */
  skipped: number
  /** What was not imported, and why. */
  problems: Note[]
  /** What was imported incompletely. */
  warnings: Note[]
  /** Warnings about the partner, for the operator. */
  partnerWarnings: string[]
}

/**
 * Imports a Shopify product CSV into a partner's catalogue. Products are matched by handle and written only if
 * something differs, so a second import of the same file writes nothing. Bad rows are reported and left out. A product
 * is written whole or not at all.
 * @throws AppError if the file is no such CSV or the partner is unclear; nothing has been written then.
 */
export async function importProducts(
  db: Db,
  { source, partner: request, fileName, onProgress }: ImportRequest,
): Promise<ImportResult> {
  await checkShopifyCsv(source)
  const partner = await resolvePartner(db, request)
  const categories = await readCategories(db)
  const result: ImportResult = {
    partner: { id: partner.id, businessName: partner.businessName, isNew: partner.isNew },
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    problems: [],
    warnings: [],
    partnerWarnings: partner.warnings,
  }
  const act = newAct({
    partnerId: partner.id,
    kind: 'import',
    actor: { kind: 'import', userId: null, name: fileName },
  })
  let isSaved = false
  let batch: Array<{ line: number; product: IncomingProduct }> = []
  let [rows, bytes] = [0, 0]
  const lineOf = (handle: string) => batch.find(({ product }) => product.handle === handle)?.line ?? 0
  const flush = async () => {
    if (!batch.length) return
    // Only now, so that a file without a single good product leaves no empty partner behind.
    if (!isSaved) await partner.save()
    isSaved = true
    const products = batch.map(({ product }) => product)
    const { created, updated, unchanged, refused, overLimit } = await saveProducts(
      db,
      products,
      { partner, categories },
      { act, isSync: true },
    )
    result.created += created
    result.updated += updated
    result.unchanged += unchanged
    for (const { handle, reason } of [...refused, ...overLimit])
      result.problems.push({ line: lineOf(handle), handle, reason })
    batch = []
    rows = bytes = 0
    onProgress?.(result.created + result.updated + result.unchanged)
  }
  const rules = { ...priceRules(partner.currency, partner.baseRate), websiteUrl: partner.websiteUrl }
  for await (const { line, product, isSkipped, problems, warnings } of readShopifyCsv(source, rules)) {
    result.problems.push(...problems)
    result.warnings.push(...warnings)
    if (isSkipped) result.skipped++
    if (!product) continue
    batch.push({ line, product })
    rows += product.variants.length + (product.images?.length ?? 0)
    bytes += (product.description?.length ?? 0) + (product.descriptionHtml?.length ?? 0)
    if (batch.length >= BATCH.items || rows >= BATCH.rows || bytes >= BATCH.bytes) await flush()
  }
  await flush()
  return result
}
