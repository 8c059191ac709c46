import { z } from 'zod'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import { askShopify } from './admin-api.ts'
import { DOCUMENTS } from './documents.values.ts'
import { behind, changedSince, pageInfo } from './answer-pages.ts'
import { numberOf } from './shop-order.ts'
import { pictureNode, productNode, variantNode } from './shop-product.ts'
import { TooMany } from '#server/stores/store-error.ts'
import type { StoreAccess } from '#server/stores/store-platform.ts'
import type { StoreProduct } from '#server/stores/store-product.ts'

/** The number of products per query. It stays below the store's cost limit. */
export const PRODUCTS_AT_ONCE = 6
const MAX_PAGES = 10_000

const variants = z.object({ nodes: z.array(variantNode), pageInfo })
const media = z.object({ nodes: z.array(pictureNode), pageInfo })
const rest = z.object({ variants, media })
const IDS_AT_ONCE = 100
const existing = z.object({ nodes: z.array(z.object({ id: z.string() }).nullable()) })
const asked = z.object({ nodes: z.array(z.looseObject({}).nullable()) })

type Options = { signal?: AbortSignal }

/**
 * Reads products by Shopify's ids, with all their variants. Leaves out deleted ones.
 * @throws StoreError
 */
export async function fetchShopifyProducts(
  access: StoreAccess,
  ids: readonly string[],
  options: Options = {},
): Promise<StoreProduct[]> {
  const found: StoreProduct[] = []
  for (let at = 0; at < ids.length; at += PRODUCTS_AT_ONCE) {
    const gids = ids.slice(at, at + PRODUCTS_AT_ONCE).map((id) => `gid://shopify/Product/${id}`)
    const { nodes } = parseAnswer(
      asked,
      await askShopify(access, DOCUMENTS.productsByIds, { ids: gids }, options),
      'products',
    )
    for (const node of nodes) if (node) found.push(await fetchFullProduct(access, node, options))
  }
  return found
}

async function fetchFullProduct(access: StoreAccess, node: unknown, options: Options): Promise<StoreProduct> {
  const product = parseAnswer(productNode, node, 'a product')
  const first = parseAnswer(rest, node, 'a product')
  const id = `gid://shopify/Product/${product.id}`
  const moreVariants = await behind(first.variants.pageInfo, async (after) => {
    const answer = await askShopify(access, DOCUMENTS.moreVariants, { id, after }, options)
    return parseAnswer(z.object({ product: z.object({ variants }) }), answer, 'variants').product.variants
  })
  const moreMedia = await behind(first.media.pageInfo, async (after) => {
    const answer = await askShopify(access, DOCUMENTS.moreMedia, { id, after }, options)
    return parseAnswer(z.object({ product: z.object({ media }) }), answer, 'pictures').product.media
  })
  return {
    ...product,
    variants: [...first.variants.nodes, ...moreVariants],
    pictures: [...first.media.nodes, ...moreMedia].flatMap((picture) => picture ?? []),
  }
}

/**
 * Returns the ids of products that exist.
 * @throws StoreError
 */
export async function findExistingShopifyProducts(
  access: StoreAccess,
  ids: readonly string[],
  options: Options = {},
): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const gids = ids.slice(at, at + IDS_AT_ONCE).map((id) => `gid://shopify/Product/${id}`)
    const answer = await askShopify(access, DOCUMENTS.existingProducts, { ids: gids }, options)
    const { nodes } = parseAnswer(existing, answer, 'its products')
    found.push(...nodes.flatMap((node) => (node ? [numberOf(node.id)] : [])))
  }
  return found
}

/**
 * Lists products that changed since a time, earliest change first, a hundred at a time.
 * @throws StoreError
 */
export async function* fetchShopifyProductsChangedSince(
  access: StoreAccess,
  since: Date,
  options: Options = {},
): AsyncGenerator<Array<{ id: string; updatedAt: Date }>> {
  const node = z
    .object({ id: z.string(), updatedAt: z.iso.datetime({ offset: true }) })
    .transform(({ id, updatedAt }) => ({ id: numberOf(id), updatedAt: new Date(updatedAt) }))
  const page = z.object({ products: z.object({ nodes: z.array(node), pageInfo }) })
  let after: string | null = null
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const answer: unknown = await askShopify(
      access,
      DOCUMENTS.changedProducts,
      { query: changedSince(since), after },
      options,
    )
    const { products } = parseAnswer(page, answer, 'its products')
    if (products.nodes.length) yield products.nodes
    if (!products.pageInfo.hasNextPage) return
    after = products.pageInfo.endCursor
  }
  throw new TooMany('products')
}

/**
 * Counts a store's products.
 * @throws StoreError
 */
export async function countProducts(access: StoreAccess, options: Options = {}): Promise<number> {
  const answer = await askShopify(access, DOCUMENTS.countProducts, {}, options)
  const count = z.object({ productsCount: z.object({ count: z.number().int().min(0) }).nullable() })
  return parseAnswer(count, answer, 'its number of products').productsCount?.count ?? 0
}
