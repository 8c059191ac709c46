import { z } from 'zod'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { StoreProduct } from '#server/stores/store-product.ts'
import type { AskOptions, StoreAccess } from '#server/stores/store-platform.ts'
import { BY_PUBLICATION, listChanged } from './read-changes.ts'
import { API_VERSION, askWoo, askWooAt } from './rest-api.ts'
import { changedAtOf, storeProductOf, wooProduct, wooVariation } from './woo-product.ts'

export const PRODUCTS_PATH = `${API_VERSION}/products`
const PAGE_SIZE = 100
const MAX_PAGES = 20
/** The fields that we read. A store's product has many more. */
export const FIELDS = Object.keys(wooProduct.shape).join(',')
const dated = wooProduct.pick({ status: true, date_created_gmt: true, date_modified_gmt: true })
const existing = z.array(z.object({ id: z.number() })).max(PAGE_SIZE)
const VARIATION_FIELDS = Object.keys(wooVariation.shape).join(',')
const ofVariation = z.object({ type: z.literal('variation'), parent_id: z.number().int().positive() })

/**
 * Reads products with all their variations, except deleted ones. A message about a deleted variation contains only the
 * variation's id. For this id, the store returns the variation as a product, so we read its parent instead.
 * @throws StoreError
 */
export async function fetchWooProducts(
  access: StoreAccess,
  ids: readonly string[],
  options: AskOptions = {},
): Promise<StoreProduct[]> {
  const found = new Map<string, StoreProduct>()
  for (const id of ids) {
    const named = await fetchProduct(access, id, options)
    const variation = ofVariation.safeParse(named?.json)
    const read = variation.success ? await fetchProduct(access, String(variation.data.parent_id), options) : named
    if (!read) continue
    const product = storeProductOf(read.json, await fetchVariations(access, read.json, options), read.at)
    found.set(product.id, product)
  }
  return [...found.values()]
}

/** @returns null if there is none */
const fetchProduct = (access: StoreAccess, id: string, options: AskOptions) =>
  askWooAt(access, `${PRODUCTS_PATH}/${id}`, { ...options, query: { _fields: `${FIELDS},parent_id` } }).catch(
    (error: unknown) => {
      if (error instanceof StoreError && error.kind === 'not_found') return null
      throw error
    },
  )

/**
 * Returns the ids of products that exist and are not in the trash.
 * @throws StoreError
 */
export async function findExistingWooProducts(
  access: StoreAccess,
  ids: readonly string[],
  options: AskOptions = {},
): Promise<string[]> {
  const found: string[] = []
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const include = ids.slice(at, at + PAGE_SIZE).join(',')
    const query = { include, status: 'any', per_page: PAGE_SIZE, _fields: 'id' }
    const answer = await askWoo(access, PRODUCTS_PATH, { ...options, query })
    found.push(...parseAnswer(existing, answer, 'its products').map(({ id }) => String(id)))
  }
  return found
}

/**
 * Reads the variations of a variable product; [] for other products.
 * @throws StoreError
 */
export async function fetchVariations(access: StoreAccess, product: unknown, options: AskOptions): Promise<unknown[]> {
  const { id, type } = parseAnswer(z.looseObject({ id: z.number(), type: z.string() }), product, 'a product')
  const found: unknown[] = []
  for (let page = 1; type === 'variable' && page <= MAX_PAGES; page++) {
    const answer = await askWoo(access, `${PRODUCTS_PATH}/${id}/variations`, {
      ...options,
      query: { per_page: PAGE_SIZE, page, orderby: 'id', order: 'asc', _fields: VARIATION_FIELDS },
    })
    const variations = parseAnswer(z.array(z.unknown()).max(PAGE_SIZE), answer, 'variations')
    found.push(...variations)
    if (variations.length < PAGE_SIZE) break
  }
  return found
}

/**
 * Lists products that changed or were published since a time. A change to a variation also counts as one to its
 * product. When a scheduled product is published, only its status changes, and there is no webhook.
 * @throws StoreError
 */
export async function* fetchWooProductsChangedSince(
  access: StoreAccess,
  since: Date,
  options: AskOptions = {},
): AsyncGenerator<Array<{ id: string; updatedAt: Date }>> {
  const query = { _fields: 'id,status,date_created_gmt,date_modified_gmt' }
  const asked = [{ query }, { query: { ...query, status: 'publish' }, by: BY_PUBLICATION }]
  for (const each of asked)
    for await (const page of listChanged(access, PRODUCTS_PATH, since, { ...options, ...each }))
      yield page.map((product) => ({
        id: String(product.id),
        updatedAt: changedAtOf(parseAnswer(dated, product, 'its changes')),
      }))
}
