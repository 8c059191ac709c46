import { BATCH } from '#server/platform/by-size.ts'
import { AppError } from '#server/platform/errors.ts'
import type { IncomingProduct } from '#server/products/incoming-product.schema.ts'
import type { Note } from './row-note.ts'
import { readProductGroups, type ProductRules, type ProductTable } from './product-groups.ts'
import type { StoreFacts } from './store-facts.ts'

/** Maximum notes without a product in a batch: a file may consist of nothing else. */
const BATCH_NOTES = 1_000
/** Limits memory, because the codes of a file are kept until its end, to find duplicates. */
const MAX_VARIANTS = 600_000
const MAX_PRODUCTS = 250_000

export interface ReadProduct {
  /** The line of its first row. */
  line: number
  product: IncomingProduct
  /** Whether its prices state their currency. */
  namesCurrency: boolean
}

export interface Batch {
  products: ReadProduct[]
  /** Products that cannot be imported, and those imported incompletely. */
  problems: Note[]
  warnings: Note[]
  /** Products that are left out on purpose; each has a warning. */
  skipped: number
  /** The handles of all products in the file, including unreadable ones. */
  handles: string[]
  /** Data that only a store has about its products, by handle. */
  facts?: StoreFacts
}

/**
 * Reads a file in batches, each of which is written at once.
 * @throws AppError bad_input for a file without the required columns, or with more products than a partner may have
 */
export async function* readBatches(table: ProductTable, rules: ProductRules): AsyncGenerator<Batch> {
  const empty = (): Batch => ({ products: [], problems: [], warnings: [], skipped: 0, handles: [] })
  let batch = empty()
  let [rows, bytes, products, variants] = [0, 0, 0, 0]
  for await (const { line, product, namesCurrency = false, isSkipped, problems, warnings } of readProductGroups(
    table,
    rules,
  )) {
    batch.problems.push(...problems)
    batch.warnings.push(...warnings)
    if (isSkipped) batch.skipped++
    for (const { handle } of [...problems, ...warnings]) if (handle !== '') batch.handles.push(handle)
    if (product) {
      batch.products.push({ line, product, namesCurrency })
      batch.handles.push(product.handle)
      rows += product.variants.length + (product.images?.length ?? 0)
      bytes += (product.description?.length ?? 0) + (product.descriptionHtml?.length ?? 0)
      products++
      variants += product.variants.length
    }
    if (products > MAX_PRODUCTS || variants > MAX_VARIANTS)
      throw new AppError(
        'bad_input',
        `The file has more than ${MAX_PRODUCTS.toLocaleString('en-GB')} products or ${MAX_VARIANTS.toLocaleString('en-GB')} variants. Please split it.`,
      )
    const isSmall = batch.products.length < BATCH.items && rows < BATCH.rows && bytes < BATCH.bytes
    if (isSmall && batch.handles.length < BATCH_NOTES) continue
    yield batch
    batch = empty()
    rows = bytes = 0
  }
  if (batch.products.length || batch.problems.length || batch.warnings.length) yield batch
}
