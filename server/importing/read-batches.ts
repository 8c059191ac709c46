import { BATCH } from '#server/platform/by-size.ts'
import { AppError } from '#server/platform/errors.ts'
import type { IncomingProduct } from '#server/products/incoming-product.schema.ts'
import type { Note } from './import-note.ts'
import { readProductGroups, type ProductRules, type ProductTable } from './product-groups.ts'
import type { StoreFacts } from './store-facts.ts'

/** Notes without a product: a file may consist of nothing else. */
const BATCH_NOTES = 1_000
/** Codes of a file are kept until its end, to find those that stand twice. */
const MAX_VARIANTS = 600_000
const MAX_PRODUCTS = 250_000

export interface ReadProduct {
  /** Of its first row. */
  line: number
  product: IncomingProduct
  /** Its prices say in which currency they are. */
  namesCurrency: boolean
}

export interface Batch {
  products: ReadProduct[]
  /** What cannot be imported, and what was imported incompletely. */
  problems: Note[]
  warnings: Note[]
  /** Products that are left out on purpose; each has a warning. */
  skipped: number
  /** All that the file names, also those that cannot be read. */
  handles: string[]
  /** What only a store says of its products, by handle. */
  facts?: StoreFacts
}

/**
 * Reads a file in batches that are written at once.
 * @throws AppError bad_input for a file without the columns, or with more products than a partner has
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
