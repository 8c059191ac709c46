import { z } from 'zod'
import { parseAnswer } from '#server/stores/parse-answer.ts'
import { StoreError } from '#server/stores/store-error.ts'
import type { StoreProduct } from '#server/stores/store-product.ts'
import type { AskOptions, StoreAccess } from '#server/stores/store-platform.ts'
import { listChanged } from './read-changes.ts'
import { API_VERSION, askWoo } from './rest-api.ts'
import { timeOf } from './woo-order.ts'
import { storeProductOf, wooProduct, wooVariation } from './woo-product.ts'

export const PRODUCTS_PATH = `${API_VERSION}/products`
const PAGE_SIZE = 100
const MAX_PAGES = 20
/** The fields that we read. A store's product has many more. */
export const FIELDS = Object.keys(wooProduct.shape).join(',')
const VARIATION_FIELDS = Object.keys(wooVariation.shape).join(',')

/**
 * Reads products with all their variations. Leaves out deleted ones.
 * @throws StoreError
 */
export async function fetchWooProducts(
  access: StoreAccess,
  ids: readonly string[],
  options: AskOptions = {},
): Promise<StoreProduct[]> {
  const found: StoreProduct[] = []
  for (const id of ids) {
    const product = await askWoo(access, `${PRODUCTS_PATH}/${id}`, { ...options, query: { _fields: FIELDS } }).catch(
      (error: unknown) => {
        if (error instanceof StoreError && error.kind === 'not_found') return null
        throw error
      },
    )
    if (product !== null) found.push(storeProductOf(product, await fetchVariations(access, product, options)))
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
 * Lists products that changed since a time. A change to a variation also counts as one to its product.
 * @throws StoreError
 */
export async function* fetchWooProductsChangedSince(
  access: StoreAccess,
  since: Date,
  options: AskOptions = {},
): AsyncGenerator<Array<{ id: string; updatedAt: Date }>> {
  const query = { _fields: 'id,date_modified_gmt' }
  for await (const page of listChanged(access, PRODUCTS_PATH, since, { ...options, query }))
    yield page.map(({ id, date_modified_gmt: at }) => ({ id: String(id), updatedAt: new Date(timeOf(at)) }))
}
