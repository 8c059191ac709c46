import type { Db } from '#server/platform/db.ts'
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
 * Checks a batch before it is written. Refuses new products with a SKU or GTIN of another product of the partner, which
 * would be duplicates, and products that a connected store manages. Refuses prices of 0 until the partner confirms them, and
 * prices without a currency for products in another currency than the partner's: 48.00 pounds must not become 48.00
 * dollars. Products of one file that share a code get a warning.
 */
export async function screenProducts(
  db: Db,
  products: ReadProduct[],
  { partnerId, currency, seen, ids = new Map(), takesFree, isStore = false }: Screening,
): Promise<Screened> {
  const refused = new Map<string, string>()
  const warnings: Note[] = []
  const codes = products.flatMap(({ product }) => product.variants)
  const skus = codes.flatMap(({ sku }) => sku ?? [])
  const gtins = codes.flatMap(({ gtin }) => gtin ?? [])
  const known = new Set([...ids.keys(), ...(await knownHandles(db, partnerId, products))])
  const owners = await ownersOf(db, partnerId, skus, gtins)
  const managed = isStore ? new Set<string>() : await managedHandles(db, partnerId, products)
  const wereFree = takesFree ? null : await freeHandles(db, partnerId, products)
  const foreign = isStore ? new Map<string, string>() : await foreignHandles(db, { partnerId, currency, ids }, products)
  for (const { line, product, namesCurrency } of products) {
    const other = namesCurrency ? undefined : foreign.get(product.handle)
    const inFile = seen.find(product)
    const inShop = known.has(product.handle)
      ? undefined
      : codesOf(product)
          .filter((code) => !seen.has(code))
          .map((code) => owners.get(code))
          .find((owner) => owner !== undefined && owner.handle !== product.handle)
    if (managed.has(product.handle)) refused.set(product.handle, OF_STORE)
    else if (inShop) refused.set(product.handle, `same ${inShop.code} as your product '${inShop.name}'`)
    else if (other !== undefined) refused.set(product.handle, askCurrency(other, currency))
    else if (wereFree && !wereFree.has(product.handle) && product.variants.some(({ priceMinor }) => priceMinor === 0))
      refused.set(product.handle, ASK_FREE)
    if (refused.has(product.handle)) continue
    if (inFile)
      warnings.push({
        line,
        handle: product.handle,
        reason: `'${product.handle}' and '${inFile.handle}' (line ${inFile.line}) have the same ${inFile.code}. Both are imported`,
      })
    seen.add(product, line)
  }
  return { refused, warnings }
}

const askCurrency = (other: string, own: string): string =>
  `its prices here are in ${other}, and the file names no currency. To change them to ${own}, add a column 'currency' with ${own}`

/** Returns the currencies of the partner's products in a currency other than its own, by their handle in the file. */
async function foreignHandles(
  db: Db,
  { partnerId, currency, ids }: { partnerId: string; currency: string; ids: ReadonlyMap<string, string> },
  products: ReadProduct[],
): Promise<Map<string, string>> {
  const handles = products.flatMap(({ product, namesCurrency }) => (namesCurrency ? [] : product.handle))
  if (!handles.length) return new Map()
  const byId = new Map(handles.flatMap((handle) => (ids.has(handle) ? [[ids.get(handle), handle] as const] : [])))
  // eslint-disable-next-line house/listed-products -- the partner's own, in any state
  const rows = await db.product.findMany({
    where: {
      partnerId,
      currency: { not: currency },
      OR: [{ handle: { in: handles } }, { id: { in: [...byId.keys()].flatMap((id) => id ?? []) } }],
    },
    select: { id: true, handle: true, currency: true },
  })
  return new Map(
    rows.flatMap((row) => [
      [row.handle, row.currency] as const,
      [byId.get(row.id) ?? row.handle, row.currency] as const,
    ]),
  )
}

/** Returns the products with a price of 0 that already have one in the shop. */
async function freeHandles(db: Db, partnerId: string, products: ReadProduct[]): Promise<Set<string>> {
  const free = products.filter(({ product }) => product.variants.some(({ priceMinor }) => priceMinor === 0))
  if (!free.length) return new Set()
  // eslint-disable-next-line house/listed-products -- the partner's own, drafts too
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

async function knownHandles(db: Db, partnerId: string, products: ReadProduct[]): Promise<string[]> {
  // eslint-disable-next-line house/listed-products -- the partner's own, in any state
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
  // Materialised, so that the planner uses the indexes on the codes, not the partner, who may have 100,000 products.
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

/** Handles of products that a connected store of the partner manages. */
async function managedHandles(db: Db, partnerId: string, products: ReadProduct[]): Promise<Set<string>> {
  // eslint-disable-next-line house/listed-products -- the partner's own, drafts too
  const rows = await db.product.findMany({
    where: {
      partnerId,
      handle: { in: products.map(({ product }) => product.handle) },
      storeProducts: { some: { connection: { status: { not: 'revoked' } } } },
    },
    select: { handle: true },
  })
  return new Set(rows.map(({ handle }) => handle))
}
