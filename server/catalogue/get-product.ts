import { isId } from '#server/platform/ids.ts'
import type { Db } from '#server/platform/db.ts'
import { AppError } from '#server/platform/errors.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import { LISTED_WHERE } from '#server/platform/listed.ts'
import { resolveDestination } from './destination.ts'
import { readPriceHistory } from './price-history.ts'
import { UNNAMED } from './product-card.ts'

/**
 * A listed product with everything its page shows but its reviews (feedback/list-reviews.service.ts). Amounts in minor
 * units of `currency`. A stock of null means that the store does not report it.
 * @throws AppError not_found
 */
export async function getProduct(db: Db, productId: string) {
  if (!isId(productId)) throw new AppError('not_found', 'Product not found')
  const product = await db.product.findFirst({
    where: { id: productId, ...LISTED_WHERE },
    select: {
      id: true,
      name: true,
      description: true,
      descriptionHtml: true,
      tags: true,
      styleTags: true,
      material: true,
      gender: true,
      currency: true,
      priceMinor: true,
      priceMaxMinor: true,
      originalPriceMinor: true,
      stock: true,
      isInStock: true,
      productUrl: true,
      createdAt: true,
      updatedAt: true,
      brand: { select: { name: true, slug: true } },
      category: { select: { name: true, slug: true, parent: { select: { name: true, slug: true } } } },
      partner: {
        select: {
          id: true,
          businessName: true,
          websiteUrl: true,
          shippingPolicy: true,
          returnsPolicy: true,
          domains: { select: { host: true } },
        },
      },
      variants: {
        orderBy: [{ position: 'asc' }, { id: 'asc' }],
        select: {
          id: true,
          size: true,
          colourName: true,
          colourHex: true,
          options: true,
          sku: true,
          gtin: true,
          priceMinor: true,
          originalPriceMinor: true,
          stock: true,
        },
      },
      images: {
        orderBy: [{ isPrimary: 'desc' }, { position: 'asc' }],
        select: {
          alt: true,
          colourName: true,
          file: { select: { sha256: true, width: true, height: true, colour: true } },
        },
      },
    },
  })
  if (!product) throw new AppError('not_found', 'Product not found')
  const { images, partner, productUrl, ...rest } = product
  const { domains, ...shop } = partner
  return {
    ...rest,
    name: product.name.trim() || UNNAMED,
    partner: {
      ...shop,
      canBeVisited: resolveDestination({ productUrl, verifiedHosts: domains.map(({ host }) => host) }) !== null,
    },
    pictures: images.flatMap(({ file, alt, colourName }): Array<Picture & { colourName: string | null }> =>
      file
        ? [
            {
              name: mediaName(file.sha256),
              width: file.width,
              height: file.height,
              colour: file.colour,
              alt,
              colourName,
            },
          ]
        : [],
    ),
    priceHistory: await readPriceHistory(db, product),
  }
}
