import sharp from 'sharp'
import type { DrawingSpec } from '#demo/demo.types.ts'
import { drawProduct } from '#demo/drawings/draw-product.ts'
import { appearanceBytes } from '#server/media/appearance/appearance-bytes.shared.ts'
import { decodeAppearance } from '#server/media/appearance/decode-appearance.ts'
import { originalKey } from '#server/media/media-keys.ts'
import { mediaName } from '#server/media/picture.ts'
import { openStorage } from '#server/media/storage.ts'
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

/** Gives a product a picture with its appearance already read. */
export async function showDrawing(db: Db, productId: string, spec: DrawingSpec, colourName: string | null = null) {
  const { fileId } = await createPicture(db, productId, { colourName })
  const appearance = appearanceBytes(await decodeAppearance(Buffer.from(drawProduct(spec))))
  await db.mediaFile.update({ where: { id: fileId ?? '' }, data: { appearance } })
  await describeProducts(db, [productId])
}

/**
 * Reads the pictures of a demo product, as a job would. Jobs are off in tests.
 * @returns the first picture
 */
export async function listPictures(db: Db, dataDir: string, productId: string): Promise<Buffer> {
  const images = await db.productImage.findMany({
    where: { productId },
    orderBy: [{ isPrimary: 'desc' }, { position: 'asc' }],
    select: { file: { select: { id: true, sha256: true } } },
  })
  const originals: Buffer[] = []
  for (const { file } of images) {
    const original = file && (await openStorage(dataDir).read(originalKey(mediaName(file.sha256))))
    if (!original) continue
    const appearance = appearanceBytes(await decodeAppearance(original))
    await db.mediaFile.update({ where: { id: file.id }, data: { appearance } })
    originals.push(original)
  }
  await describeProducts(db, [productId])
  const [first] = originals
  if (!first) throw new Error('The product has no picture on disk.')
  return first
}

/** Returns a photo as a shopper would take it: rotated a little, lighter, and a small JPEG. */
export async function photoOf(spec: DrawingSpec): Promise<Buffer> {
  return photographed(Buffer.from(drawProduct(spec)), spec.ground)
}

/** @param ground the background colour: '#rrggbb' */
export async function photographed(picture: Buffer, ground: string): Promise<Buffer> {
  const turned = await sharp(picture).resize(700).rotate(9, { background: ground }).png().toBuffer()
  return sharp(turned).removeAlpha().linear(1.06, 0).jpeg({ quality: 60 }).toBuffer()
}
