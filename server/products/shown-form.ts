import type { Prisma } from '#prisma/generated/client.ts'
import { mediaName, type Picture } from '#server/media/picture.ts'
import type { Db } from '#server/platform/db.ts'
import { editedOf, formOf } from './edited-product.ts'
import type { StoredProduct } from './load-products.ts'
import type { PictureForm, ProductForm } from './product-form.schema.ts'

type Reader = Db | Prisma.TransactionClient

/** The form with displayable pictures. `picture` is null for one that is not fetched yet or just uploaded. */
export type ShownForm = Omit<ProductForm, 'pictures'> & {
  pictures: Array<PictureForm & { picture: Picture | null; isOfStore: boolean }>
}

export const shownForm = (db: Reader, partnerId: string, product: StoredProduct) =>
  withPictures(db, partnerId, formOf(editedOf(product), product.currency))

/** Adds the data that is needed to show the form's pictures. */
export async function withPictures(db: Reader, partnerId: string, form: ProductForm): Promise<ShownForm> {
  // eslint-disable-next-line house/listed-products -- includes the partner's own drafts
  const images = await db.productImage.findMany({
    where: { id: { in: form.pictures.flatMap(({ id }) => id ?? []) }, product: { partnerId } },
    select: {
      id: true,
      alt: true,
      sourceUrl: true,
      file: { select: { sha256: true, width: true, height: true, colour: true } },
    },
  })
  const known = new Map(images.map((image) => [image.id, image]))
  return {
    ...form,
    pictures: form.pictures.map((picture) => {
      const file = picture.id === null ? null : known.get(picture.id)?.file
      return {
        ...picture,
        isOfStore: picture.id !== null && typeof known.get(picture.id)?.sourceUrl === 'string',
        picture: file
          ? {
              name: mediaName(file.sha256),
              width: file.width,
              height: file.height,
              colour: file.colour,
              alt: picture.alt,
            }
          : null,
      }
    }),
  }
}
