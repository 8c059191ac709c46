import { z } from 'zod'
import type { StoreProduct, StoreVariant } from '#server/stores/store-product.ts'
import { numberOf } from './shop-order.ts'

/** A product, as a node of the queries in documents.values.ts and as a line of a bulk file. */
export const productNode = z
  .object({
    id: z.string(),
    handle: z.string(),
    title: z.string(),
    descriptionHtml: z.string(),
    vendor: z.string(),
    productType: z.string(),
    tags: z.array(z.string()).max(1_000),
    status: z.string(),
    publishedAt: z.string().nullable(),
    onlineStoreUrl: z.string().nullable(),
    isGiftCard: z.boolean(),
    updatedAt: z.iso.datetime({ offset: true }),
    category: z.object({ fullName: z.string() }).nullable(),
  })
  .transform((node): Omit<StoreProduct, 'variants' | 'pictures'> => ({
    id: numberOf(node.id),
    handle: node.handle,
    title: node.title,
    html: node.descriptionHtml,
    vendor: node.vendor,
    productType: node.productType,
    category: node.category?.fullName ?? '',
    tags: node.tags,
    status: node.status.toLowerCase(),
    isPublished: node.publishedAt !== null,
    url: node.onlineStoreUrl,
    isGiftCard: node.isGiftCard,
    leftOut: '',
    updatedAt: new Date(node.updatedAt),
  }))

export const variantNode = z
  .object({
    id: z.string(),
    sku: z.string().nullable(),
    barcode: z.string().nullable(),
    price: z.string(),
    compareAtPrice: z.string().nullable(),
    inventoryQuantity: z.number().int().nullable(),
    inventoryPolicy: z.string(),
    selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })).max(10),
    image: z.object({ url: z.string() }).nullable(),
    inventoryItem: z.object({ id: z.string(), tracked: z.boolean() }),
  })
  .transform((node): StoreVariant => ({
    link: numberOf(node.id),
    sku: node.sku ?? '',
    barcode: node.barcode ?? '',
    price: node.price,
    compareAtPrice: node.compareAtPrice ?? '',
    quantity: node.inventoryQuantity,
    isTracked: node.inventoryItem.tracked,
    sellsWhenSoldOut: node.inventoryPolicy === 'CONTINUE',
    inventoryItemId: numberOf(node.inventoryItem.id),
    options: node.selectedOptions,
    pictureUrl: node.image?.url ?? '',
  }))

/** A media item; null if it is not a picture, or not ready yet. */
export const pictureNode = z
  .object({ image: z.object({ url: z.string(), altText: z.string().nullable() }).nullish() })
  .transform(({ image }) => (image ? { url: image.url, alt: image.altText ?? '' } : null))
