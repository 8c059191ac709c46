import type { CsvRecord } from '#server/platform/csv-records.ts'
import type { StoreProduct, StoreVariant } from '#server/stores/store-product.ts'
import type { Note } from './row-note.ts'
import type { ProductRules, ProductTable } from './product-groups.ts'
import { readBatches, type Batch } from './read-batches.ts'
import { parseColumns, SHOPIFY_NAMES } from './shopify-columns.ts'
import type { StoreFact } from './store-facts.ts'

type ShopifyField = keyof typeof SHOPIFY_NAMES
type Cells = Partial<Record<ShopifyField, string>>

const FIELDS = Object.keys(SHOPIFY_NAMES) as ShopifyField[]
/** Fields without a value in the store are left out, so that our values stay. */
const UNSAID: readonly ShopifyField[] = [
  'gender',
  'ageGroup',
  'genderSaid',
  'categorySaid',
  'material',
  'size',
  'colour',
  'imageColour',
]
const SAID = FIELDS.filter((field) => !UNSAID.includes(field))
const HEADER = SAID.map((field) => SHOPIFY_NAMES[field][0] ?? field)
const ROWS_AT_ONCE = 250
const OPTIONS = [
  ['option1Name', 'option1Value'],
  ['option2Name', 'option2Value'],
  ['option3Name', 'option3Value'],
] as const

/** Returns a store's products in the rows of Shopify's product CSV, so that an API import and a file import give the same products. */
export async function* storeBatches(
  products: AsyncIterable<StoreProduct> | Iterable<StoreProduct>,
  rules: ProductRules,
): AsyncGenerator<Batch> {
  const facts = new Map<string, StoreFact>()
  const leftOut: Note[] = []
  for await (const batch of readBatches(
    table(() => storeRecords(imported(products, leftOut), rules, facts)),
    rules,
  )) {
    const own = new Map<string, StoreFact>()
    for (const handle of batch.handles) {
      const fact = facts.get(handle)
      if (fact) own.set(handle, fact)
      facts.delete(handle)
    }
    yield withLeftOut({ ...batch, facts: own }, leftOut)
  }
  if (leftOut.length) yield withLeftOut({ products: [], problems: [], warnings: [], skipped: 0, handles: [] }, leftOut)
}

/** Skips products that are not imported. Leaves out their handles, so that such a product is archived if we have it. */
async function* imported(
  products: AsyncIterable<StoreProduct> | Iterable<StoreProduct>,
  leftOut: Note[],
): AsyncGenerator<StoreProduct> {
  for await (const product of products)
    if (product.leftOut === '') yield product
    else leftOut.push({ line: 0, handle: product.handle, reason: `${product.leftOut}, so it was left out` })
}

function withLeftOut(batch: Batch, leftOut: Note[]): Batch {
  const notes = leftOut.splice(0)
  return { ...batch, warnings: [...batch.warnings, ...notes], skipped: batch.skipped + notes.length }
}

const table = (open: ProductTable['open']): ProductTable => ({
  columns: parseColumns(HEADER),
  header: HEADER,
  preset: null,
  isScattered: false,
  open,
})

async function* storeRecords(
  products: AsyncIterable<StoreProduct> | Iterable<StoreProduct>,
  { websiteUrl }: Pick<ProductRules, 'websiteUrl'>,
  facts: Map<string, StoreFact>,
): AsyncGenerator<CsvRecord[]> {
  let records: CsvRecord[] = []
  for await (const product of products) {
    facts.set(product.handle.trim(), {
      externalId: product.id,
      updatedAt: product.updatedAt,
      inventoryItemIds: product.variants.flatMap(({ inventoryItemId }) => inventoryItemId ?? []),
    })
    // Products from a store have no line numbers.
    for (const cells of rowsOf(product, websiteUrl))
      records.push({ line: 0, cells: SAID.map((field) => cells[field] ?? '') })
    if (records.length < ROWS_AT_ONCE) continue
    yield records
    records = []
  }
  if (records.length) yield records
}

function rowsOf(product: StoreProduct, websiteUrl: string | null): Cells[] {
  const { handle, variants, pictures } = product
  const rows = Math.max(1, variants.length, pictures.length)
  return Array.from({ length: rows }, (_, index) => ({
    handle,
    ...(index === 0 ? firstRow(product, websiteUrl) : {}),
    ...variantCells(variants[index]),
    ...pictureCells(pictures[index], index),
  }))
}

const firstRow = (product: StoreProduct, websiteUrl: string | null): Cells => ({
  title: product.title,
  body: product.html,
  vendor: product.vendor,
  productCategory: product.category,
  type: product.productType,
  tags: product.tags.join(', '),
  published: String(product.isPublished),
  status: product.status,
  giftCard: String(product.isGiftCard),
  productUrl:
    product.url ?? (websiteUrl === null ? '' : `${websiteUrl}/products/${encodeURIComponent(product.handle)}`),
  ...Object.fromEntries(OPTIONS.map(([name], place) => [name, product.variants[0]?.options[place]?.name ?? ''])),
})

const variantCells = (variant: StoreVariant | undefined): Cells =>
  variant
    ? {
        sku: variant.sku,
        tracker: variant.isTracked ? 'shopify' : '',
        quantity: variant.quantity === null ? '' : String(variant.quantity),
        whenSoldOut: variant.sellsWhenSoldOut ? 'continue' : 'deny',
        price: variant.price,
        compareAt: variant.compareAtPrice,
        barcode: variant.barcode,
        variantLink: variant.link,
        variantImage: variant.pictureUrl,
        ...Object.fromEntries(OPTIONS.map(([, value], place) => [value, variant.options[place]?.value ?? ''])),
      }
    : {}

const pictureCells = (picture: { url: string; alt: string } | undefined, index: number): Cells =>
  picture ? { imageUrl: picture.url, imagePosition: String(index + 1), imageAlt: picture.alt } : {}
