import { BATCH } from '#server/platform/by-size.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import type { CsvRecord } from '#server/platform/csv-records.ts'
import type { IncomingProduct } from '#server/products/incoming-product.schema.ts'
import type { Note } from './import-note.ts'
import type { Columns } from './product-columns.ts'
import { readProductGroups, type ProductRules } from './product-groups.ts'
import { codesOf, type SeenCodes } from './seen-codes.ts'
import type { StoreFacts } from './store-facts.ts'

/** Notes without a product: a file may consist of nothing else. */
const BATCH_NOTES = 1_000
/** Codes of a file are kept until its end, to find those that stand twice. */
const MOST_VARIANTS = 600_000
const MOST_PRODUCTS = 250_000

export interface ReadProduct {
  /** Of its first row. */
  line: number
  product: IncomingProduct
}

export interface Batch {
  products: ReadProduct[]
  /** What cannot be imported, and what was imported incompletely. */
  problems: Note[]
  warnings: Note[]
  /** All that the file names, also those that cannot be read. */
  handles: string[]
  /** What only a store says of its products, by handle. */
  facts?: StoreFacts
}

/**
 * Reads a file in batches that are written at once.
 * @throws AppError bad_input for a file without the columns, or with more products than a partner has
 */
export async function* readBatches(
  records: AsyncIterable<CsvRecord[]>,
  readHeader: (header: string[]) => Columns,
  rules: ProductRules,
): AsyncGenerator<Batch> {
  const empty = (): Batch => ({ products: [], problems: [], warnings: [], handles: [] })
  let batch = empty()
  let [rows, bytes, products, variants] = [0, 0, 0, 0]
  for await (const { line, product, problems, warnings } of readProductGroups(records, readHeader, rules)) {
    batch.problems.push(...problems)
    batch.warnings.push(...warnings)
    for (const { handle } of [...problems, ...warnings]) if (handle !== '') batch.handles.push(handle)
    if (product) {
      batch.products.push({ line, product })
      batch.handles.push(product.handle)
      rows += product.variants.length + (product.images?.length ?? 0)
      bytes += (product.description?.length ?? 0) + (product.descriptionHtml?.length ?? 0)
      products++
      variants += product.variants.length
    }
    if (products > MOST_PRODUCTS || variants > MOST_VARIANTS)
      throw new AppError(
        'bad_input',
        `The file has more than ${MOST_PRODUCTS.toLocaleString('en-GB')} products or ${MOST_VARIANTS.toLocaleString('en-GB')} variants. Please split it.`,
      )
    const isSmall = batch.products.length < BATCH.items && rows < BATCH.rows && bytes < BATCH.bytes
    if (isSmall && batch.handles.length < BATCH_NOTES) continue
    yield batch
    batch = empty()
    rows = bytes = 0
  }
  if (batch.products.length || batch.problems.length || batch.warnings.length) yield batch
}

/**
 * Why products of a batch are refused: new ones with a SKU or GTIN that another product of the partner has, or another of
 * the file before it. By handle.
 * @param ids those of ours that a store knows by its own number, by the handle that they have there now
 */
export async function findTwins(
  db: Db,
  partnerId: string,
  products: ReadProduct[],
  seen: SeenCodes,
  ids: ReadonlyMap<string, string> = new Map(),
): Promise<Map<string, string>> {
  const refused = new Map<string, string>()
  const codes = products.flatMap(({ product }) => product.variants)
  const skus = codes.flatMap(({ sku }) => sku ?? [])
  const gtins = codes.flatMap(({ gtin }) => gtin ?? [])
  const known = new Set([...ids.keys(), ...(await knownHandles(db, partnerId, products))])
  const owners = await ownersOf(db, partnerId, skus, gtins)
  for (const { line, product } of products) {
    const inFile = seen.find(product)
    if (!known.has(product.handle)) {
      const inShop = codesOf(product)
        .map((code) => owners.get(code))
        .find((owner) => owner !== undefined && owner.handle !== product.handle)
      if (inFile) refused.set(product.handle, `same ${inFile.code} as '${inFile.handle}' (line ${inFile.line})`)
      else if (inShop) refused.set(product.handle, `same ${inShop.code} as your product '${inShop.name}'`)
    }
    if (!refused.has(product.handle)) seen.add(product, line)
  }
  return refused
}

async function knownHandles(db: Db, partnerId: string, products: ReadProduct[]): Promise<string[]> {
  // eslint-disable-next-line house/listed-products -- the partner's own, whatever became of them
  const rows = await db.product.findMany({
    where: { partnerId, handle: { in: products.map(({ product }) => product.handle) } },
    select: { handle: true },
  })
  return rows.map(({ handle }) => handle)
}

async function ownersOf(
  db: Db,
  partnerId: string,
  skus: string[],
  gtins: string[],
): Promise<Map<string, { code: string; handle: string; name: string }>> {
  if (!skus.length && !gtins.length) return new Map()
  // Materialised: by the codes, which have indexes, and not by the partner, who has a hundred thousand.
  // eslint-disable-next-line house/listed-products -- the partner's own, drafts too
  const rows = await db.$queryRaw<Array<{ sku: string | null; gtin: string | null; handle: string; name: string }>>`
    WITH v AS MATERIALIZED (
      SELECT product_id, sku, NULL::text AS gtin FROM product_variants WHERE sku = ANY(${skus})
      UNION ALL SELECT product_id, NULL, gtin FROM product_variants WHERE gtin = ANY(${gtins})
    )
    SELECT v.sku, v.gtin, p.handle, p.name FROM v JOIN products p ON p.id = v.product_id
    WHERE p.partner_id = ${partnerId}::uuid AND p.deleted_at IS NULL`
  return new Map(
    rows.map(({ sku, gtin, handle, name }) => {
      const code = sku === null ? `GTIN ${gtin ?? ''}` : `SKU ${sku}`
      return [code, { code, handle, name }]
    }),
  )
}
