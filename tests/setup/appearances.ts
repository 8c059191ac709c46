import sharp from 'sharp'
import type { DrawingSpec } from '#prisma/seed/demo.types.ts'
import { drawProduct } from '#prisma/seed/drawings/draw-product.ts'
import { appearanceBytes } from '#server/media/appearance/appearance-bytes.shared.ts'
import { decodeAppearance } from '#server/media/appearance/decode-appearance.ts'
import type { Db } from '#server/platform/db.ts'
import { describeProducts } from '#server/search/describe-products.ts'
import { createPicture } from '#tests/factories.ts'

export const STRIPED_BLAZER: DrawingSpec = {
  kind: 'blazer',
  view: 'front',
  colour: '#641b2b',
  accent: '#f2ead8',
  pattern: 'stripe',
  ground: '#dcd6c9',
  variant: 11,
}
export const BLUE_DRESS: DrawingSpec = {
  kind: 'dress',
  view: 'front',
  colour: '#2450a4',
  accent: '#f2ead8',
  pattern: 'plain',
  ground: '#e8dfd0',
  variant: 3,
}

/** Gives a product a picture that has been read. */
export async function showDrawing(db: Db, productId: string, spec: DrawingSpec, colourName: string | null = null) {
  const { fileId } = await createPicture(db, productId, { colourName })
  const appearance = appearanceBytes(await decodeAppearance(Buffer.from(drawProduct(spec))))
  await db.mediaFile.update({ where: { id: fileId ?? '' }, data: { appearance } })
  await describeProducts(db, [productId])
}

/** As a shopper photographs it: turned a little, lighter, and a small JPEG. */
export async function photoOf(spec: DrawingSpec): Promise<Buffer> {
  const turned = await sharp(Buffer.from(drawProduct(spec)))
    .resize(700)
    .rotate(9, { background: spec.ground })
    .png()
    .toBuffer()
  return sharp(turned).removeAlpha().linear(1.06, 0).jpeg({ quality: 60 }).toBuffer()
}
