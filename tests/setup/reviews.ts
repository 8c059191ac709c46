import sharp from 'sharp'
import type { Prisma } from '#prisma/generated/client.ts'
import type { Db } from '#server/platform/db.ts'
import { HOUR_MS } from '#server/platform/durations.values.ts'
import { newId } from '#server/platform/ids.ts'
import { createClick, createReview, createViewer } from '#tests/factories.ts'
import { storeLine } from './sales.ts'

type Listed = { id: string; partnerId: string }

export const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS)

/** Returns a photo as browsers send it. */
export const reviewPhoto = async () => ({
  name: 'me.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 300, height: 400, channels: 3, background: '#7a5236' } })
    .jpeg()
    .toBuffer(),
})

/** Creates a shopper who followed our link to the product, by default 25 hours ago. */
export async function createReviewer(
  db: Db,
  product: Listed,
  { hours = 25, ...given }: Parameters<typeof createViewer>[1] & { hours?: number } = {},
) {
  const viewer = await createViewer(db, given)
  const click = await createClick(db, product, { userId: viewer.userId, clickedAt: hoursAgo(hours) })
  return { viewer, click }
}

/** Creates an approved review, by default by someone without an account. */
export const createApprovedReview = (
  db: Db,
  { id: productId, partnerId }: Listed,
  given: Partial<Prisma.ProductReviewUncheckedCreateInput> = {},
) =>
  createReview(db, {
    productId,
    partnerId,
    userId: null,
    status: 'approved',
    title: '',
    comment: 'Well cut and warm.',
    customerName: 'Ada Byron',
    customerEmail: 'ada@example.test',
    ...given,
  })

/** Creates a sale of the product by a click, by default confirmed and at the price of `createProduct`. */
export async function createSaleOf(
  db: Db,
  product: Listed,
  clickId: string,
  {
    priceMinor = 5_000,
    line = {},
    ...given
  }: Partial<Prisma.ConversionUncheckedCreateInput> & {
    priceMinor?: number
    line?: Partial<Prisma.ConversionLineUncheckedCreateWithoutConversionInput>
  } = {},
) {
  const { id: externalId, productId, title, quantity, sku } = storeLine({ productId: product.id })
  const amounts = { subtotalMinor: priceMinor, discountMinor: 0, taxMinor: 0, shippingMinor: 0, refundedMinor: 0 }
  return db.conversion.create({
    data: {
      partnerId: product.partnerId,
      source: 'shopify' as const,
      externalId: newId(),
      currency: 'USD',
      clickId,
      orderedAt: new Date(),
      sourceUpdatedAt: new Date(),
      status: 'confirmed' as const,
      matchLevel: 'A' as const,
      ...amounts,
      commissionableMinor: priceMinor,
      netMinor: priceMinor,
      lines: {
        create: {
          externalId,
          productId,
          title,
          quantity,
          sku,
          priceMinor,
          discountMinor: 0,
          includedTaxMinor: 0,
          netMinor: priceMinor,
          place: 0,
          ...line,
        },
      },
      ...given,
    },
  })
}
