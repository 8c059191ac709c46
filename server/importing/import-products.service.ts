import type { CsvSource } from '#server/platform/csv-lines.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { priceRules } from '#server/products/parse-price.ts'
import { newAct } from '#server/products/product-acts.ts'
import { getCategoryIndex } from '#server/products/product-owner.ts'
import { saveProducts } from '#server/products/save-products.ts'
import { toSlug } from '#server/catalogue/slug.ts'
import { resolvePartner, type PartnerRequest } from './import-partner.ts'
import type { Note } from './row-note.ts'
import { notationOf, openTable } from './open-table.ts'
import { hasScatteredRows, type ProductTable } from './product-groups.ts'
import { presetOf } from './presets/presets.ts'
import { readBatches } from './read-batches.ts'
import { screenProducts } from './screen-products.ts'
import { SeenCodes } from './seen-codes.ts'
import { detectLayout } from './tables/detect-layout.ts'
import { describeReading } from './tables/describe-reading.ts'
import { formatOf, requiredFields, suggestedMapping } from './tables/table-columns.ts'
import type { ChosenReading } from './tables/table.schema.ts'

export interface ImportRequest {
  source: CsvSource
  partner: PartnerRequest
  /** The file's name in the activity log: 'autumn.csv'. */
  fileName: string
  /** The operator's settings for the file; the rest is detected. */
  reading?: ChosenReading
  onProgress?: (products: number) => void
}

export interface ImportResult {
  partner: { id: string; businessName: string; isNew: boolean }
  /** How the file was read: 'WooCommerce export. Semicolons, Windows-1252'. */
  reading: string
  table: ProductTable
  /** The number of created products. */
  created: number
  updated: number
  unchanged: number
  /** Gift cards and groups; each has a warning. */
  skipped: number
  /** Rows that were not imported, with the reasons. */
  problems: Note[]
  /** Products that were imported incompletely. */
  warnings: Note[]
  /** Warnings about the partner, for the operator. */
  partnerWarnings: string[]
}

/**
 * Imports a file with products into a partner's catalogue: any table or feed that the dashboard reads. Products are
 * matched by handle and written only if something differs, so a second import of the same file writes nothing. Invalid
 * rows are reported and left out. A product is written completely or not at all.
 * @throws AppError if the file is not such a table or the partner is unclear; nothing has been written then.
 */
export async function importProducts(
  db: Db,
  { source, partner: request, fileName, reading = {}, onProgress }: ImportRequest,
): Promise<ImportResult> {
  const { table, layout, format } = await openFile(source, reading)
  const partner = await resolvePartner(db, request)
  const categories = await getCategoryIndex(db)
  const hint = presetOf(layout.preset)?.hint
  const result: ImportResult = {
    partner: { id: partner.id, businessName: partner.businessName, isNew: partner.isNew },
    reading: describeReading(layout, format).join('. '),
    table,
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    problems: [],
    warnings: hint && !table.columns.has('productUrl') ? [{ line: 0, handle: '', reason: hint }] : [],
    partnerWarnings: partner.warnings,
  }
  const act = newAct({
    partnerId: partner.id,
    kind: 'import',
    actor: { kind: 'import', userId: null, name: fileName },
  })
  const seen = new SeenCodes()
  let isSaved = false
  const rules = {
    ...priceRules(partner.currency, partner.baseRate),
    notation: notationOf(layout, format),
    websiteUrl: format === 'shopify' || layout.preset !== null ? partner.websiteUrl : null,
    verifiedHosts: partner.hosts,
    categoryOf: (said: string) => categories.named(toSlug(said))?.id ?? null,
  }
  for await (const batch of readBatches(table, rules)) {
    result.problems.push(...batch.problems)
    result.warnings.push(...batch.warnings)
    result.skipped += batch.skipped
    const lineOf = (handle: string) => batch.products.find(({ product }) => product.handle === handle)?.line ?? 0
    const { refused: screened, warnings } = await screenProducts(db, batch.products, {
      partnerId: partner.id,
      currency: partner.currency,
      seen,
      takesFree: reading.takesFree ?? false,
    })
    result.warnings.push(...warnings)
    for (const [handle, reason] of screened) result.problems.push({ line: lineOf(handle), handle, reason })
    const products = batch.products.map(({ product }) => product).filter(({ handle }) => !screened.has(handle))
    if (!products.length) continue
    // Saves the partner late, so that a file without a single valid product creates no empty partner.
    if (!isSaved) await partner.save()
    isSaved = true
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
    onProgress?.(result.created + result.updated + result.unchanged)
  }
  return result
}

async function openFile(source: CsvSource, reading: ChosenReading) {
  const layout = await detectLayout(source, reading)
  const mapping = suggestedMapping(layout)
  const format = formatOf(layout) ?? 'mapped'
  const missing = requiredFields(layout).filter((field) => mapping[field] === undefined)
  if (format === 'mapped' && missing.length)
    throw new AppError(
      'bad_input',
      `We could not find a column for ${missing.join(', ')}. The file’s columns are ${layout.header.slice(0, 20).join(', ')}. Rename them, or import the file in the dashboard, where you can match the columns.`,
    )
  const known = openTable(source, layout, format, mapping)
  return { layout, format, table: { ...known, isScattered: await hasScatteredRows(known) } }
}
