import type { Db } from '#server/platform/db.ts'
import type { IncomingProduct, IncomingVariant } from '#server/products/incoming-product.schema.ts'
import type { Note } from './row-note.ts'
import type { ReadProduct } from './read-batches.ts'
import { codesOf, type SeenCodes } from './seen-codes.ts'

interface Screening {
  partnerId: string
  /** The partner's currency. */
  currency: string
  /** The codes read from the file so far. */
  seen: SeenCodes
  /** Our products that a store knows by its own ids, by their current handle in the store. */
  ids?: ReadonlyMap<string, string>
  /**
   * Whether the products come from a connected store, whose currency is the partner's. If absent, products that a store
   * manages are refused.
   */
  isStore?: boolean
  /** Prices of 0 are allowed. */
  takesFree: boolean
}

export interface Screened {
  /** Why products are refused, by handle. */
  refused: Map<string, string>
  warnings: Note[]
}

const ASK_FREE =
  "a price is 0. If the product is free, choose 'Import products with a price of 0' below 'How we read this file'"

const OF_STORE = 'Your store manages this product and would overwrite your changes. Change it there'

/**
 * Checks a batch before it is written. Refuses new products with a SKU or GTIN of another product of the partner,
 * because they would be duplicates. Refuses products that a connected store manages, and prices of 0 until the partner
 * confirms them. Also refuses prices without a currency for products in another currency than the partner's: 48.00
 * pounds must not become 48.00 dollars. Products of one file that share a code get a warning.
 */
export async function screenProducts(
  db: Db,
  products: ReadProduct[],
  { partnerId, currency, seen, ids = new Map(), takesFree, isStore = false }: Screening,
): Promise<Screened> {
  const refused = new Map<string, string>()
  const warnings: Note[] = []
  const stored = await storedProducts(db, partnerId, products)
  const isKnown = ({ handle }: IncomingProduct) => stored.has(handle) || ids.has(handle)
  const owners = await ownersOf(
    db,
    partnerId,
    products.flatMap(({ product }) => (isKnown(product) ? [] : product.variants)),
  )
  const wereFree = takesFree ? null : await freeHandles(db, partnerId, products)
  for (const { line, product, namesCurrency } of products) {
    const known = isStore ? undefined : stored.get(product.handle)
    const inShop = isKnown(product)
      ? undefined
      : codesOf(product)
          .flatMap((code) => owners.get(code) ?? [])
          .find(({ code, handle }) => handle !== product.handle && !seen.has(code))
    if (known?.isManaged) refused.set(product.handle, OF_STORE)
    else if (inShop) refused.set(product.handle, `same ${inShop.code} as your product '${inShop.name}'`)
    else if (known && !namesCurrency && known.currency !== currency)
      refused.set(product.handle, askCurrency(known.currency, currency))
    else if (wereFree && !wereFree.has(product.handle) && product.variants.some(({ priceMinor }) => priceMinor === 0))
      refused.set(product.handle, ASK_FREE)
    if (refused.has(product.handle)) continue
    const inFile = seen.add(product, line)
    if (inFile)
      warnings.push({
        line,
        handle: product.handle,
        reason: `'${product.handle}' and '${inFile.handle}' (line ${inFile.line}) have the same ${inFile.code}. Both are imported`,
      })
  }
  return { refused, warnings }
}

const askCurrency = (other: string, wanted: string): string =>
  `its prices here are in ${other}, and the file does not state a currency. To change them to ${wanted}, add a column 'currency' with ${wanted}`

/** Returns the products with a price of 0 that already have one in the shop. */
async function freeHandles(db: Db, partnerId: string, products: ReadProduct[]): Promise<Set<string>> {
  const free = products.filter(({ product }) => product.variants.some(({ priceMinor }) => priceMinor === 0))
  if (!free.length) return new Set()
  // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
  const rows = await db.product.findMany({
    where: {
      partnerId,
      handle: { in: free.map(({ product }) => product.handle) },
      variants: { some: { priceMinor: 0 } },
    },
    select: { handle: true },
  })
  return new Set(rows.map(({ handle }) => handle))
}

/** Returns the partner's products with these handles, by handle, and whether a connected store manages them. */
async function storedProducts(
  db: Db,
  partnerId: string,
  products: ReadProduct[],
): Promise<Map<string, { currency: string; isManaged: boolean }>> {
  // eslint-disable-next-line house/listed-products -- the partner's own products, in any state
  const rows = await db.$queryRaw<Array<{ handle: string; currency: string; isManaged: boolean }>>`
    SELECT p.handle, p.currency, EXISTS (
      SELECT FROM store_products s JOIN shopify_connections c ON c.id = s.connection_id WHERE s.product_id = p.id AND c.status <> 'revoked') AS "isManaged"
    FROM products p WHERE p.partner_id = ${partnerId}::uuid AND p.handle = ANY(${products.map(({ product }) => product.handle)})`
  return new Map(rows.map(({ handle, ...product }) => [handle, product]))
}

/** Returns the partner's products that have the codes of these variants, by code. */
async function ownersOf(
  db: Db,
  partnerId: string,
  variants: IncomingVariant[],
): Promise<Map<string, { code: string; handle: string; name: string }>> {
  const skus = variants.flatMap(({ sku }) => sku ?? [])
  const gtins = variants.flatMap(({ gtin }) => gtin ?? [])
  if (!skus.length && !gtins.length) return new Map()
  // Materialised, so that the planner uses the indexes on the codes, not the partner, who may have 100,000 products.
  // eslint-disable-next-line house/listed-products -- the partner's own products, including drafts
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
