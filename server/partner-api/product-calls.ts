import { z } from 'zod'
import { productBatches } from '#server/catalogue/product-batches.ts'
import { AppError } from '#server/platform/errors.ts'
import { changeVariants } from '#server/products/change-variants.service.ts'
import { editedOf, type EditedProduct } from '#server/products/edited-product.ts'
import { loadProductsById } from '#server/products/load-products.ts'
import { findManaged } from '#server/products/managed-products.ts'
import { MAX_PRODUCT } from '#server/products/incoming-product.schema.ts'
import { decodeCursor, encodeCursor } from './cursor.ts'
import { idParams, none } from './fields.schema.ts'
import { defineOperation, type ApiAsk } from './define-operation.ts'
import {
  changedVariants,
  newProduct,
  product,
  productChanges,
  productPage,
  productsQuery,
  savedProduct,
  variantChanges,
} from './product-fields.schema.ts'
import { actorOfKey, createApiProduct, updateProduct } from './write-product.ts'

const withoutPictures = ({ pictures: _, ...edited }: EditedProduct) => edited

/** Returns the partner's products with these ids that are not deleted, in the order of the ids. */
async function getProducts({ db, partner }: ApiAsk, ids: string[]): Promise<Array<z.input<typeof product>>> {
  const [loaded, managed, times] = await Promise.all([
    loadProductsById(db, partner.id, ids),
    findManaged(db, ids),
    // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
    db.product.findMany({
      where: { id: { in: ids }, partnerId: partner.id },
      select: { id: true, createdAt: true, updatedAt: true },
    }),
  ])
  const timesOf = new Map(times.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const stored = loaded.get(id)?.product
    const at = timesOf.get(id)
    if (!stored || stored.deletedAt || !at) return []
    const { variants, productUrl, ...edited } = withoutPictures(editedOf(stored))
    return [
      {
        id,
        ...edited,
        productUrl: productUrl || null,
        currency: stored.currency,
        isManaged: managed.has(id),
        variants: variants.map((variant, index) => ({ ...variant, id: stored.variants[index]?.id ?? '' })),
        images: stored.images.map(({ id: imageId, sourceUrl, alt, colourName }) => ({
          id: imageId,
          url: sourceUrl,
          alt,
          colourName,
        })),
        createdAt: at.createdAt.toISOString(),
        updatedAt: at.updatedAt.toISOString(),
      },
    ]
  })
}

export const listProducts = defineOperation({
  id: 'listProducts',
  method: 'get',
  path: '/store/products',
  scope: 'products:read',
  status: 200,
  summary: 'List products',
  description:
    'All products except deleted ones, including drafts, sorted by handle. A page has fewer products than the limit if they have many variants.',
  params: none,
  query: productsQuery,
  body: null,
  answer: productPage,
  rows: ({ query }) => query.limit,
  run: async (ask, { query: { limit, cursor, status, handle, sku } }) => {
    const [after] = decodeCursor(cursor, z.tuple([z.string().max(MAX_PRODUCT.handle)])) ?? []
    // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
    const rows = await ask.db.product.findMany({
      where: {
        partnerId: ask.partner.id,
        deletedAt: null,
        ...(status && { status }),
        handle: { ...(after !== undefined && { gt: after }), ...(handle !== undefined && { equals: handle }) },
        ...(sku !== undefined && { variants: { some: { sku } } }),
      },
      orderBy: { handle: 'asc' },
      take: limit + 1,
      select: { id: true, handle: true },
    })
    const wanted = rows.slice(0, limit).map(({ id }) => id)
    // Returns only the first batch, which is the maximum size of one answer.
    let shown: string[] = []
    for await (shown of productBatches(ask.db, wanted)) break
    const last = rows.find(({ id }) => id === shown.at(-1))
    return {
      data: await getProducts(ask, shown),
      nextCursor: last && rows.length > shown.length ? encodeCursor([last.handle]) : null,
    }
  },
})

export const getProduct = defineOperation({
  id: 'getStoreProduct',
  method: 'get',
  path: '/store/products/{id}',
  scope: 'products:read',
  status: 200,
  summary: 'Get a product',
  params: idParams,
  query: none,
  body: null,
  answer: product,
  rows: () => 1,
  run: async (ask, { params: { id } }) => {
    const [found] = await getProducts(ask, [id])
    if (!found) throw new AppError('not_found', 'Product not found. It may have been deleted.')
    return found
  },
})

export const create = defineOperation({
  id: 'createProduct',
  method: 'post',
  path: '/store/products',
  scope: 'products:write',
  status: 201,
  summary: 'Create a product',
  description:
    'The same rules apply as in the dashboard. The product is a draft unless you send the status active. Images appear once we have downloaded them.',
  params: none,
  query: none,
  body: newProduct,
  answer: savedProduct,
  rows: ({ body }) => 1 + body.variants.length,
  run: (ask, { body }) => createApiProduct(ask, body),
})

export const update = defineOperation({
  id: 'updateProduct',
  method: 'patch',
  path: '/store/products/{id}',
  scope: 'products:write',
  status: 200,
  summary: 'Update a product',
  description:
    'Changes the fields that you send. Fields that a connected store manages cannot be changed. To change only stock or prices, use changeVariants.',
  params: idParams,
  query: none,
  body: productChanges,
  answer: savedProduct,
  rows: ({ body }) => 1 + (body.variants?.length ?? 0),
  run: (ask, { params: { id }, body }) => updateProduct(ask, id, body),
})

export const changeStockAndPrices = defineOperation({
  id: 'changeVariants',
  method: 'post',
  path: '/store/variants',
  scope: 'products:write',
  status: 200,
  summary: 'Set stock and prices in bulk',
  description:
    'Sets the stock, the price or both of up to 500 variants. A change that cannot be made is listed in refused, and does not stop the others.',
  params: none,
  query: none,
  body: variantChanges,
  answer: changedVariants,
  rows: ({ body }) => body.variants.length,
  run: ({ db, partner, ...ask }, { body }) => changeVariants({ db, partner, actor: actorOfKey(ask) }, body.variants),
})
